import { isFunctionWord } from '@cairn/text/function-words'
import type { QueryTerms } from '@cairn/text/query'
import { analyse } from '@cairn/text/terms'
import type { LivePassage } from './history.ts'
import {
  addTermScore,
  type Bags,
  bagsOf,
  type Channel,
  frequencyOf,
  lengthOf,
  naiveBm25,
  WEIGHTS,
} from './naive-bm25.ts'

/** BM25 with what conversation and the rest of a document add to it, as written on paper: for each passage the turns are found anew. */
export function naiveTopology(live: readonly LivePassage[], query: QueryTerms): number[] {
  const words = liftedScores(live, query)
  const spoken = live.map(({ passage }, i) => (isAsked(passage.speaker, query) ? 1.5 : 1) * words[i]!)
  return live.map((_, i) => {
    if (words[i] === 0) return 0
    const before = turnOf(live, firstOf(live, i) - 1)
    const after = turnOf(live, lastOf(live, i) + 1)
    const isBeside = (turn: readonly number[]) => turn.length > 0 && areBeside(live, i, turn[0]!)
    const best = (turn: readonly number[]) => Math.max(0, ...turn.map((row) => spoken[row]!))
    const reply = after.length > 0 && isAssistant(live, after[0]!) && !isAssistant(live, i) ? 0.4 : 0.1
    return (
      spoken[i]! + (isBeside(before) ? 0.1 * best(before) : 0) + (isBeside(after) ? reply * best(after) : 0)
    )
  })
}

/** BM25 with 0.3 of what the whole scores more that a passage was cut from: its document, or its turn. */
function liftedScores(live: readonly LivePassage[], query: QueryTerms): number[] {
  const passages = live.map(({ passage }) => passage)
  const bags = passages.map(bagsOf)
  return naiveBm25(passages, query).map((score, i) => {
    const whole = mergedBags(wholeOf(live, i).map((row) => bags[row]!))
    const terms = query.terms.filter(({ channel }) => channel !== 'key')
    const sum = terms.reduce(
      (total, { channel, term }) =>
        addTermScore(total, bags, whole, {
          channel: channel as Channel,
          term,
          weight: WEIGHTS[channel as Channel],
        }),
      0,
    )
    return score === 0 ? 0 : score + 0.3 * Math.max(0, sum - score)
  })
}

function wholeOf(live: readonly LivePassage[], i: number): number[] {
  const isOne = (a: number, b: number) =>
    live[a]?.passage.document === live[b]?.passage.document &&
    live[a]?.passage.speaker === live[b]?.passage.speaker
  let first = i
  while (first > 0 && isOne(first - 1, first)) first--
  let last = i
  while (last + 1 < live.length && isOne(last, last + 1)) last++
  return Array.from({ length: last - first + 1 }, (_, n) => first + n)
}

function mergedBags(parts: readonly Bags[]): Bags {
  const whole: Bags = { stem: new Map(), exact: new Map(), gram: new Map() }
  for (const bags of parts) {
    for (const channel of CHANNELS) {
      for (const [term, count] of bags[channel])
        whole[channel].set(term, (whole[channel].get(term) ?? 0) + count)
    }
  }
  return whole
}

const CHANNELS = ['stem', 'exact', 'gram'] as const

/** What the ten telling terms of three passages (best first, with their scores) add to every passage. */
export function naiveFeedback(
  live: readonly LivePassage[],
  query: QueryTerms,
  head: readonly { readonly index: number; readonly score: number }[],
): number[] {
  const bags = live.map(({ passage }) => bagsOf(passage))
  const terms = tellingTerms(bags, query, head)
  const total = terms.reduce((sum, [, share]) => sum + share, 0)
  return bags.map((bag) =>
    terms.reduce((sum, [term, share]) => {
      const weight = ((0.3 / 0.7) * query.words.length * share) / total
      return addTermScore(sum, bags, bag, { channel: 'stem', term, weight })
    }, 0),
  )
}

function tellingTerms(
  bags: readonly Bags[],
  query: QueryTerms,
  head: readonly { readonly index: number; readonly score: number }[],
): (readonly [string, number])[] {
  const sum = head.reduce((total, { score }) => total + score, 0)
  const shareOf = (term: string) =>
    head.reduce((share, { index, score }) => {
      const { stem } = bags[index]!
      return share + ((score / sum) * (stem.get(term) ?? 0)) / lengthOf(stem)
    }, 0)
  return [...new Set(head.flatMap(({ index }) => [...bags[index]!.stem.keys()]))]
    .filter((term) => !isFunctionWord(term) && [...term].length > 1)
    .filter((term) => !query.terms.some((asked) => asked.channel === 'stem' && asked.term === term))
    .filter((term) => frequencyOf(bags, 'stem', term) <= bags.length / 10)
    .map((term) => [term, shareOf(term)] as const)
    .sort((a, b) => (Math.abs(b[1] - a[1]) > 1e-12 ? b[1] - a[1] : a[0] < b[0] ? -1 : 1))
    .slice(0, 10)
}

function isAsked(speaker: string, { asks, terms }: QueryTerms): boolean {
  if (speaker === 'user' || speaker === 'assistant') return speaker === asks
  const names = analyse(speaker).filter(({ channel }) => channel === 'exact')
  return names.some((name) => terms.some((term) => term.channel === 'exact' && term.term === name.term))
}

/** Whether two passages stand in one conversation. */
function areBeside(live: readonly LivePassage[], a: number, b: number): boolean {
  const [one, other] = [live[a]!.passage, live[b]!.passage]
  return one.document === other.document && one.speaker !== '' && other.speaker !== ''
}

function isAssistant(live: readonly LivePassage[], i: number): boolean {
  return live[i]!.passage.speaker === 'assistant'
}

function isSameTurn(live: readonly LivePassage[], a: number, b: number): boolean {
  const [one, other] = [live[a]?.passage, live[b]?.passage]
  return one?.document === other?.document && one?.speaker === other?.speaker && one?.speaker !== ''
}

function firstOf(live: readonly LivePassage[], i: number): number {
  return isSameTurn(live, i - 1, i) ? firstOf(live, i - 1) : i
}

function lastOf(live: readonly LivePassage[], i: number): number {
  return isSameTurn(live, i, i + 1) ? lastOf(live, i + 1) : i
}

/** The passages of the turn that a place belongs to; none past the ends. */
function turnOf(live: readonly LivePassage[], i: number): number[] {
  if (live[i] === undefined) return []
  const first = firstOf(live, i)
  return Array.from({ length: lastOf(live, i) - first + 1 }, (_, n) => first + n)
}
