import { describe, expect, test } from 'vitest'
import { type Entry, readDocument as readFor, readLine } from './read-document.ts'

const readDocument = (place: number, value: unknown) => readFor(place, value, null)
const line = (text: string) => readLine({ line: 3, text, problem: null }, null)

async function refusal(entry: Promise<Entry>) {
  const { id, document, problem } = await entry
  expect(document).toBeNull()
  return { id, code: problem?.code, errors: problem?.errors.map(({ pointer, rule }) => `${pointer} ${rule}`) }
}

describe('a line is refused alone', () => {
  test('when it is no JSON', async () => {
    expect(await refusal(line('{"id":'))).toEqual({ id: null, code: 'malformed_json', errors: [] })
  })

  test('when a string holds half a surrogate pair, also as an escape', async () => {
    expect((await refusal(line('{"id":"a","text":"\\ud83d"}'))).code).toBe('malformed_unicode')
  })

  test('when it has neither text nor messages, or both', async () => {
    expect(await refusal(line('{"id":"a"}'))).toEqual({ id: 'a', code: 'invalid_body', errors: [' oneOf'] })
    expect(
      (await refusal(line('{"id":"a","text":"b","messages":[{"speaker":"c","text":"d"}]}'))).errors,
    ).toEqual([' oneOf'])
  })

  test('when it is no object, has an unknown member, or no id', async () => {
    expect((await refusal(line('[]'))).code).toBe('invalid_body')
    expect((await refusal(line('null'))).code).toBe('invalid_body')
    expect((await refusal(line('{"id":"a","text":"b","colour":"red"}'))).errors).toEqual([
      '/colour additionalProperties',
    ])
    expect((await refusal(line('{"text":"b"}'))).errors).toEqual(['/id required'])
  })

  test('when its text is over 1 MiB of UTF-8', async () => {
    const bound = 1024 * 1024
    expect((await refusal(readDocument(1, { id: 'a', text: 'é'.repeat(bound / 2 + 1) }))).errors).toEqual([
      '/text x-bytes-max',
    ])
  })

  test('when a text holds U+0000, naming where', async () => {
    expect((await refusal(line('{"id":"a","text":"b","tags":["c","d\\u0000"]}'))).errors).toEqual([
      '/tags/1 no_nul',
    ])
  })

  test('when it holds white space alone, whichever way it says so', async () => {
    expect((await refusal(line('{"id":"a","text":"  "}'))).code).toBe('invalid_body')
    expect((await refusal(line('{"id":"a","messages":[{"speaker":"b","text":" "}]}'))).errors).toEqual([
      ' no_text',
    ])
  })

  test('when it has more than 32 tags', async () => {
    const tags = Array.from({ length: 33 }, (_, n) => `t${n}`)
    expect((await refusal(readDocument(1, { id: 'a', text: 'b', tags }))).errors).toEqual(['/tags maxItems'])
  })

  test('when its id is `..` or has a control character', async () => {
    expect((await refusal(line('{"id":"..","text":"b"}'))).errors).toEqual(['/id pattern'])
    expect((await refusal(line('{"id":"a\\u0007","text":"b"}'))).errors).toEqual(['/id pattern'])
  })

  test('when its instant does not exist', async () => {
    expect((await refusal(line('{"id":"a","text":"b","created_at":"2026-02-30T00:00:00Z"}'))).errors).toEqual(
      ['/created_at format'],
    )
  })

  test('with no id where the id is longer than any id may be', async () => {
    expect((await refusal(readDocument(1, { id: 'a'.repeat(301), text: 'b' }))).id).toBeNull()
  })
})

test('a document of exactly 1 MiB and one of 2,000 messages are taken', async () => {
  const large = await readDocument(1, { id: 'a', text: `${'ab c '.repeat(209_715)}d` })
  expect(large.problem?.message).toBeUndefined()
  const messages = Array.from({ length: 2000 }, (_, n) => ({ speaker: 'Ada', text: `turn ${n}` }))
  const conversation = await readDocument(1, { id: 'a', messages })
  expect(conversation.document?.passages).toHaveLength(2000)
})

test('a conversation of more than 2,000 passages is refused', async () => {
  const messages = Array.from({ length: 2000 }, (_, n) => ({ speaker: 'Ada', text: `turn ${n}` }))
  messages[7] = { speaker: 'Ada', text: 'A word or two. '.repeat(1000) }
  expect(await refusal(readDocument(1, { id: 'a', messages }))).toEqual({
    id: 'a',
    code: 'invalid_body',
    errors: [' documentPassagesMax'],
  })
})

test('turns keep speaker and time', async () => {
  const messages = [
    { speaker: 'Ada', text: 'hello', at: '2026-01-01T00:00:00+01:00' },
    { speaker: 'Bob', text: 'hi' },
  ]
  const { document } = await readDocument(1, { id: 'a', messages })
  expect(document?.passages.map(({ speaker, at, text }) => [speaker, at, text])).toEqual([
    ['Ada', '2026-01-01T00:00:00+01:00', 'hello'],
    ['Bob', null, 'hi'],
  ])
})
