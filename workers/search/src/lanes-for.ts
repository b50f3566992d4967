import type { Lane } from '@cairn/contract/crc-v1'
import { lengthFindings } from '@cairn/contract/embedding-bounds'
import type { Finding } from '@cairn/contract/requests'
import { modelId } from '@cairn/embedder/models'
import { Problem } from '@cairn/http-kernel/problem'
import type { Embedder } from '@cairn/memory-store/embedder'
import { LANE_NAMES, type LaneName, WORD_LANES } from '@cairn/search-engine/search-request'
import { quantize } from '@cairn/search-engine/vector'

/** What of a question says which lanes are to run. */
export interface LanesAsked {
  /** null: every lane of the namespace that the question brings enough for */
  readonly lanes: readonly Lane[] | null
  readonly embedding: readonly number[] | null
}

/** The lanes that run for a question in a namespace. */
export interface LanesRun {
  readonly lanes: readonly LaneName[]
  /** the vector of the question, where Dense is one of them */
  readonly vector: Int8Array | null
  /** what was asked for and does not run, as reasons of the answer */
  readonly degraded: readonly string[]
  /** why the question cannot be asked in this namespace */
  readonly refusal: Problem | null
}

/** Which lanes run where that embedder makes the vectors; `made` is the vector that its model makes of the question, null in vain. */
export async function lanesFor(
  asked: LanesAsked,
  embedder: Embedder | null,
  made: (embedder: Embedder) => Promise<Int8Array | null>,
): Promise<LanesRun> {
  const words = WORD_LANES.filter((lane) => asked.lanes?.includes(lane) ?? true)
  if (!wantsDense(asked, embedder)) return run(words)
  if (embedder === null) return words.length > 0 ? without(words, 'lane_absent') : refused(noLane())
  if (modelId(embedder.name) === null) return withBrought(asked.embedding, embedder, words)
  if (asked.embedding !== null) return refused(notItsOwn())
  const vector = await made(embedder)
  return vector === null ? without(words, 'lane_unavailable') : withDense(words, vector)
}

/** The vector is the caller's, or missing. */
function withBrought(
  embedding: readonly number[] | null,
  embedder: Embedder,
  words: readonly LaneName[],
): LanesRun {
  if (embedding === null)
    return words.length > 0 ? without(words, 'lane_absent') : refused(noEmbedding(embedder))
  const findings = lengthFindings(embedding, embedder.dimensions, ['embedding'])
  return findings.length > 0 ? refused(invalid(findings)) : withDense(words, quantize(embedding))
}

/** By name, or by what there is to run it with. */
function wantsDense({ lanes, embedding }: LanesAsked, embedder: Embedder | null): boolean {
  if (lanes !== null) return lanes.includes('Dense')
  return embedding !== null || (embedder !== null && modelId(embedder.name) !== null)
}

function run(lanes: readonly LaneName[]): LanesRun {
  return { lanes, vector: null, degraded: [], refusal: null }
}

function withDense(words: readonly LaneName[], vector: Int8Array): LanesRun {
  return { ...run(LANE_NAMES.filter((lane) => lane === 'Dense' || words.includes(lane))), vector }
}

function without(words: readonly LaneName[], why: 'lane_absent' | 'lane_unavailable'): LanesRun {
  return { ...run(words), degraded: [`${why}:Dense`] }
}

function refused(refusal: Problem): LanesRun {
  return { ...run([]), refusal }
}

function noLane(): Problem {
  const lanes = WORD_LANES.join(', ')
  return lanesRefused(
    `This namespace has the lanes ${lanes}; none of them was asked for.`,
    `expected at least one of ${lanes}, as in ["Bm25"]`,
  )
}

function noEmbedding({ dimensions }: Embedder): Problem {
  return lanesRefused(
    'Dense compares vectors, and the question brings none.',
    `found Dense alone, expected an \`embedding\` of ${dimensions} numbers in the body, or another lane as well, as in ["Bm25", "Dense"]`,
  )
}

function lanesRefused(detail: string, message: string): Problem {
  return new Problem('invalid_parameter', detail, {
    errors: [{ pointer: '/lanes', rule: 'lane_absent', message }],
  })
}

function notItsOwn(): Problem {
  const message =
    'found an `embedding`, expected none: the embedder of the namespace makes its own (`GET /v1/embedder`); leave it out'
  return invalid([{ pointer: '/embedding', rule: 'embedder', message }])
}

function invalid(findings: readonly Finding[]): Problem {
  return new Problem('invalid_body', findings[0]!.message, { errors: findings })
}
