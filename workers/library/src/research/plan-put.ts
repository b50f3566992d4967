import { type ResearchDocuments, statusFindings } from '@cairn/contract/research'
import { Problem } from '@cairn/http-kernel/problem'
import type { ResearchPut } from '@cairn/memory-store/commit-research'
import type { Namespace } from '@cairn/memory-store/namespace'
import type { ResearchKind } from '@cairn/memory-store/research'
import { draft, type Filled, putOf } from './draft.ts'
import { locatorFindings } from './locate.ts'
import { planSource } from './plan-source.ts'
import { expectReferences } from './references.ts'
import { invalid, referenceUnknown } from './refusals.ts'
import type { Live, ResearchReader } from './research-reader.ts'
import { settleNotebooks } from './settle-notebooks.ts'
import { sourceMark, unpackOwn } from './source-mark.ts'
import { wholeSecond } from './whole-second.ts'

/** A research document about to be written. `before`: what it replaces; null where it is new. */
export interface Writing<K extends ResearchKind = ResearchKind> {
  readonly kind: K
  readonly id: string
  readonly sent: Readonly<Record<string, unknown>>
  readonly before: Live<K> | null
  readonly reader: ResearchReader
  readonly namespace: Namespace
  readonly now: number
}

/** What a writing comes to: the document first, then what else it changes. */
export interface PlannedPut {
  readonly puts: readonly [ResearchPut, ...ResearchPut[]]
  /** what was filled in: with it the same sending makes the same document again */
  readonly filled: Filled
}

/** Judges what was sent against what is stored. Throws the Problem that refuses it. */
export async function planPut(writing: Writing): Promise<PlannedPut> {
  switch (writing.kind) {
    case 'source':
      return planSource(writing as Writing<'source'>)
    case 'passage':
      return planPassage(writing as Writing<'passage'>)
    case 'citation':
      return planCitation(writing as Writing<'citation'>)
    case 'notebook':
      return planNotebook(writing as Writing<'notebook'>)
    default:
      return writing.kind satisfies never
  }
}

async function planPassage({ id, sent, reader }: Writing<'passage'>): Promise<PlannedPut> {
  const filled = { id }
  const document = await draft('passage', sent, filled)
  await expectReferences(reader, document, null)
  const source = (await reader.read('source', [document.source_id])).get(document.source_id)!
  await expectExcerpt(reader, document, source)
  return { puts: [await putOf('passage', document, sourceMark(source.document))], filled }
}

/** Of a document of ours a passage is what stands there, as long as that is what the source was made from. */
async function expectExcerpt(
  reader: ResearchReader,
  passage: ResearchDocuments['passage'],
  source: Live<'source'>,
): Promise<void> {
  const own = unpackOwn(source.row.mark)
  if (own === null) return
  const document = await reader.own(own)
  if (document?.contentHash !== source.document.content_hash) throw sourceMoved()
  const findings = locatorFindings(document!.text, passage)
  if (findings.length > 0) throw invalid(findings)
}

function sourceMoved(): Problem {
  const message =
    'the document of this source was deleted or replaced since; store a source of what it is now'
  return referenceUnknown([{ pointer: '/source_id', rule: 'source_changed', message }])
}

async function planCitation({ id, sent, before, reader, now }: Writing<'citation'>): Promise<PlannedPut> {
  const filled = { id }
  const document = await draft('citation', sent, filled)
  await expectReferences(reader, document, before?.document ?? null)
  const isLess = before?.document.support === 'supports' && document.support !== 'supports'
  const changed = new Map([[id, document]])
  const notebooks = isLess ? await settleNotebooks(reader, { removed: [], changed, now }) : []
  return { puts: [await putOf('citation', document, null), ...notebooks], filled }
}

async function planNotebook(writing: Writing<'notebook'>): Promise<PlannedPut> {
  const { id, sent, before, reader, now } = writing
  const filled = { id, updated_at: await timeOf(writing) }
  const document = await draft('notebook', sent, filled)
  if (sent.updated_at !== undefined) expectTime(document, before?.document ?? null, now)
  await expectReferences(reader, document, before?.document ?? null)
  const citations = await reader.read('citation', document.citation_ids)
  const findings = statusFindings(
    before?.document ?? null,
    document,
    [...citations.values()].map((live) => live.document),
  )
  if (findings.length > 0) throw new Problem('status_refused', findings[0]!.message, { errors: findings })
  return { puts: [await putOf('notebook', document, null)], filled }
}

/** When a notebook was updated: now, and never earlier than before; sent again as it is, it was not. */
async function timeOf({ id, sent, before, now }: Writing<'notebook'>): Promise<string> {
  if (before === null) return wholeSecond(now)
  const { updated_at } = before.document
  const isSame = JSON.stringify(await draft('notebook', sent, { id, updated_at })) === before.row.document
  return isSame || Date.parse(updated_at) > now ? updated_at : wholeSecond(now)
}

function expectTime(
  { updated_at }: ResearchDocuments['notebook'],
  before: ResearchDocuments['notebook'] | null,
  now: number,
): void {
  const wrong = (expected: string) =>
    invalid([
      { pointer: '/updated_at', rule: 'updated_at', message: `found another time, expected ${expected}` },
    ])
  if (Date.parse(updated_at) > now + DAY_MS)
    throw wrong('at most 24 hours from now; leave it out, and it is filled in')
  if (before !== null && Date.parse(updated_at) < Date.parse(before.updated_at))
    throw wrong(`${before.updated_at} or later; leave it out, and it is filled in`)
}

const DAY_MS = 24 * 60 * 60 * 1000
