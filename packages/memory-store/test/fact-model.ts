import type { NewFact } from '../src/stored-fact.ts'

/** A fact as the model holds it; `place` is when it came. */
export interface ModelFact extends NewFact {
  readonly id: string
  readonly place: number
  readonly effectiveAt: number
  readonly recordedAt: number
  retractedAt: number | null
}

/** The instants of a read; null is no bound. */
export interface ModelInstants {
  readonly asOf: number | null
  readonly recordedAsOf: number | null
  readonly now: number
}

/** Fact time in memory, slow and obvious: a list of facts, and each rule as it is told. */
export class FactModel {
  readonly facts: ModelFact[] = []
  /** When the last commit was made; no later one was made before it. */
  #headAt = 0

  /** What stating a fact comes to: `existed` with the id of the one it repeats, the fault of its `supersedes`, or written. */
  state(fact: NewFact, { id, at }: { readonly id: string; readonly at: number }): string {
    const recordedAt = Math.max(at, this.#headAt)
    const effectiveAt = fact.validFrom?.at ?? fact.observedAt?.at ?? recordedAt
    const stated = { ...fact, id, place: this.facts.length, effectiveAt, recordedAt, retractedAt: null }
    const repeated = this.#repeatedBy(stated)
    if (repeated !== null) return `existed ${repeated.id}`
    const fault = fact.supersedes === null ? null : this.#fault(stated)
    if (fault !== null) return fault
    this.facts.push(stated)
    this.#headAt = recordedAt
    return 'written'
  }

  /** Says of a fact that it was wrong; false when that was said before, or it is none. */
  retract(id: string, at: number): boolean {
    const fact = this.facts.find((one) => one.id === id)
    if (fact === undefined || fact.retractedAt !== null) return false
    fact.retractedAt = Math.max(at, this.#headAt)
    this.#headAt = fact.retractedAt
    return true
  }

  /** Ids of what is current at a slug, in order. */
  current(slug: Slug, instants: ModelInstants): string[] {
    return this.#slug(slug)
      .filter((fact) => this.#isCurrent(fact, instants))
      .map(({ id }) => id)
  }

  /** All facts of a slug that were recorded by then, newest first. */
  history(slug: Slug, { recordedAsOf }: ModelInstants): string[] {
    return this.#slug(slug)
      .filter(({ recordedAt }) => recordedAsOf === null || recordedAt <= recordedAsOf)
      .map(({ id }) => id)
      .toReversed()
  }

  #slug({ entity, key }: Slug): ModelFact[] {
    return this.facts.filter((fact) => fact.entity === entity && fact.key === key).sort(compare)
  }

  #isCurrent(fact: ModelFact, instants: ModelInstants): boolean {
    if (!this.#holds(fact, instants)) return false
    return !this.#slug(fact).some(
      (other) => other.cardinality === 'one' && compare(other, fact) > 0 && this.#holds(other, instants),
    )
  }

  #holds(fact: ModelFact, instants: ModelInstants): boolean {
    const { asOf, now } = instants
    const hasEnded = fact.validTo !== null && fact.validTo.at <= (asOf ?? now)
    const isReplaced = this.facts.some(
      (other) => other.supersedes === fact.id && isKnown(other, instants) && hasBegun(other, instants),
    )
    return isKnown(fact, instants) && hasBegun(fact, instants) && !hasEnded && !isReplaced
  }

  #repeatedBy(fact: ModelFact): ModelFact | null {
    const before = this.#slug(fact).filter((one) => one.retractedAt === null && isAtOrBefore(one, fact))
    const last = before.findLast(
      (one) => fact.cardinality === 'one' || (one.cardinality === 'many' && one.value === fact.value),
    )
    if (last === undefined || !saysTheSame(last, fact)) return null
    const isCutOff = before.some((one) => one.cardinality === 'one' && compare(one, last) > 0)
    const isReplaced = this.facts.some((one) => one.supersedes === last.id && one.retractedAt === null)
    return isCutOff || isReplaced ? null : last
  }

  #fault(fact: ModelFact): string | null {
    const target = this.facts.find(({ id }) => id === fact.supersedes)
    if (target === undefined) return 'unknown'
    if (target.entity !== fact.entity || target.key !== fact.key) return 'foreign'
    if (target.value === fact.value && sameTimes(target, fact)) return 'itself'
    const isReplaced = this.facts.some((one) => one.supersedes === target.id && one.retractedAt === null)
    const isFollowed = this.#slug(fact).some(
      (one) =>
        one.cardinality === 'one' &&
        one.retractedAt === null &&
        compare(one, target) > 0 &&
        one.effectiveAt <= fact.recordedAt,
    )
    return target.retractedAt !== null || isReplaced || isFollowed ? 'retired' : null
  }
}

type Slug = Pick<NewFact, 'entity' | 'key'>

function compare(a: ModelFact, b: ModelFact): number {
  return a.effectiveAt - b.effectiveAt || a.recordedAt - b.recordedAt || a.place - b.place
}

function isAtOrBefore(one: ModelFact, fact: ModelFact): boolean {
  return one.effectiveAt < fact.effectiveAt || one.effectiveAt === fact.effectiveAt
}

function isKnown(fact: ModelFact, { recordedAsOf }: ModelInstants): boolean {
  if (recordedAsOf === null) return fact.retractedAt === null
  return fact.recordedAt <= recordedAsOf && (fact.retractedAt === null || fact.retractedAt > recordedAsOf)
}

function hasBegun(fact: ModelFact, { asOf, now }: ModelInstants): boolean {
  return fact.effectiveAt <= (asOf ?? Math.max(now, fact.recordedAt))
}

function saysTheSame(a: ModelFact, b: ModelFact): boolean {
  return (
    a.value === b.value &&
    a.cardinality === b.cardinality &&
    a.confidence === b.confidence &&
    a.horizonClass === b.horizonClass &&
    sameTimes(a, b) &&
    (b.supersedes === null || a.supersedes === b.supersedes)
  )
}

function sameTimes(a: NewFact, b: NewFact): boolean {
  return (['validFrom', 'validTo', 'observedAt'] as const).every((name) => a[name]?.at === b[name]?.at)
}
