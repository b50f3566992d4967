import type { Kind } from './corpus.ts'
import { type Ask, inTurn, type Timing } from './timing.ts'

/** A row of a table: what a kind of question takes each engine; the first is what the others are measured by, `null` is an engine that has no such question. */
export async function compared(kind: Kind, subjects: ReadonlyMap<string, Ask | null>): Promise<string[]> {
  const able = new Map(Array.from(subjects).filter((entry): entry is [string, Ask] => entry[1] !== null))
  const timings = await inTurn(able, kind)
  const [first] = timings.values()
  return [kind, ...Array.from(subjects.keys(), (name) => cellOf(timings.get(name), first!.median))]
}

function cellOf(timing: Timing | undefined, own: number): string {
  if (timing === undefined) return 'has none'
  const [median, least, most] = [timing.median, timing.least, timing.most].map((ms) => ms.toFixed(2))
  const ratio = timing.median / own
  return `${median} (${least} to ${most})${ratio === 1 ? '' : ` ×${ratio.toFixed(1)}`}`
}
