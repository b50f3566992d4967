import {
  type CitationReason,
  type CitationVerdict,
  citationReasons,
  passageHash,
  type ResearchCitation,
} from '@cairn/contract/research'
import { locatorFindings } from './locate.ts'
import type { OwnDocument } from './own-document.ts'
import type { Live, ResearchReader } from './research-reader.ts'
import { sourceMark, unpackOwn } from './source-mark.ts'

/** Judges citations by what is stored now, in their order. Passages are read for 50 citations at a time. */
export async function verdictsOf(
  reader: ResearchReader,
  citations: readonly ResearchCitation[],
): Promise<CitationVerdict[]> {
  const verdicts: CitationVerdict[] = []
  for (let from = 0; from < citations.length; from += TOGETHER)
    verdicts.push(...(await judged(reader, citations.slice(from, from + TOGETHER))))
  return verdicts
}

const TOGETHER = 50

/** The verdict as a header says it. */
export function verdictHeader({ verdict, reasons }: CitationVerdict): string {
  return verdict === 'holds' ? 'holds' : `fails; reasons="${reasons.join(' ')}"`
}

async function judged(
  reader: ResearchReader,
  citations: readonly ResearchCitation[],
): Promise<CitationVerdict[]> {
  const passages = await reader.read(
    'passage',
    citations.flatMap((citation) => citation.passage_ids),
  )
  const faults = await faultsOf(reader, [...passages.values()])
  return citations.map((citation) => {
    const cited = citation.passage_ids.flatMap((id) => passages.get(id) ?? [])
    const found = new Set<CitationReason>([
      ...citationReasons(
        citation,
        cited.map(({ document }) => document),
      ),
      ...cited.flatMap(({ row }) => faults.get(row.id)!),
    ])
    const reasons = ORDER.filter((reason) => found.has(reason))
    return { citation_id: citation.id, verdict: reasons.length === 0 ? 'holds' : 'fails', reasons }
  })
}

const ORDER: readonly CitationReason[] = [
  'passage_missing',
  'hash_changed',
  'source_changed',
  'quote_missing',
]

/** What is wrong with each passage, by id. Documents of ours are read one at a time: each may be a MiB. */
async function faultsOf(
  reader: ResearchReader,
  passages: readonly Live<'passage'>[],
): Promise<Map<string, CitationReason[]>> {
  const sources = await reader.read(
    'source',
    passages.map(({ document }) => document.source_id),
  )
  const sourceOf = ({ document }: Live<'passage'>) => sources.get(document.source_id)
  const faults = new Map<string, CitationReason[]>()
  for (const [mark, group] of Map.groupBy(passages, (one) => sourceOf(one)?.row.mark ?? null)) {
    const name = unpackOwn(mark)
    const own = name === null ? undefined : await reader.own(name)
    for (const passage of group)
      faults.set(passage.row.id, await faultsOfPassage(passage, sourceOf(passage), own))
  }
  return faults
}

/** `own`: the document the source was made from; null when it is gone, undefined for a source of elsewhere. */
async function faultsOfPassage(
  { row, document }: Live<'passage'>,
  source: Live<'source'> | undefined,
  own: OwnDocument | null | undefined,
): Promise<CitationReason[]> {
  const isTextOther = (await passageHash(document.text)) !== document.hash
  const isGone = own != null && locatorFindings(own.text, document).length > 0
  const isSourceOther =
    source === undefined ||
    sourceMark(source.document) !== row.mark ||
    (own !== undefined && own?.contentHash !== source.document.content_hash)
  return [
    ...(isTextOther || isGone ? (['hash_changed'] as const) : []),
    ...(isSourceOther ? (['source_changed'] as const) : []),
  ]
}
