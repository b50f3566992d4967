import type { DocumentInput, Message } from '@cairn/client'
import { LIMITS } from '@cairn/contract/limits'

/** Room for the members beside the text. */
const BYTES_MAX = LIMITS.documentBytesMax - 64 * 1024
/** A document has at most 2,000 passages of about 250 tokens; texts of short paragraphs reach that before the bytes. */
const CHARACTERS_MAX = 500_000
const MESSAGES_MAX = LIMITS.documentPassagesMax / 2

/** A document as one, or as parts that each fit: `<id>`, `<id>~2`, `<id>~3`, cut between paragraphs or between messages. */
export function cutDocument(document: DocumentInput): DocumentInput[] {
  const { id } = document
  const parts =
    document.messages === undefined
      ? cutText(document.text).map((text) => ({ ...document, text }))
      : cutMessages(document.messages).map((messages) => ({ ...document, messages }))
  return parts.map((part, place) =>
    place === 0 ? part : { ...part, id: `${id}~${place + 1}` },
  ) as DocumentInput[]
}

function cutText(text: string): string[] {
  const parts: string[] = []
  let rest = text
  while (!fits(rest)) {
    const end = endOfPart(rest)
    parts.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return rest === '' && parts.length > 0 ? parts : [...parts, rest]
}

/** Between paragraphs where there are some, else between lines, else anywhere that splits no character. */
function endOfPart(text: string): number {
  let window = text.slice(0, CHARACTERS_MAX)
  while (bytesOf(window) > BYTES_MAX) window = window.slice(0, Math.floor(window.length * 0.9))
  for (const between of ['\n\n', '\n', ' ']) {
    const at = window.lastIndexOf(between)
    if (at > window.length / 2) return at + between.length
  }
  return /[\ud800-\udbff]$/.test(window) ? window.length - 1 : window.length
}

function fits(text: string): boolean {
  return text.length <= CHARACTERS_MAX && bytesOf(text) <= BYTES_MAX
}

function cutMessages(messages: readonly Message[]): Message[][] {
  const parts: Message[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const message of messages.flatMap(cutMessage)) {
    const bytes = bytesOf(JSON.stringify(message))
    if (size + bytes > BYTES_MAX || parts.at(-1)!.length >= MESSAGES_MAX) {
      parts.push([])
      size = 0
    }
    parts.at(-1)!.push(message)
    size += bytes
  }
  return parts
}

const cutMessage = (message: Message): Message[] =>
  cutText(message.text).map((text) => ({ ...message, text }))

function bytesOf(text: string): number {
  return Buffer.byteLength(text)
}
