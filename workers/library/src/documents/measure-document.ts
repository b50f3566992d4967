import { instantMs } from '@cairn/contract/date-time'
import { sha256 } from '@cairn/http-kernel/sha-256'
import type { NewDocument } from '@cairn/memory-store/stored-document'
import type { NewPassage } from '@cairn/memory-store/stored-passage'
import { quantize } from '@cairn/search-engine/vector'
import type { DocumentFormat, Passage } from '@cairn/text/passages'
import { readableText } from '@cairn/text/readable-text'
import { summarise } from '@cairn/text/summary'
import { countTokens } from '@cairn/text/tokens'
import type { ReadDocument } from './read-document.ts'
import { packBody } from './stored-body.ts'
import { vectorText } from './vector-text.ts'

/**
 * A document as the store takes it: token counts, summaries and hashes of its passages are made here. The embedding it came with is
 * that of each of them.
 */
export async function measureDocument(
  source: string,
  { sent, hash, passages }: ReadDocument,
): Promise<NewDocument> {
  const format = sent.format ?? 'markdown'
  const vector = sent.embedding === undefined ? null : vectorText(quantize(sent.embedding))
  return {
    source,
    id: sent.id,
    title: sent.title ?? '',
    uri: sent.uri ?? '',
    kind: sent.kind ?? '',
    tags: sent.tags ?? [],
    author: sent.author ?? '',
    createdAt: millisecondsOf(sent.created_at),
    eventAt: millisecondsOf(sent.event_at),
    horizonClass: sent.horizon_class ?? null,
    links: sent.links ?? [],
    format,
    hash,
    body: packBody(sent),
    passages: await Promise.all(
      passages.map(async (passage) => ({ ...(await measurePassage(passage, format)), vector })),
    ),
  }
}

/** Counts each text once: most passages are their own summary, and many are the same when escaped. */
async function measurePassage(passage: Passage, format: DocumentFormat): Promise<Omit<NewPassage, 'vector'>> {
  const { text } = passage
  const tokens = countTokens(text)
  const escaped = JSON.stringify(text).slice(1, -1)
  const summary = summaryOf(text, { format, tokens })
  return {
    text,
    start: passage.start,
    end: passage.end,
    heading: passage.heading,
    speaker: passage.speaker,
    at: passage.at,
    hash: await sha256(text),
    tokens,
    escapedTokens: escaped === text ? tokens : countTokens(escaped),
    summary,
    summaryTokens: summary === text ? tokens : countTokens(summary),
  }
}

/** Of what a reader sees, unless that would cost more than the text: a summary never does. */
function summaryOf(
  text: string,
  { format, tokens }: { readonly format: DocumentFormat; readonly tokens: number },
): string {
  const seen = readableText(text, format)
  const summary = summarise(seen)
  return seen === text || countTokens(summary) <= tokens ? summary : summarise(text)
}

function millisecondsOf(instant: string | undefined): number | null {
  return instant === undefined ? null : instantMs(instant)
}
