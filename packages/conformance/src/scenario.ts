import type { Probe } from './probe.ts'
import type { JudgedWorker } from './requirement.ts'
import type { OwnRequirement } from './requirements.ts'

/** A story of at most `callsMax` calls that judges requirements; running it again finds its tenants as it left them. */
export interface Scenario {
  readonly id: string
  readonly title: string
  readonly callsMax: number
  /** What it judges; when it cannot go on these are not exercised. */
  readonly judges: readonly OwnRequirement[]
  /** The Workers it judges them at; every one the requirements name unless said. */
  readonly at?: readonly JudgedWorker[]
  /** The contract that has what it exercises: it is left out where one of these Workers reports an older one. */
  readonly since?: Since
  readonly run: (probe: Probe) => Promise<void>
}

/** A version of the contract, as `1.2.0`, and the Workers that must be on it. */
export interface Since {
  readonly contract: string
  readonly of: readonly JudgedWorker[]
}
