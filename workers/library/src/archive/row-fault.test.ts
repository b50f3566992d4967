import { expect, test } from 'vitest'
import { rowFault } from './row-fault.ts'

const VERSION = { id: 'chat', version: 1, state: '{}', etag: 'a', updated_at: 8.64e15 }
const DOCUMENT = {
  ...{ source: 's', id: 'd', title: '', uri: '', kind: '', tags: '[]', author: '', links: '[]', format: '' },
  ...{ body: 'x', bytes: 1, hash: 'h', batch: 1, first_ordinal: 999_999, passages: 2000 },
  ...{ created_at: -8.64e15, recorded_at: 0, changed_at: 1 },
}

test('a row whose numbers are as large as they may be is sound', () => {
  expect(rowFault('session_version', VERSION)).toBe(null)
  expect(rowFault('document', DOCUMENT)).toBe(null)
})

test.each([
  ['session_version', { ...VERSION, updated_at: 8.64e15 + 1 }, 'updated_at'],
  ['document', { ...DOCUMENT, created_at: -8.64e15 - 1 }, 'created_at'],
  ['document', { ...DOCUMENT, passages: 2001 }, 'passages'],
  ['document', { ...DOCUMENT, passages: -1 }, 'passages'],
  ['document', { ...DOCUMENT, first_ordinal: 1_000_000 }, 'first_ordinal'],
] as const)(
  'a row of %s with a number that nothing could be read by is named by its column: %j',
  (table, row, column) => {
    expect(rowFault(table, row)?.column).toBe(column)
  },
)
