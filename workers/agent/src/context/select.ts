import type { Strategy } from '@cairn/contract/operations/context'
import type { Body, Candidate, Chosen } from './candidate.ts'

/** What is chosen, in the order it was, and whether something wanted did not fit. */
export interface Selection {
  readonly chosen: readonly Chosen[]
  readonly isExhausted: boolean
}

/** Which of the candidates, how, and in how many tokens: `costOf` is what one of them adds to the answer. */
export interface Choice {
  readonly strategy: Strategy
  readonly room: number
  readonly costOf: (chosen: Chosen) => number
}

/**
 * Chooses greedily in the order of a strategy, skipping what does not fit: whole where that fits, else as a summary, never cut.
 * Ties go by relevance, confidence, freshness, tokens, id.
 */
export function select(candidates: readonly Candidate[], choice: Choice): Selection {
  const isByCoverage = choice.strategy === 'coverage_first' || choice.strategy === 'minimal'
  return isByCoverage ? selectByCoverage(candidates, choice) : selectInOrder(candidates, choice)
}

type Key = (candidate: Candidate) => number

const KEYS = {
  relevance_first: ({ relevanceMilli }) => relevanceMilli,
  confidence_first: ({ confidenceMilli }) => confidenceMilli,
  freshness_first: ({ freshnessMilli }) => freshnessMilli,
  cost_first: ({ relevanceMilli, full }) => relevanceMilli / Math.max(1, full.tokens),
} as const satisfies Partial<Record<Strategy, Key>>

function selectInOrder(candidates: readonly Candidate[], choice: Choice): Selection {
  const key = KEYS[choice.strategy as keyof typeof KEYS]
  const chosen: Chosen[] = []
  let { room } = choice
  for (const candidate of [...candidates].sort((a, b) => key(b) - key(a) || tie(a, b))) {
    const taken = bestThatFits(candidate, room, choice.costOf)
    if (taken === null) continue
    chosen.push(taken)
    room -= choice.costOf(taken)
  }
  return { chosen, isExhausted: chosen.length < candidates.length || isAnySummary(chosen) }
}

/**
 * What holds most new words of the query for its tokens comes next. When nothing holds a new one, `minimal` is done; the other
 * goes on by relevance. Where no candidate holds any word, one is enough for `minimal`.
 */
function selectByCoverage(candidates: readonly Candidate[], { strategy, room, costOf }: Choice): Selection {
  const chosen: Chosen[] = []
  const covered = new Set<number>()
  const wanted = new Set(candidates.flatMap(({ full }) => [...full.words]))
  const isEnough = () => strategy === 'minimal' && chosen.length > 0 && covered.size === wanted.size
  let left = [...candidates].sort(tie)
  let remaining = room
  while (!isEnough()) {
    const fitting = left.flatMap((candidate) => bestThatFits(candidate, remaining, costOf) ?? [])
    const next = mostNewWords(fitting, covered)
    if (next === null || (strategy === 'minimal' && chosen.length > 0 && newWords(next.body, covered) === 0))
      break
    chosen.push(next)
    remaining -= costOf(next)
    for (const word of next.body.words) covered.add(word)
    left = left.filter((candidate) => candidate !== next.candidate)
  }
  const isShort = strategy === 'minimal' ? covered.size < wanted.size : left.length > 0
  return { chosen, isExhausted: isShort || isAnySummary(chosen) }
}

/** The first of the most, where they stand in the order of ties. */
function mostNewWords(fitting: readonly Chosen[], covered: ReadonlySet<number>): Chosen | null {
  const worth = ({ body }: Chosen) => newWords(body, covered) / Math.max(1, body.tokens)
  return fitting.reduce<Chosen | null>(
    (best, one) => (best === null || worth(one) > worth(best) ? one : best),
    null,
  )
}

const newWords = ({ words }: Body, covered: ReadonlySet<number>): number =>
  [...words].filter((word) => !covered.has(word)).length

function bestThatFits(candidate: Candidate, room: number, costOf: Choice['costOf']): Chosen | null {
  const whole = { candidate, body: candidate.full }
  const cost = costOf(whole)
  if (cost <= room) return whole
  const isHopeless = cost - candidate.full.tokens >= room
  const summary = isHopeless ? null : candidate.summary()
  if (summary === null) return null
  const shorter = { candidate, body: summary }
  return costOf(shorter) <= room ? shorter : null
}

const isAnySummary = (chosen: readonly Chosen[]): boolean =>
  chosen.some(({ candidate, body }) => body !== candidate.full)

function tie(a: Candidate, b: Candidate): number {
  return (
    b.relevanceMilli - a.relevanceMilli ||
    b.confidenceMilli - a.confidenceMilli ||
    b.freshnessMilli - a.freshnessMilli ||
    a.full.tokens - b.full.tokens ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  )
}
