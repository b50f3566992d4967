import type { DocumentInput, Message } from '@cairn/client'
import { momentOf } from './moment-of.ts'

type Members = Readonly<Record<string, unknown>>

/**
 * The documents that a JSON value holds: documents as the contract has them, a list of messages, or a list of conversations as chat
 * products export them. Throws saying what would do.
 */
export function chatDocuments(value: unknown, name: string): DocumentInput[] {
  const items = Array.isArray(value) ? value : [value]
  if (items.length > 0 && items.every(isMessage)) return [{ id: name, messages: messagesOf(items) }]
  return items.map((item, place) => documentOf(item, { name, place, only: items.length === 1 }))
}

function documentOf(
  item: unknown,
  { name, place, only }: { readonly name: string; readonly place: number; readonly only: boolean },
): DocumentInput {
  if (!isMembers(item)) throw unknownShape(place)
  if (typeof item.id === 'string' && typeof item.text === 'string') return item as unknown as DocumentInput
  const turns = turnsOf(item)
  if (turns === null) throw unknownShape(place)
  if (typeof item.id === 'string' && turns === item.messages && turns.every(isExact))
    return item as unknown as DocumentInput
  const id = textIn(item, ['id', 'uuid', 'conversation_id', 'session_id'])
  const title = textIn(item, ['title', 'name'])
  return {
    id: only ? name : `${name}#${id ?? place + 1}`,
    ...(title === null ? {} : { title: title.slice(0, 300) }),
    messages: messagesOf(turns),
  }
}

/** The turns of a conversation, wherever its product keeps them. */
function turnsOf(item: Members): readonly unknown[] | null {
  for (const key of ['messages', 'chat_messages', 'turns', 'conversation'])
    if (Array.isArray(item[key])) return item[key]
  return isMembers(item.mapping) ? alongMapping(item.mapping, item.current_node) : null
}

/** A conversation kept as a tree: the branch that ends at the current node, root first. */
function alongMapping(mapping: Members, current: unknown): unknown[] {
  const branch: unknown[] = []
  const seen = new Set<unknown>()
  let key = typeof current === 'string' ? current : Object.keys(mapping).at(-1)
  while (key !== undefined && !seen.has(key)) {
    seen.add(key)
    const node = mapping[key]
    if (!isMembers(node)) break
    if (node.message) branch.push(node.message)
    key = typeof node.parent === 'string' ? node.parent : undefined
  }
  return branch.reverse()
}

function messagesOf(turns: readonly unknown[]): Message[] {
  const messages = turns.flatMap((turn) => messageOf(turn) ?? [])
  if (messages.length === 0) throw new Error('the conversation has no message with a text')
  return messages
}

function messageOf(turn: unknown): Message | null {
  if (!isMembers(turn)) return null
  const text = spokenIn(turn)
  if (text === null || text.trim() === '') return null
  const at = instantIn(turn)
  return { speaker: speakerIn(turn), text, ...(at === null ? {} : { at }) }
}

function speakerIn(turn: Members): string {
  const author = turn.author
  if (isMembers(author)) return textIn(author, ['name', 'role']) ?? 'unknown'
  const named = textIn(turn, ['speaker', 'role', 'sender', 'author', 'user', 'name', 'from']) ?? 'unknown'
  return named === 'human' ? 'user' : named.slice(0, 200)
}

/** The text of a turn: a string, or parts of which the text ones count. */
function spokenIn(turn: Members): string | null {
  const content = turn.content
  const direct = textIn(turn, ['text', 'content', 'message', 'body'])
  if (direct !== null) return direct
  const parts = isMembers(content) ? content.parts : content
  if (!Array.isArray(parts)) return null
  const texts = parts.map((part) =>
    typeof part === 'string' ? part : isMembers(part) ? textIn(part, ['text']) : null,
  )
  return texts.filter((text) => text !== null).join('\n\n')
}

/** When it was said, as RFC 3339: from a date, or from seconds since 1970. */
function instantIn(turn: Members): string | null {
  for (const key of ['at', 'timestamp', 'created_at', 'create_time', 'ts', 'time', 'date']) {
    const value = turn[key]
    const isSeconds =
      typeof value === 'number' || (typeof value === 'string' && /^\d{9,11}(\.\d+)?$/.test(value))
    const moment = isSeconds ? Number(value) * 1000 : typeof value === 'string' ? momentOf(value) : Number.NaN
    if (Number.isFinite(moment) && Math.abs(moment) < 8.64e15) return new Date(moment).toISOString()
  }
  return null
}

function isMessage(item: unknown): boolean {
  return isMembers(item) && turnsOf(item) === null && typeof item.id !== 'string' && messageOf(item) !== null
}

function isExact(turn: unknown): boolean {
  return isMembers(turn) && typeof turn.speaker === 'string' && typeof turn.text === 'string'
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textIn(item: Members, keys: readonly string[]): string | null {
  for (const key of keys) if (typeof item[key] === 'string' && item[key] !== '') return item[key]
  return null
}

function unknownShape(place: number): Error {
  return new Error(
    `item ${place + 1} is neither a document, as in {"id": "keys", "text": "…"}, nor a conversation, as in {"messages": [{"role": "user", "content": "…"}]}`,
  )
}
