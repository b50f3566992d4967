import { contractRules } from './contract-rules.ts'
import type { Finding } from './finding.ts'
import { crcV1 } from './generated/crc-v1.js'
import type { Authority, Rule } from './rules/rule.ts'
import { type Subject, subjectOf } from './rules/subject.ts'
import { distinctErrors } from './schema-errors.ts'

const FINDINGS_OF_A_RULE_MAX = 20

/** A finding of a rule: `rule` is its id. */
export interface RuleFinding extends Finding {
  readonly authority: Authority
  readonly severity: 'MUST' | 'SHOULD'
}

/** What a validation says of a document. */
export interface Verdict {
  /** Whether it obeys every MUST of the schema and of the contract's prose: CRC-v1, whoever wrote it. */
  readonly conformant: boolean
  /** Whether it obeys every MUST of this product's profile as well. */
  readonly cairn: boolean
  /** At most 20 a rule, in the order of the rules. */
  readonly findings: readonly RuleFinding[]
}

export interface ValidateOptions {
  /** Counts tokens by the tokenizer profile (o200k_base); without it the rules about exact counts are left out. */
  readonly countTokens?: (text: string) => number
  /** Also demand that a search finds something. */
  readonly strict?: boolean
}

/** Judges a parsed document against the CRC-v1 schema, the contract's prose and the Cairn profile. Anything may be passed; nothing throws. */
export function validateCrcV1(document: unknown, options: ValidateOptions = {}): Verdict {
  const isValid = crcV1(document)
  const subject = subjectOf(document, {
    schemaErrors: isValid ? [] : distinctErrors(crcV1.errors ?? [], document),
    countTokens: options.countTokens ?? null,
    isStrict: options.strict ?? false,
  })
  const findings = contractRules.flatMap((rule) => findingsOf(rule, subject))
  const broken = findings.filter((finding) => finding.severity === 'MUST')
  return {
    conformant: !broken.some((finding) => finding.authority !== 'cairn'),
    cairn: broken.length === 0,
    findings,
  }
}

function findingsOf({ id, authority, severity, check }: Rule, subject: Subject): RuleFinding[] {
  const findings: RuleFinding[] = []
  for (const { pointer, message } of check(subject)) {
    if (findings.length === FINDINGS_OF_A_RULE_MAX) break
    findings.push({ pointer, rule: id, authority, severity, message })
  }
  return findings
}
