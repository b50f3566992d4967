import type { Kind, Tier } from './answer.ts'
import type { CrcV1Document } from './generated/crc-v1-schema.d.ts'

type Members = Required<CrcV1Document>

/** What the schema and the contract's prose promise of every answer of a kind at a tier, whoever wrote it. */
type Conformant<K extends Kind, T extends Tier> = CrcV1Document & {
  readonly kind: K
  readonly hydrate_tier: T
} & (T extends 'pointer' ? { readonly content?: [] } : unknown)

/** A search answer of any server: `pointers`, costs and a decision are there. */
export type ConformantSearch<T extends Tier = Tier> = T extends Tier
  ? Conformant<'search', T> & {
      readonly pointers: Members['pointers']
      readonly cost_estimate: Members['cost_estimate']
      readonly agent_decision: NonNullable<Members['agent_decision']>
    }
  : never

/** An addressed answer of any server: `pointers` and costs are there, a decision is not. */
export type ConformantAddressed<T extends Tier = Tier> = T extends Tier
  ? Conformant<'addressed', T> & {
      readonly pointers: Members['pointers']
      readonly cost_estimate: Members['cost_estimate']
      readonly agent_decision?: null
    }
  : never

/** A fact answer of any server: freshness is there, a decision is not. */
export type ConformantFact<T extends Tier = Tier> = T extends Tier
  ? Conformant<'fact', T> & {
      readonly agent_decision?: null
      readonly envelope: Members['envelope'] & {
        readonly freshness: NonNullable<Members['envelope']['freshness']>
      }
    }
  : never

/** A session answer of any server: its canonical key is there, a decision is not. */
export type ConformantSession<T extends Tier = Tier> = T extends Tier
  ? Conformant<'session', T> & {
      readonly agent_decision?: null
      readonly next: Members['next'] & { readonly canonical_slug: string }
    }
  : never

/** An answer that obeys the schema and the contract's prose; `kind` and `hydrate_tier` tell the variants apart. */
export type ConformantAnswer = ConformantSearch | ConformantAddressed | ConformantFact | ConformantSession
