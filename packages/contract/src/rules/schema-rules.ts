import { schemas } from '../generated/crc-v1.js'
import type { SchemaError } from '../generated/validator.d.ts'
import { findingOf } from '../schema-findings.ts'
import type { Rule } from './rule.ts'

const POINTER_TIER = '#/allOf/0/'
const SEARCH = '#/allOf/1/'

/** What the schema itself enforces, one rule for each sort of thing it says. */
export const SCHEMA_RULES: readonly Rule[] = [
  schemaRule(
    'pointer-tier-has-no-content',
    'At pointer tier `content` is absent or empty.',
    ({ schemaPath }) => schemaPath.includes(POINTER_TIER),
  ),
  schemaRule(
    'search-has-pointers-and-cost',
    'A search prints `pointers` and `cost_estimate`.',
    ({ schemaPath }) => schemaPath.includes(SEARCH),
  ),
  keywordRule('required', 'required', 'Every member that the schema requires is there.'),
  keywordRule('type', 'type', 'Every member has the type that the schema gives it.'),
  keywordRule('const', 'const', 'The contract is named `crc-v1`.'),
  keywordRule('enum', 'enum', 'Kinds, tiers, reasons and lanes are ones that the schema lists.'),
  keywordRule('minimum', 'minimum', 'Costs are never negative.'),
  keywordRule('closed-objects', 'additionalProperties', 'A cost estimate has no other members.'),
  keywordRule('alternatives', 'oneOf', 'Decision and freshness are an object or null.'),
]

function keywordRule(name: string, keyword: string, statement: string): Rule {
  return schemaRule(
    name,
    statement,
    (error) =>
      error.keyword === keyword &&
      !error.schemaPath.includes(POINTER_TIER) &&
      !error.schemaPath.includes(SEARCH),
  )
}

function schemaRule(name: string, statement: string, isAbout: (error: SchemaError) => boolean): Rule {
  return {
    id: `crc-s0-${name}`,
    authority: 'S0',
    severity: 'MUST',
    statement,
    check: ({ schemaErrors, document }) =>
      schemaErrors.filter(isAbout).map((error) => findingOf(error, schemas.crcV1, document)),
  }
}
