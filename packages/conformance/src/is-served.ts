import type { RunState } from './run-state.ts'
import type { Scenario } from './scenario.ts'

/** Whether no Worker that a scenario needs is known to be absent, or on a contract older than what the scenario exercises. */
export function isServed(
  { since }: Pick<Scenario, 'since'>,
  { contracts = {}, absent = [] }: Pick<RunState, 'contracts' | 'absent'>,
): boolean {
  if (since === undefined) return true
  return since.of.every((worker) => !absent.includes(worker) && !isOlder(contracts[worker], since.contract))
}

/** Whether a Worker reported an older contract; one that reports no version, or none that can be read, is on none that is older. */
export function isOlder(reported: string | undefined, needed: string): boolean {
  if (reported === undefined || !/^\d+\.\d+\.\d+$/.test(reported)) return false
  const [a, b] = [numbersOf(reported), numbersOf(needed)]
  const place = a.findIndex((number, i) => number !== b[i])
  return place !== -1 && a[place]! < b[place]!
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number)
}
