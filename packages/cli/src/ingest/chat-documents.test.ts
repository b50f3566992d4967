import { expect, it } from 'vitest'
import { chatDocuments } from './chat-documents.ts'

it('a list of messages is one conversation', () => {
  const messages = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: [{ type: 'text', text: 'Hi' }, { type: 'image' }], timestamp: 1700000000 },
  ]
  expect(chatDocuments(messages, 'a.json')).toEqual([
    {
      id: 'a.json',
      messages: [
        { speaker: 'user', text: 'Hello' },
        { speaker: 'assistant', text: 'Hi', at: '2023-11-14T22:13:20.000Z' },
      ],
    },
  ])
})

it('an export kept as a tree gives the branch that ends at the current node', () => {
  const node = (parent: string | null, role: string, text: string) => ({
    parent,
    message: {
      author: { role },
      content: { content_type: 'text', parts: [text] },
      create_time: 1700000000.5,
    },
  })
  const mapping = {
    root: { parent: null, message: null },
    a: node('root', 'user', 'one'),
    b: node('a', 'assistant', 'dropped'),
    c: node('a', 'assistant', 'kept'),
  }
  const [first, second] = chatDocuments(
    [
      { title: 'T', id: 'x1', mapping, current_node: 'c' },
      { title: 'U', mapping, current_node: 'a' },
    ],
    'all',
  )
  expect(first).toMatchObject({ id: 'all#x1', title: 'T' })
  expect(first!.messages!.map(({ text }) => text)).toEqual(['one', 'kept'])
  expect(second).toMatchObject({ id: 'all#2', messages: [{ text: 'one', at: '2023-11-14T22:13:20.500Z' }] })
})

it('an export of conversations with senders calls the human the user', () => {
  const value = [
    {
      uuid: 'u',
      name: 'N',
      chat_messages: [{ sender: 'human', text: 'x', created_at: '2026-01-02T03:04:05Z' }],
    },
  ]
  expect(chatDocuments(value, 'claude.json')).toEqual([
    {
      id: 'claude.json',
      title: 'N',
      messages: [{ speaker: 'user', text: 'x', at: '2026-01-02T03:04:05.000Z' }],
    },
  ])
})

it('documents as the contract has them are taken as they are', () => {
  const documents = [
    { id: 'a', text: 'x', tags: ['t'] },
    { id: 'b', messages: [{ speaker: 's', text: 'y' }] },
  ]
  expect(chatDocuments(documents, 'n')).toEqual(documents)
})

it.each([[[{ foo: 1 }]], [7], [[{ id: 'a' }]]])('%j is refused, and what would do is said', (value) => {
  expect(() => chatDocuments(value, 'n')).toThrow('"messages"')
})

it('a conversation without a text is refused', () => {
  expect(() => chatDocuments({ messages: [{ role: 'tool', content: [{ type: 'image' }] }] }, 'n')).toThrow(
    'no message with a text',
  )
})
