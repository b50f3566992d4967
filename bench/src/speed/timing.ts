import { type Kind, questionsOf } from './corpus.ts'
import type { Runtime, SubjectName } from './runtime.ts'

/** Milliseconds a question over several rounds. */
export interface Timing {
  readonly median: number
  readonly least: number
  readonly most: number
}

const ROUNDS = 7
/** A round is as many questions as take about this long, at least one. */
const ROUND_MS = 150
const REPEATS_MAX = 256

/**
 * Times the subjects in turn, so that a slow moment of the machine strikes them alike. What an order without a question costs is taken off. Throws where
 * one finds nothing.
 */
export async function inTurn(
  runtime: Runtime,
  names: readonly SubjectName[],
  kind: Kind,
): Promise<ReadonlyMap<SubjectName, Timing>> {
  const plans = new Map<SubjectName, Plan>()
  for (const name of names) plans.set(name, await planFor(runtime, name, kind))
  const times = new Map(names.map((name) => [name, [] as number[]]))
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, plan] of plans) times.get(name)!.push(await perQuestion(runtime, name, plan, round))
  return new Map(Array.from(times, ([name, each]) => [name, timingOf(each)]))
}

interface Plan {
  readonly kind: Kind
  readonly questions: number
  readonly repeats: number
}

/** Warms up, and finds how many questions a round has room for. */
async function planFor(runtime: Runtime, name: SubjectName, kind: Kind): Promise<Plan> {
  const all = questionsOf(kind).length
  const { ms: one } = await asked(runtime, name, { kind, questions: 1, repeats: 1 }, 0)
  if (one > ROUND_MS) return { kind, questions: 1, repeats: 1 }
  const { ms, hits } = await asked(runtime, name, { kind, questions: all, repeats: 1 }, 0)
  if (hits === 0) throw new Error(`${name} finds nothing for ${kind}`)
  const repeats = Math.min(REPEATS_MAX, Math.max(1, Math.round(ROUND_MS / ms)))
  const questions = Math.min(all, Math.max(1, Math.floor((all * ROUND_MS) / ms)))
  return { kind, questions, repeats }
}

async function perQuestion(runtime: Runtime, name: SubjectName, plan: Plan, round: number): Promise<number> {
  const { ms: idle } = await asked(runtime, name, { ...plan, repeats: 0 }, round)
  const { ms: busy } = await asked(runtime, name, plan, round)
  return (busy - idle) / (plan.questions * plan.repeats)
}

/** Every round begins with another question. */
function asked(runtime: Runtime, name: SubjectName, { kind, questions, repeats }: Plan, round: number) {
  const all = questionsOf(kind)
  const ask = Array.from({ length: questions }, (_, i) => all[(i + round * questions) % all.length]!)
  return runtime.order(name, { ask, isPhrase: kind === 'phrase', rounds: repeats })
}

function timingOf(times: readonly number[]): Timing {
  const sorted = times.toSorted((a, b) => a - b)
  return { median: sorted[Math.floor(sorted.length / 2)]!, least: sorted[0]!, most: sorted.at(-1)! }
}
