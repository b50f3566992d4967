export {
  type AddressedAnswer,
  type AgentDecision,
  type ContentItem,
  type CostEstimate,
  type CrcV1,
  type Envelope,
  type FactAnswer,
  type Freshness,
  HORIZON_CLASSES,
  type HorizonClass,
  KINDS,
  type Kind,
  LANES,
  type Lane,
  type LaneAttribution,
  type MemoryUsed,
  type Next,
  type Pointer,
  type Reason,
  type SearchAnswer,
  type SessionAnswer,
  TIERS,
  type Tier,
} from './answer.ts'
export type {
  ConformantAddressed,
  ConformantAnswer,
  ConformantFact,
  ConformantSearch,
  ConformantSession,
} from './conformant-answer.ts'
export { ContractViolation } from './contract-violation.ts'
export { type Parsed, type ParseOptions, parse, safeParse } from './parse-crc-v1.ts'
export { cairnCrcV1, crcV1 } from './standard-crc-v1.ts'
