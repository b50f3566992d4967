import type { HorizonClass } from '@cairn/contract/crc-v1'

/** What a write says of a fact, as the contract's validator let it through. */
export interface FactInput {
  readonly entity: string
  readonly key: string
  readonly value: unknown
  readonly confidence?: number
  readonly valid_from?: string
  readonly valid_to?: string
  readonly observed_at?: string
  readonly horizon_class?: HorizonClass
  readonly cardinality?: 'one' | 'many'
  readonly supersedes?: string
  readonly provenance?: Readonly<Record<string, unknown>>
}
