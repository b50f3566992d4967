import { contractRules } from '@cairn/contract/contract-rules'
import { CRC_WORKERS, type Requirement, type RequirementRow } from './requirement.ts'
import { ADVERSARIAL } from './requirements/adversarial.ts'
import { CONTEXT } from './requirements/context.ts'
import { MEANING } from './requirements/meaning.ts'
import { SHAPE } from './requirements/shape.ts'

/** The id of a requirement that this package judges itself. */
export type OwnRequirement =
  | keyof typeof SHAPE
  | keyof typeof MEANING
  | keyof typeof CONTEXT
  | keyof typeof ADVERSARIAL

/** Rules that hold of any document unless the validation is strict, which a run's is not: an empty search is a right answer. */
const STRICT_ONLY: readonly string[] = ['crc-s1-strict-search-has-pointers']

/** Everything that is judged: each rule of the contract, then what goes beyond one document. */
export const REQUIREMENTS: readonly Requirement[] = [
  ...contractRules.filter(({ id }) => !STRICT_ONLY.includes(id)).map(ruleRequirement),
  ...rows('L1', SHAPE),
  ...rows('L2', MEANING),
  ...rows('L2', CONTEXT),
  ...rows('L3', ADVERSARIAL),
]

/** The Workers that an own requirement is judged at. */
export function workersOf(id: OwnRequirement): Requirement['workers'] {
  return OWN[id].workers
}

const OWN: Readonly<Record<OwnRequirement, RequirementRow>> = {
  ...SHAPE,
  ...MEANING,
  ...CONTEXT,
  ...ADVERSARIAL,
}

function rows(layer: Requirement['layer'], table: Readonly<Record<string, RequirementRow>>): Requirement[] {
  return Object.entries(table).map(([id, row]) => ({ id, layer, ...row }))
}

function ruleRequirement(rule: (typeof contractRules)[number]): Requirement {
  return {
    id: rule.id,
    keyword: rule.severity,
    authority: rule.authority,
    layer: 'L1',
    workers: CRC_WORKERS,
    text: rule.statement,
  }
}
