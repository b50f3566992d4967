import { factPassage } from '@cairn/fact/fact-passage'
import { sha256 } from '@cairn/http-kernel/sha-256'
import { commitFactsIndexing, readUnindexedFacts } from '@cairn/memory-store/index-facts'
import { buildSegment } from '@cairn/search-engine/build-segment'
import { formatOf } from '@cairn/search-engine/sections'
import { ANALYSER } from '@cairn/text/terms'
import type { Step } from './step.ts'

/** Puts up to 100 facts of before facts were indexed into the index, at the pointers they have: a search finds them from then on. */
export async function indexFacts({ bindings, namespace, ns }: Step): Promise<void> {
  const { memory, freshId, clock, signerOf } = bindings
  const facts = await readUnindexedFacts(memory, { ns })
  if (facts.length === 0) return
  const passages = await Promise.all(
    facts.map(async (fact) => factPassage(fact, await sha256(`${fact.batch}:${fact.ordinal}`))),
  )
  const bytes = buildSegment(
    passages,
    [],
    facts.map(({ batch, ordinal }) => ({ batch, ordinal })),
  )
  await commitFactsIndexing(memory, {
    ns,
    commitId: freshId(),
    requestHash: '',
    at: clock(),
    answer: '',
    signer: signerOf(namespace),
    facts,
    segment: { bytes, format: formatOf(bytes), analyser: ANALYSER, passages: passages.length },
  })
}
