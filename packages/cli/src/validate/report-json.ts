import type { DocumentVerdict } from './verdict.ts'

/** The verdicts as one JSON document: `{valid, total, documents[{name, valid, judged_as, why?, findings[]}]}`. */
export function jsonReport(verdicts: readonly DocumentVerdict[]): string {
  const documents = verdicts.map(({ name, judgedAs, isValid, findings, why }) => ({
    name,
    valid: isValid,
    judged_as: judgedAs,
    ...(why === undefined ? {} : { why }),
    findings: findings.map(({ isFatal, ...finding }) => ({ ...finding, fatal: isFatal })),
  }))
  const valid = verdicts.filter(({ isValid }) => isValid).length
  return JSON.stringify({ valid, total: verdicts.length, documents }, null, 2)
}
