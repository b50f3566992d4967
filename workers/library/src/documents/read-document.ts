import { LIMITS } from '@cairn/contract/limits'
import { checkDocument, type Finding } from '@cairn/contract/requests'
import { parseJson } from '@cairn/http-kernel/json'
import type { NdjsonLine } from '@cairn/http-kernel/ndjson'
import { Problem } from '@cairn/http-kernel/problem'
import type { Embedder } from '@cairn/memory-store/embedder'
import { type Passage, splitMessages, splitText } from '@cairn/text/passages'
import { documentHash } from './document-hash.ts'
import { embeddingFindings } from './embedding-findings.ts'
import type { SentDocument } from './sent-document.ts'

/** A document that may be stored, cut into its passages. */
export interface ReadDocument {
  readonly sent: SentDocument
  /** SHA-256 of the document as canonical JSON: equal means that the same was sent, whatever the order of its members. */
  readonly hash: string
  readonly passages: readonly Passage[]
  /** UTF-8 bytes of the passages. */
  readonly bytes: number
}

/** What was sent at one place of the input: a document, or the reason why it is none. */
export type Entry =
  | { readonly line: number; readonly id: string; readonly document: ReadDocument; readonly problem: null }
  | { readonly line: number; readonly id: string | null; readonly document: null; readonly problem: Problem }

/** Reads one line of NDJSON; whatever is wrong with it is said of this line alone. */
export async function readLine(
  { line, text, problem }: NdjsonLine,
  embedder: Embedder | null,
): Promise<Entry> {
  if (problem !== null) return { line, id: null, document: null, problem }
  try {
    return await readDocument(line, parseJson(text), embedder)
  } catch (failure) {
    if (!(failure instanceof Problem)) throw failure
    return { line, id: null, document: null, problem: failure }
  }
}

/** Judges a parsed document for a namespace with that embedder, and hashes and cuts it. */
export async function readDocument(line: number, value: unknown, embedder: Embedder | null): Promise<Entry> {
  const findings = findingsOf(value, embedder)
  if (findings.length > 0) return { line, id: idOf(value), document: null, problem: refused(findings) }
  const sent = value as SentDocument
  const passages = cut(sent)
  const problem = countProblem(passages.length)
  if (problem !== null) return { line, id: sent.id, document: null, problem }
  const document = { sent, hash: await documentHash(sent), passages, bytes: bytesOf(passages) }
  return { line, id: sent.id, document, problem: null }
}

function cut(sent: SentDocument): Passage[] {
  const format = sent.format ?? 'markdown'
  if (sent.messages !== undefined) return splitMessages(sent.messages, format)
  return splitText(sent.text ?? '', format)
}

function bytesOf(passages: readonly Passage[]): number {
  return passages.reduce((sum, { text }) => sum + encoder.encode(text).length, 0)
}

const encoder = new TextEncoder()

function findingsOf(value: unknown, embedder: Embedder | null): readonly Finding[] {
  const findings = checkDocument(value)
  if (findings.length > 0) return findings
  const { embedding } = value as SentDocument
  return [...nulFindings(value), ...(embedding === undefined ? [] : embeddingFindings(embedding, embedder))]
}

function refused(findings: readonly Finding[]): Problem {
  return new Problem('invalid_body', findings[0]!.message, { errors: findings })
}

function countProblem(passages: number): Problem | null {
  if (passages > 0 && passages <= LIMITS.documentPassagesMax) return null
  const rule = passages === 0 ? 'no_text' : 'documentPassagesMax'
  const message =
    passages === 0
      ? 'found nothing that a reader would see, expected text'
      : `found ${passages} passages, expected at most ${LIMITS.documentPassagesMax}; send it in parts`
  return new Problem('invalid_body', message, { errors: [{ pointer: '', rule, message }] })
}

/** The store keeps text that ends at no character; U+0000 would end it. */
function nulFindings(value: unknown, pointer = ''): Finding[] {
  if (typeof value === 'string')
    return value.includes('\0')
      ? [{ pointer, rule: 'no_nul', message: 'found the character U+0000, expected text without it' }]
      : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => nulFindings(member, `${pointer}/${name}`))
}

function idOf(value: unknown): string | null {
  const id = (value as { readonly id?: unknown } | null)?.id
  return typeof id === 'string' && id.length <= LIMITS.documentIdLengthMax ? id : null
}
