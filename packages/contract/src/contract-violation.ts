import type { Finding } from './finding.ts'

/** What a parse throws: the document breaks a MUST. `findings` tells each breach and its place. */
export class ContractViolation<F extends Finding = Finding> extends Error {
  override readonly name = 'ContractViolation'
  readonly code = 'contract_violation'
  readonly findings: readonly F[]

  constructor(findings: readonly F[]) {
    const [first] = findings
    const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : ''
    super(
      first === undefined
        ? 'the contract is broken'
        : `${first.pointer || 'the document'}: ${first.message}${more}`,
    )
    this.findings = findings
  }
}
