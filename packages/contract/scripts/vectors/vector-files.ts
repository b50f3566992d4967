import { contextVectors } from './context-vectors.ts'
import { crcV1Vectors } from './crc-v1-vectors.ts'
import { freshnessVectors } from './freshness-vectors.ts'
import { negotiationVectors } from './negotiation-vectors.ts'
import { notebookVectors } from './notebook-vectors.ts'
import { quotationVectors } from './quotation-vectors.ts'
import { receiptVectors } from './receipt-vectors.ts'
import { researchVectors } from './research-vectors.ts'
import { canonicalVectors, slugVectors, timestampVectors } from './spelling-vectors.ts'
import type { Vector } from './vector.ts'

/** Every file of fixtures/vectors, by its name. */
export async function vectorFiles(): Promise<ReadonlyMap<string, readonly Vector[]>> {
  return new Map([
    ['crc-v1.json', crcV1Vectors()],
    ['research.json', withHolding(researchVectors())],
    ['notebook-status.json', notebookVectors()],
    ['quotations.json', quotationVectors()],
    ['context.json', withHolding(contextVectors())],
    ['negotiation.json', negotiationVectors()],
    ['receipts.json', withHolding(await receiptVectors())],
    ['canonical.json', canonicalVectors()],
    ['timestamps.json', timestampVectors()],
    ['slugs.json', slugVectors()],
    ['freshness.json', freshnessVectors()],
  ])
}

/** The vectors, and for each rule that only broken ones are about a good one of the same sort. */
function withHolding(vectors: readonly Vector[]): Vector[] {
  const held = new Set(vectors.filter(({ verdict }) => verdict === 'pass').map(({ rule }) => rule))
  const broken = new Map(
    vectors
      .filter(({ verdict, rule }) => verdict === 'fail' && !held.has(rule))
      .map((one) => [one.rule, one]),
  )
  const holding = [...broken.values()].map((failing): Vector => {
    const model = vectors.find((one) => one.verdict === 'pass' && sortOf(one) === sortOf(failing))!
    return { ...model, name: `${failing.rule}: holds in ${model.name}`, rule: failing.rule }
  })
  return [...vectors, ...holding]
}

const sortOf = ({ shape, sort, document }: Vector): unknown =>
  shape ?? sort ?? String((document as { schema?: unknown }).schema).replace(/v\d+$/, '')
