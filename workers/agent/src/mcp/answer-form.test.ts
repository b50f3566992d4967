import { expect, it } from 'vitest'
import { acceptedForms, asEvent, messagesIn } from './answer-form.ts'

it.each<[string | null, 'json' | 'event-stream', boolean]>([
  [null, 'json', true],
  ['*/*', 'json', true],
  ['application/json', 'json', false],
  ['APPLICATION/JSON; charset=utf-8', 'json', false],
  ['application/json, text/event-stream', 'json', true],
  ['text/event-stream', 'event-stream', true],
  ['text/*;q=0.3', 'event-stream', true],
  ['application/json;q=0.1, text/event-stream;q=0.9', 'event-stream', true],
  ['text/event-stream;q=0, */*', 'json', false],
  ['text/html', 'json', false],
  ['', 'json', false],
])('a client that accepts %j gets %s first', (accept, first, events) => {
  expect(acceptedForms(accept)).toEqual({ first, events })
})

it('what is written as events is read as the same messages, whatever ends the lines', () => {
  const written = `: alive\n\n${asEvent('{"a":1}')}${asEvent('{"b":2}')}`
  expect(messagesIn(written)).toEqual(['{"a":1}', '{"b":2}'])
  expect(messagesIn(written.replaceAll('\n', '\r\n'))).toEqual(['{"a":1}', '{"b":2}'])
  expect(messagesIn('id: 1\ndata: one\ndata: two\n\n')).toEqual(['one\ntwo'])
  expect(messagesIn('')).toEqual([])
})
