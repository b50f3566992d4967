import type { WorkerName } from '@cairn/contract/operation'

/** RFC 2119: a MUST decides the verdict, a SHOULD is a warning. */
export type Keyword = 'MUST' | 'SHOULD'

/** Who demands it: the CRC-v1 schema (S0), the contract's prose (S1), or the Cairn profile. */
export type Authority = 'S0' | 'S1' | 'cairn'

/** L1: the shape of one answer. L2: what answers mean together. L3: what a hostile or careless client may not do. */
export type Layer = 'L1' | 'L2' | 'L3'

/** The Workers that a run calls. */
export type JudgedWorker = Extract<
  WorkerName,
  'search' | 'fetch-content' | 'facts' | 'library' | 'agent' | 'bootstrap'
>

/** One thing demanded of the Workers named; each must be seen to obey it. */
export interface Requirement {
  readonly id: string
  readonly keyword: Keyword
  readonly authority: Authority
  readonly layer: Layer
  readonly workers: readonly JudgedWorker[]
  readonly text: string
}

/** A row of a requirement table, which names the layer once and the ids as keys. */
export type RequirementRow = Omit<Requirement, 'id' | 'layer'>

/** Workers whose answers are CRC-v1 documents. */
export const CRC_WORKERS = ['search', 'fetch-content', 'facts'] as const satisfies readonly JudgedWorker[]
/** Workers that hold what a tenant stored. */
export const STORE_WORKERS = [...CRC_WORKERS, 'library'] as const satisfies readonly JudgedWorker[]
/** Workers that answer by a token alone. */
export const TOKEN_WORKERS = [...STORE_WORKERS, 'agent'] as const satisfies readonly JudgedWorker[]
/** Every Worker that is judged. */
export const JUDGED_WORKERS = [...TOKEN_WORKERS, 'bootstrap'] as const satisfies readonly JudgedWorker[]
/** The contract from which on a Worker is judged; those that are not here are by every one. */
export const JUDGED_SINCE: Partial<Record<JudgedWorker, string>> = { agent: '1.3.0' }
