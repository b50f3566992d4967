import { describe, expect, test } from 'vitest'
import { fatesOf, packFates, unpackFates } from './fate.ts'

const absent = { source: 's', id: 'x', batch: null, hash: null, salt: null, receipt: null, passages: [] }
const document = (hash: string, passages: number) => ({ hash, passages: Array(passages).fill(null) })
const stored = (hash: string) => ({
  ...absent,
  batch: 7,
  hash,
  receipt: 'r7',
  // biome-ignore lint/suspicious/noExplicitAny: only the ordinal is looked at
  passages: [{ ordinal: 4 }, { ordinal: 5 }] as any,
})

describe('fatesOf', () => {
  test('counts the ordinals of written documents on, and leaves unchanged ones where they are', () => {
    expect(
      fatesOf([document('a', 2), document('b', 9), document('c', 3)], [absent, stored('b'), stored('other')]),
    ).toEqual([
      { status: 'created', batch: null, firstOrdinal: 0, passages: 2, receipt: null },
      { status: 'unchanged', batch: 7, firstOrdinal: 4, passages: 2, receipt: 'r7' },
      { status: 'replaced', batch: null, firstOrdinal: 2, passages: 3, receipt: null },
    ])
  })

  test('a document that was deleted is created again', () => {
    expect(fatesOf([document('a', 1)], [absent])[0]?.status).toBe('created')
  })
})

test('fates come back from the commit log as they were', () => {
  const fates = fatesOf([document('a', 2), document('b', 2)], [absent, stored('b')])
  expect(unpackFates(packFates(fates))).toEqual(fates)
})
