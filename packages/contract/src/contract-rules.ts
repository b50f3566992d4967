import { CONTENT_RULES } from './rules/content-rules.ts'
import { COST_RULES } from './rules/cost-rules.ts'
import { DECISION_RULES } from './rules/decision-rules.ts'
import { FRESHNESS_RULES } from './rules/freshness-rules.ts'
import { MEMORY_RULES } from './rules/memory-rules.ts'
import { NEXT_RULES } from './rules/next-rules.ts'
import { POINTER_RULES } from './rules/pointer-rules.ts'
import type { Rule } from './rules/rule.ts'
import { SCHEMA_RULES } from './rules/schema-rules.ts'
import { SIZE_RULES } from './rules/size-rules.ts'
import { SMUGGLING_RULES } from './rules/smuggling-rules.ts'

export type { Authority, Breach, Rule } from './rules/rule.ts'

/** Every rule about a CRC-v1 document, in the order findings are told. */
export const contractRules: readonly Rule[] = [
  ...SCHEMA_RULES,
  ...POINTER_RULES,
  ...CONTENT_RULES,
  ...SMUGGLING_RULES,
  ...COST_RULES,
  ...DECISION_RULES,
  ...FRESHNESS_RULES,
  ...MEMORY_RULES,
  ...NEXT_RULES,
  ...SIZE_RULES,
]
