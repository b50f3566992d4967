import { type Kind, questionsOf } from './corpus.ts'

/** Asks one engine some questions `repeats` times over; gives the hits of them all and the milliseconds it took. */
export type Ask = (
  questions: readonly (readonly string[])[],
  repeats: number,
) => Promise<{ readonly hits: number; readonly ms: number }>

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
 * Times engines in turn, so that a slow moment of the machine strikes them alike. What an order without a question costs is taken off. Throws where
 * one finds nothing.
 */
export async function inTurn(
  subjects: ReadonlyMap<string, Ask>,
  kind: Kind,
): Promise<ReadonlyMap<string, Timing>> {
  const plans = new Map<string, Plan>()
  for (const [name, ask] of subjects) plans.set(name, await planFor(name, ask, kind))
  const times = new Map(Array.from(subjects.keys(), (name) => [name, [] as number[]]))
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, plan] of plans) times.get(name)!.push(await perQuestion(plan, round))
  return new Map(Array.from(times, ([name, each]) => [name, timingOf(each)]))
}

interface Plan {
  readonly ask: Ask
  readonly kind: Kind
  readonly questions: number
  readonly repeats: number
}

/** Warms up, and finds how many questions a round has room for. */
async function planFor(name: string, ask: Ask, kind: Kind): Promise<Plan> {
  const all = questionsOf(kind)
  const { ms: one } = await ask(all.slice(0, 1), 1)
  if (one > ROUND_MS) return { ask, kind, questions: 1, repeats: 1 }
  const { ms, hits } = await ask(all, 1)
  if (hits === 0) throw new Error(`${name} finds nothing for ${kind}`)
  const repeats = Math.min(REPEATS_MAX, Math.max(1, Math.round(ROUND_MS / ms)))
  const questions = Math.min(all.length, Math.max(1, Math.floor((all.length * ROUND_MS) / ms)))
  return { ask, kind, questions, repeats }
}

/** Every round begins with another question. */
async function perQuestion({ ask, kind, questions, repeats }: Plan, round: number): Promise<number> {
  const all = questionsOf(kind)
  const asked = Array.from({ length: questions }, (_, i) => all[(i + round * questions) % all.length]!)
  const { ms: idle } = await ask(asked, 0)
  const { ms: busy } = await ask(asked, repeats)
  return (busy - idle) / (questions * repeats)
}

function timingOf(times: readonly number[]): Timing {
  const sorted = times.toSorted((a, b) => a - b)
  return { median: sorted[Math.floor(sorted.length / 2)]!, least: sorted[0]!, most: sorted.at(-1)! }
}
