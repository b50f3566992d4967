import type { RunState } from './run-state.ts'
import type { Scenario } from './scenario.ts'

/** Whether no Worker that a scenario needs is known to be on a contract older than what the scenario exercises. */
export function isServed(
  { since }: Pick<Scenario, 'since'>,
  { contracts = {} }: Pick<RunState, 'contracts'>,
): boolean {
  if (since === undefined) return true
  return since.of.every((worker) => !isOlder(contracts[worker], since.contract))
}

/** A Worker that reports no version, or none that can be read, is on none that is older. */
function isOlder(reported: string | undefined, needed: string): boolean {
  if (reported === undefined || !/^\d+\.\d+\.\d+$/.test(reported)) return false
  const [a, b] = [numbersOf(reported), numbersOf(needed)]
  const place = a.findIndex((number, i) => number !== b[i])
  return place !== -1 && a[place]! < b[place]!
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number)
}
