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
      fatesOf(
        [document('a', 2), document('b', 9), document('c', 3)],
        [absent, stored('b'), stored('other')],
        false,
      ),
    ).toEqual([
      { status: 'created', batch: null, firstOrdinal: 0, passages: 2, receipt: null },
      { status: 'unchanged', batch: 7, firstOrdinal: 4, passages: 2, receipt: 'r7' },
      { status: 'replaced', batch: null, firstOrdinal: 2, passages: 3, receipt: null },
    ])
  })

  test('a document that was deleted is created again', () => {
    expect(fatesOf([document('a', 1)], [absent], false)[0]?.status).toBe('created')
  })

  test('a document is written again for a vector that one of its passages lacks', () => {
    const passages = (...vectors: (string | null)[]) =>
      // biome-ignore lint/suspicious/noExplicitAny: only these are looked at
      vectors.map((vector, ordinal) => ({ ordinal, vector })) as any
    const [lacking, whole] = [passages('AQ==', null), passages('AQ==', 'Ag==')]
    const statusOf = (kept: typeof whole, isEmbedded: boolean) =>
      fatesOf([document('a', 2)], [{ ...stored('a'), passages: kept }], isEmbedded)[0]?.status
    expect([statusOf(lacking, true), statusOf(whole, true), statusOf(lacking, false)]).toEqual([
      'replaced',
      'unchanged',
      'unchanged',
    ])
  })
})

test('fates come back from the commit log as they were', () => {
  const fates = fatesOf([document('a', 2), document('b', 2)], [absent, stored('b')], false)
  expect(unpackFates(packFates(fates))).toEqual(fates)
})
