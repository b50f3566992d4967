/**
 * What should vectors count for beside words? Synthetic topics whose concepts have one word or several, with embeddings from good to bad:
 * nDCG@10 of words and vectors, each over its best, added up with every weight. `pnpm --filter @cairn/bench run dense-weight`.
 */
import { buildSegment } from '@cairn/search-engine/build-segment'
import { NO_POINTERS } from '@cairn/search-engine/pointer-set'
import { search } from '@cairn/search-engine/search'
import type { LaneName } from '@cairn/search-engine/search-request'
import { openSegment, type Segment } from '@cairn/search-engine/segment'
import { analyseQuery } from '@cairn/text/query'
import { passagesOf, questionsOf, type Text, type World } from './dense/synonyms.ts'
import { ndcgAt10 } from './quality/ndcg.ts'
import { passageInput } from './speed/passage-input.ts'
import { printTable } from './table.ts'

const WEIGHTS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]
const WORLDS: readonly (readonly [string, World])[] = [
  ['one word a concept, good vectors', { synonyms: 1, noise: 0.5 }],
  ['one word a concept, bad vectors', { synonyms: 1, noise: 1.5 }],
  ['three words a concept, good vectors', { synonyms: 3, noise: 0.5 }],
  ['three words a concept, fair vectors', { synonyms: 3, noise: 1 }],
  ['three words a concept, bad vectors', { synonyms: 3, noise: 1.5 }],
  ['six words a concept, fair vectors', { synonyms: 6, noise: 1 }],
]

const rows = WORLDS.map(([name, world]) => [name, ...scoresIn(world).map((score) => score.toFixed(3))])
printTable(['vectors count for', ...WEIGHTS.map((weight) => `${weight}`)], rows)

/** nDCG@10 with each weight. */
function scoresIn(world: World): number[] {
  const passages = passagesOf(world)
  const segment = segmentOf(passages)
  const asked = questionsOf(world).map((question) => ({ question, lanes: bothLanes(segment, question) }))
  return WEIGHTS.map((weight) => {
    const sum = asked.reduce((total, { question: { topic }, lanes }) => {
      const judged = new Map(passages.flatMap((passage, n) => (passage.topic === topic ? [[`${n}`, 1]] : [])))
      return total + ndcgAt10(ranked(lanes, weight), judged)
    }, 0)
    return sum / asked.length
  })
}

function segmentOf(passages: readonly Text[]): Segment {
  const inputs = passages.map(({ text, vector }, number) => ({
    ...passageInput({ number, document: number, index: 0, title: '', text }),
    vector,
  }))
  return openSegment(buildSegment(inputs, []), 1)
}

interface Both {
  readonly words: ReadonlyMap<number, number>
  readonly vectors: ReadonlyMap<number, number>
}

function bothLanes(segment: Segment, question: Text): Both {
  return { words: scoresOf(segment, question, 'Bm25'), vectors: scoresOf(segment, question, 'Dense') }
}

/** What one lane alone finds, by number. */
function scoresOf(segment: Segment, { text, vector }: Text, lane: LaneName): Map<number, number> {
  const request = { query: analyseQuery(text), vector, filter: null, limit: 1000, offset: 0, lanes: [lane] }
  return new Map(search([segment], NO_POINTERS, request).hits.map(({ ordinal, score }) => [ordinal, score]))
}

function ranked({ words, vectors }: Both, weight: number): string[] {
  const score = (n: number) => (1 - weight) * (words.get(n) ?? 0) + weight * (vectors.get(n) ?? 0)
  return [...new Set([...words.keys(), ...vectors.keys()])]
    .sort((a, b) => score(b) - score(a) || a - b)
    .slice(0, 10)
    .map(String)
}
