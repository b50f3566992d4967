import { expect, it } from 'vitest'
import { documentsIn } from './documents-in.ts'

const inText = (text: string, { name = 'a.json', areListsSplit = true } = {}) => [
  ...documentsIn({ name, text, areListsSplit }),
]

it('finds one document in JSON, over however many lines', () => {
  expect(inText('{\n"a": 1}\n')).toEqual([{ name: 'a.json', text: '{\n"a": 1}\n', value: { a: 1 } }])
})

it('finds the elements of a list, each with its own text', () => {
  expect(inText('[1.0, {"a":2}]')).toEqual([
    { name: 'a.json#/0', text: '1.0', value: 1 },
    { name: 'a.json#/1', text: '{"a":2}', value: { a: 2 } },
  ])
})

it('takes a list for one document where the schema is about lists', () => {
  expect(inText('[1,2]', { areListsSplit: false })).toMatchObject([{ name: 'a.json', value: [1, 2] }])
})

it('finds a document in each line of NDJSON, numbers lines as an editor does, and tells the one that is none', () => {
  expect(inText('{"a":1}\r\n\n{"a":\n{"a":3}\n')).toMatchObject([
    { name: 'a.json:1', value: { a: 1 } },
    { name: 'a.json:3', why: 'is not JSON: column 6: it ends in the middle' },
    { name: 'a.json:4', value: { a: 3 } },
  ])
})

it('takes a file named .ndjson for lines even where the first is none', () => {
  expect(inText('x\n{}', { name: 'a.NDJSON' })).toMatchObject([{ name: 'a.NDJSON:1' }, { value: {} }])
})

it('says where a text stops being JSON', () => {
  expect(inText('{\n  "a": 1,\n  b: 2\n}')).toEqual([
    { name: 'a.json', why: 'is not JSON: line 3, column 3: invalid symbol' },
  ])
})

it('finds no document in an empty list, and says so', () => {
  expect(inText('[]')).toEqual([{ name: 'a.json', why: 'is an empty list: it holds no document' }])
})

it.each(['[', '{"a":'])('reads nesting of any depth without falling over, closed or not: %s', (open) => {
  const close = open === '[' ? ']' : '}'
  const deep = open.repeat(100_000)
  expect(inText(`${deep}1${close.repeat(100_000)}`, { areListsSplit: false })[0]).not.toHaveProperty('why')
  expect(inText(deep)).toMatchObject([{ why: expect.stringMatching(/^is not JSON: /) }])
})
