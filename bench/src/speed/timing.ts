import { type Kind, questionsOf } from './corpus.ts'
import { processorTime } from './processor-time.ts'

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
  /** Of processor, over all rounds together; a machine's other work does not count. Null where the system does not say. */
  readonly processor: number | null
}

const ROUNDS = 5
/** Where one question takes longer than this, fewer rounds must do. */
const SLOW_MS = 1000
const SLOW_ROUNDS = 2
/** A round is as many questions as take about this long, at least one. */
const ROUND_MS = 100
const REPEATS_MAX = 512

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
  const times = new Map(Array.from(subjects.keys(), (name) => [name, [] as Round[]]))
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, plan] of plans)
      if (round < plan.rounds) times.get(name)!.push(await perQuestion(plan, round))
  return new Map(Array.from(times, ([name, each]) => [name, timingOf(each)]))
}

interface Plan {
  readonly ask: Ask
  readonly kind: Kind
  readonly questions: number
  readonly repeats: number
  readonly rounds: number
}

/** Warms up, and finds how many questions a round has room for: more and more of them, until they take long enough. */
async function planFor(name: string, ask: Ask, kind: Kind): Promise<Plan> {
  const all = questionsOf(kind)
  await ask(all.slice(0, 1), 1)
  const one = await costOf(() => ask(all.slice(0, 1), 1))
  if (one > ROUND_MS)
    return { ask, kind, questions: 1, repeats: 1, rounds: one > SLOW_MS ? SLOW_ROUNDS : ROUNDS }
  const { hits } = await ask(all, 1)
  if (hits === 0) throw new Error(`${name} finds nothing for ${kind}`)
  let repeats = 1
  while (repeats < REPEATS_MAX && (await costOf(() => ask(all, repeats))) < ROUND_MS) repeats *= 2
  return { ask, kind, questions: all.length, repeats, rounds: ROUNDS }
}

/** Milliseconds of processor where the system says them, else on the clock. */
async function costOf(asked: () => ReturnType<Ask>): Promise<number> {
  const before = processorTime()
  const { ms } = await asked()
  return before === null ? ms : processorTime()! - before
}

/** Every round begins with another question. */
async function perQuestion({ ask, kind, questions, repeats }: Plan, round: number): Promise<Round> {
  const all = questionsOf(kind)
  const asked = Array.from({ length: questions }, (_, i) => all[(i + round * questions) % all.length]!)
  const { ms: idle } = await ask(asked, 0)
  const before = processorTime()
  const { ms: busy } = await ask(asked, repeats)
  const after = processorTime()
  const count = questions * repeats
  return { ms: (busy - idle) / count, processor: before === null ? null : after! - before, count }
}

interface Round {
  readonly ms: number
  readonly processor: number | null
  readonly count: number
}

function timingOf(rounds: readonly Round[]): Timing {
  const sorted = rounds.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const total = rounds.reduce((sum, { count }) => sum + count, 0)
  const processor = rounds.reduce((sum: number | null, one) => addedTo(sum, one.processor), 0)
  return {
    median: sorted[Math.floor(sorted.length / 2)]!,
    least: sorted[0]!,
    most: sorted.at(-1)!,
    processor: processor === null ? null : processor / total,
  }
}

function addedTo(sum: number | null, more: number | null): number | null {
  return sum === null || more === null ? null : sum + more
}
