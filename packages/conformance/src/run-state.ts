import type { Ledger } from './ledger.ts'
import type { JudgedWorker } from './requirement.ts'

/** Everything a run knows, as plain JSON, so that another process can carry it on. */
export interface RunState {
  readonly format: 1
  /** 1 to 64 lower-case letters and digits; goes into what the run writes. */
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  finishedAt: number | null
  /** Ids of the scenarios still to run, in order. */
  remaining: string[]
  calls: number
  readonly ledger: Ledger
  /** Resolution pointers that answers printed. */
  readonly resolutionPointers: string[]
  /** The contract that each Worker last reported; absent in a run that an older judge began. */
  contracts?: Partial<Record<JudgedWorker, string>>
  /** The Workers that turned out not to be there; absent while all that were asked were. */
  absent?: JudgedWorker[]
}
