import { isServed } from './is-served.ts'
import type { Cell, Failure } from './ledger.ts'
import type { JudgedWorker, Requirement } from './requirement.ts'
import { REQUIREMENTS } from './requirements.ts'
import type { RunState } from './run-state.ts'
import { SCENARIOS } from './scenarios.ts'

/** `pass`: seen to hold wherever it was looked at. `not exercised`: some part of it could not be looked at, and nothing failed. */
export type Outcome = 'pass' | 'fail' | 'not exercised'

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
  /** Why it failed or was not exercised; absent on a pass. */
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
 * contracts have is demanded of no Worker on an older one.
 */
export function reportOf(state: RunState): Report {
  const results = REQUIREMENTS.flatMap((requirement) =>
    requirement.workers
      .filter((worker) => isDemanded(requirement, worker, state))
      .map((worker) => resultOf(requirement, worker, state)),
  ).sort((a, b) => ORDER.indexOf(a.worker) - ORDER.indexOf(b.worker))
  const isMet = (counts: (result: Result) => boolean) =>
    results.every((result) => !counts(result) || result.keyword !== 'MUST' || result.outcome === 'pass')
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
    },
    results,
  }
}

/** Not when every scenario that would judge it there needs a newer contract. */
function isDemanded({ id }: Requirement, worker: JudgedWorker, state: RunState): boolean {
  if (state.ledger[`${worker} ${id}`] !== undefined) return true
  const judging = SCENARIOS.filter(
    ({ judges, at }) => (judges as readonly string[]).includes(id) && (at?.includes(worker) ?? true),
  )
  return judging.length === 0 || judging.some((scenario) => isServed(scenario, state))
}

const ORDER: readonly JudgedWorker[] = ['search', 'fetch-content', 'facts', 'library', 'bootstrap']
const NEVER_REACHED: Cell = { passes: 0, failures: 0, shown: [], unexercised: ['no scenario reached it'] }

function resultOf(requirement: Requirement, worker: JudgedWorker, state: RunState): Result {
  const cell = state.ledger[`${worker} ${requirement.id}`] ?? NEVER_REACHED
  const outcome = outcomeOf(cell)
  const { id, keyword, authority, layer, text } = requirement
  return {
    worker,
    requirement: id,
    keyword,
    authority,
    layer,
    text,
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
