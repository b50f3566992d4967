import { cairnFactUri, cairnUri } from '@cairn/contract/research'
import { FACTS_SOURCE } from '@cairn/fact/fact-passage'
import { sha256 } from '@cairn/http-kernel/sha-256'
import type { ResearchPut } from '@cairn/memory-store/commit-research'
import type { Namespace } from '@cairn/memory-store/namespace'
import type { StoredPassage } from '@cairn/memory-store/stored-passage'
import { draft, putOf } from './draft.ts'
import { BETWEEN_MESSAGES, type OwnDocument } from './own-document.ts'
import type { ResearchReader } from './research-reader.ts'
import { packOwn, sourceMark } from './source-mark.ts'
import { wholeSecond } from './whole-second.ts'

/** A stretch of a document or fact of ours from `start` (UTF-16 units) on; `id` where the research passage is to have a given one. */
export interface Taking {
  readonly namespace: Namespace
  readonly own: OwnDocument
  readonly text: string
  readonly start: number
  readonly id: string | undefined
}

/**
 * The research passage of such a stretch, located by code points and lines, and its source. Their ids are made of what they name, so
 * that the same passage taken twice is one. `source` null: it is stored already.
 */
export async function takePassage(
  reader: ResearchReader,
  { namespace, own, text, start, id }: Taking,
): Promise<{ readonly source: ResearchPut | null; readonly passage: ResearchPut }> {
  const source = await sourceDraft(namespace, own)
  const passageId = `psg-${await short([source.id, start, text])}`
  const sent = { source_id: source.id, text, locator: locatorOf(own.text, text, start) }
  const passage = await draft('passage', sent, { id: id ?? passageId })
  const isStored = (await reader.read('source', [source.id])).has(source.id)
  return {
    source: isStored ? null : await putOf('source', source, packOwn(own)),
    passage: await putOf('passage', passage, sourceMark(source)),
  }
}

async function sourceDraft({ name }: Namespace, own: OwnDocument) {
  const isFact = own.source === FACTS_SOURCE
  const uri = isFact
    ? cairnFactUri({ namespace: name, factId: own.id })
    : cairnUri({ namespace: name, source: own.source, document: own.id })
  const sent = {
    kind: isFact ? 'memory' : 'document',
    uri,
    title: own.title || own.id,
    retrieved_at: wholeSecond(own.recordedAt),
    classification: 'unknown',
    content_hash: own.contentHash,
  }
  return draft('source', sent, { id: `src-${await short([uri, own.contentHash])}` })
}

async function short(parts: readonly unknown[]): Promise<string> {
  return (await sha256(JSON.stringify(parts))).slice(0, ID_DIGITS)
}

const ID_DIGITS = 24

/** Where an indexed passage begins in the text of its document, in UTF-16 units; it knows its place in its own message only. */
export function startIn({ messages }: OwnDocument, { start, end, text, speaker }: StoredPassage): number {
  if (messages === null) return start
  let base = 0
  for (const message of messages) {
    if (message.speaker === speaker && message.text.slice(start, end) === text) return base + start
    base += message.text.length + BETWEEN_MESSAGES.length
  }
  throw new Error('an indexed passage is in none of the messages')
}

function locatorOf(text: string, excerpt: string, start: number) {
  const before = text.slice(0, start)
  const charStart = [...before].length
  const lineStart = linesIn(before)
  return {
    line_start: lineStart,
    line_end: lineStart + linesIn(excerpt) - 1,
    char_start: charStart,
    char_end: charStart + [...excerpt].length,
  }
}

const linesIn = (text: string): number => text.split(/\r\n|\r|\n/).length
