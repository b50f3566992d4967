import { isOlder } from './is-served.ts'
import { JUDGED_SINCE, type JudgedWorker } from './requirement.ts'
import type { RunState } from './run-state.ts'

/** Why a Worker is not judged at all: it is not there, or reports a contract of before it was judged; null where it is. */
export function whyNotAsked(
  worker: JudgedWorker,
  { contracts = {}, absent = [] }: Pick<RunState, 'contracts' | 'absent'>,
): string | null {
  if (absent.includes(worker)) return 'it is not there'
  const since = JUDGED_SINCE[worker]
  if (since === undefined || !isOlder(contracts[worker], since)) return null
  return `it reports contract ${contracts[worker]} and is judged from ${since} on`
}
