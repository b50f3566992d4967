import { isServed } from './is-served.ts'
import type { Cell, Failure } from './ledger.ts'
import { whyNotAsked } from './not-asked.ts'
import { JUDGED_WORKERS, type JudgedWorker, type Requirement } from './requirement.ts'
import { REQUIREMENTS } from './requirements.ts'
import type { RunState } from './run-state.ts'
import { SCENARIOS } from './scenarios.ts'

/**
 * `pass`: seen to hold wherever it was looked at. `not exercised`: some part of it could not be looked at, and nothing failed. `not asked`: the
 * Worker is not there, or reports a contract of before it was demanded.
 */
export type Outcome = 'pass' | 'fail' | 'not exercised' | 'not asked'

/** What a run found of one requirement at one Worker. */
export interface Result {
  readonly worker: JudgedWorker
  readonly requirement: Requirement['id']
  readonly keyword: Requirement['keyword']
  readonly authority: Requirement['authority']
  readonly layer: Requirement['layer']
  readonly text: string
  readonly outcome: Outcome
  /** How often it was judged. */
  readonly judged: number
  /** Why it failed, was not exercised or not asked; absent on a pass. */
  readonly why?: readonly string[]
  /** The first failures with what was sent and answered; absent without any. */
  readonly failures?: readonly Failure[]
}

/** The outcome of a run, or of what was run so far. */
export interface Report {
  readonly id: string
  readonly started_at: string
  readonly finished_at: string | null
  readonly calls: number
  readonly verdict: {
    /** Every MUST of the schema and of the contract's prose was seen to hold. */
    readonly crc_v1: boolean
    /** Every MUST of the Cairn profile as well. */
    readonly cairn: boolean
  }
  readonly totals: Readonly<Record<Outcome, number>>
  /** By Worker, then in the order of the requirement table. */
  readonly results: readonly Result[]
}

/**
 * The report of a run. What no scenario reached is `not exercised`, so an unfinished run conforms to nothing. What only newer
 * contracts have is not asked of a Worker on an older one, and takes nothing from its verdict; one that is not there meets no profile.
 */
export function reportOf(state: RunState): Report {
  const results = REQUIREMENTS.flatMap((requirement) =>
    requirement.workers.map((worker) => resultOf(requirement, worker, state)),
  ).sort((a, b) => JUDGED_WORKERS.indexOf(a.worker) - JUDGED_WORKERS.indexOf(b.worker))
  const isSpared = ({ outcome, worker }: Result) =>
    outcome === 'not asked' && !(state.absent ?? []).includes(worker)
  const isMet = (counts: (result: Result) => boolean) =>
    results.every(
      (result) =>
        !counts(result) || result.keyword !== 'MUST' || result.outcome === 'pass' || isSpared(result),
    )
  return {
    id: state.id,
    started_at: new Date(state.startedAt).toISOString(),
    finished_at: state.finishedAt === null ? null : new Date(state.finishedAt).toISOString(),
    calls: state.calls,
    verdict: { crc_v1: isMet(({ authority }) => authority !== 'cairn'), cairn: isMet(() => true) },
    totals: {
      pass: count(results, 'pass'),
      fail: count(results, 'fail'),
      'not exercised': count(results, 'not exercised'),
      'not asked': count(results, 'not asked'),
    },
    results,
  }
}

/** Why a requirement is not demanded of a Worker: the Worker is not asked at all, or no scenario that would judge it there is served. */
function whyNotDemanded({ id }: Requirement, worker: JudgedWorker, state: RunState): string | null {
  const why = whyNotAsked(worker, state)
  if (why !== null || state.ledger[`${worker} ${id}`] !== undefined) return why
  const judging = SCENARIOS.filter(
    ({ judges, at }) => (judges as readonly string[]).includes(id) && (at?.includes(worker) ?? true),
  )
  if (judging.length === 0 || judging.some((scenario) => isServed(scenario, state))) return null
  const { contract, of } = judging[0]!.since!
  return `it needs contract ${contract} of ${of.join(' and ')}`
}

const NEVER_REACHED: Cell = { passes: 0, failures: 0, shown: [], unexercised: ['no scenario reached it'] }

function resultOf(requirement: Requirement, worker: JudgedWorker, state: RunState): Result {
  const { id, keyword, authority, layer, text } = requirement
  const told = { worker, requirement: id, keyword, authority, layer, text }
  const spared = whyNotDemanded(requirement, worker, state)
  if (spared !== null) return { ...told, outcome: 'not asked', judged: 0, why: [spared] }
  const cell = state.ledger[`${worker} ${id}`] ?? NEVER_REACHED
  const outcome = outcomeOf(cell)
  return {
    ...told,
    outcome,
    judged: cell.passes + cell.failures,
    ...(outcome === 'pass' ? {} : { why: [...cell.shown.map(({ why }) => why), ...cell.unexercised] }),
    ...(cell.shown.length === 0 ? {} : { failures: cell.shown }),
  }
}

function outcomeOf({ failures, unexercised }: Cell): Outcome {
  if (failures > 0) return 'fail'
  return unexercised.length > 0 ? 'not exercised' : 'pass'
}

function count(results: readonly Result[], outcome: Outcome): number {
  return results.filter((result) => result.outcome === outcome).length
}
