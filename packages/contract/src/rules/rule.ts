import type { Subject } from './subject.ts'

/** Who says so: the schema (`S0`), the contract's prose (`S1`), or this product's own profile (`cairn`). */
export type Authority = 'S0' | 'S1' | 'cairn'

/** A place where a rule does not hold, what was found there and what was expected. */
export interface Breach {
  readonly pointer: string
  readonly message: string
}

/** One rule about a CRC-v1 document. Ids are stable for ever. */
export interface Rule {
  /** `crc-<authority>-<the rule in words>`. */
  readonly id: string
  readonly authority: Authority
  readonly severity: 'MUST' | 'SHOULD'
  /** The rule as a sentence, for documentation and reports. */
  readonly statement: string
  /** Every place where the rule does not hold; none when it holds or is not about such a document. */
  readonly check: (subject: Subject) => Iterable<Breach>
}

/** A breach, said the one way findings are worded. */
export function breach(pointer: string, found: string, expected: string): Breach {
  return { pointer, message: `found ${found}, expected ${expected}` }
}
