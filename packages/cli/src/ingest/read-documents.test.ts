import { expect, test } from 'vitest'
import { documentsOfInput } from './read-documents.ts'

const of = (text: string) => documentsOfInput(Buffer.from(text), 'stdin')
const KEYS = { id: 'keys', text: 'Rotate.' }

test.each([
  ['one document as JSON', JSON.stringify(KEYS, null, 2), [KEYS]],
  [
    'NDJSON with empty lines',
    `\n${JSON.stringify(KEYS)}\n\n${JSON.stringify({ ...KEYS, id: 'b' })}`,
    [KEYS, { ...KEYS, id: 'b' }],
  ],
  ['Markdown', '# Keys\n\n{"a":1}', [{ id: 'stdin', text: '# Keys\n\n{"a":1}' }]],
  ['Markdown that begins with a list in brackets', '[x] done\n', [{ id: 'stdin', text: '[x] done\n' }]],
])('the standard input is read as what it is: %s', (_, text, documents) => {
  expect(of(text)).toEqual({ documents })
})

test.each([
  ['a line that is no JSON', `${JSON.stringify(KEYS)}\n\n{"id":NaN}`, 'line 3 is no JSON'],
  ['a line cut off', `${JSON.stringify(KEYS)}\n{"id":"b","te`, 'line 2 is no JSON'],
  ['an item that is no document', `${JSON.stringify(KEYS)}\n{"a":1}`, 'item 2 is neither a document'],
])('NDJSON with %s is not taken for a text', (_, text, why) => {
  expect(of(text)).toEqual({ why: expect.stringContaining(why) })
})

test('what is no UTF-8 is told as what cannot be read', () => {
  expect(documentsOfInput(Buffer.from([0xff]), 'stdin')).toEqual({ why: expect.stringContaining('UTF-8') })
})
