import type { Kind } from './corpus.ts'
import { type Ask, inTurn, type Timing } from './timing.ts'

/** What a kind of question takes each engine; null where it has no such question. The first is what the others are measured by. */
export interface Compared {
  readonly kind: Kind
  readonly engines: ReadonlyMap<string, Timing | null>
}

/** Times the engines that have such questions, in turn. */
export async function compared(kind: Kind, subjects: ReadonlyMap<string, Ask | null>): Promise<Compared> {
  const able = new Map(Array.from(subjects).filter((entry): entry is [string, Ask] => entry[1] !== null))
  const timings = await inTurn(able, kind)
  return {
    kind,
    engines: new Map(Array.from(subjects.keys(), (name) => [name, timings.get(name) ?? null])),
  }
}

/** The same as a row of a table. */
export function rowOf({ kind, engines }: Compared): string[] {
  const [own] = engines.values()
  return [kind, ...Array.from(engines.values(), (timing) => cellOf(timing, own!))]
}

function cellOf(timing: Timing | null, own: Timing): string {
  if (timing === null) return 'has none'
  const [median, least, most] = [timing.median, timing.least, timing.most].map((ms) => ms.toFixed(2))
  const processor = timing.processor === null ? '' : `; ${timing.processor.toFixed(2)}`
  const ratio = timing === own ? '' : ` ×${(costOf(timing) / costOf(own)).toFixed(1)}`
  return `${median} (${least} to ${most}${processor})${ratio}`
}

/** By processor where it is known: other work on the machine makes the time on the clock wander. */
export function costOf({ processor, median }: Pick<Timing, 'processor' | 'median'>): number {
  return processor ?? median
}
