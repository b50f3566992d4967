import { contractRules } from '@cairn/contract/contract-rules'
import { validateCrcV1 } from '@cairn/contract/validate'
import type { Exchange } from '../exchange.ts'
import { cellOf, note, noteUnexercised } from '../ledger.ts'
import type { Probe } from '../probe.ts'
import { member } from '../read.ts'
import { workersOf } from '../requirements.ts'
import type { AnswerCheck } from './answer-check.ts'
import { BODY_CHECKS, isCrcAnswer } from './bodies.ts'
import { HEADER_CHECKS } from './headers.ts'
import { judgeMarkers } from './markers.ts'
import { PROBLEM_CHECKS } from './problems.ts'

/** Judges the shape of one answer against every L1 requirement that applies, and remembers the playbooks it points at. */
export function judgeAnswer(probe: Probe, exchange: Exchange): void {
  for (const { requirement, applies, check } of CHECKS) {
    const isJudged = workersOf(requirement).includes(exchange.worker) && applies(exchange)
    if (isJudged) probe.judge(requirement, exchange, check(exchange))
  }
  if (isCrcAnswer(exchange)) judgeRules(probe, exchange)
  judgeMarkers(probe, exchange)
  rememberResolution(probe, exchange)
}

const CHECKS: readonly AnswerCheck[] = [...HEADER_CHECKS, ...BODY_CHECKS, ...PROBLEM_CHECKS]

/** Rules of the contract that hold of any document while no tokens are counted. */
const COUNTED_RULES: readonly string[] = [
  'crc-cairn-token-count-is-true',
  'crc-cairn-pointer-cost-is-kept',
  'crc-cairn-default-page-is-small',
  'crc-cairn-epitome-fits-the-profile',
]

function judgeRules(probe: Probe, exchange: Exchange): void {
  const { countTokens } = probe.target
  const { findings } = validateCrcV1(exchange.json, countTokens === undefined ? {} : { countTokens })
  for (const rule of contractRules) {
    const cell = cellOf(probe.state.ledger, exchange.worker, rule.id)
    if (countTokens === undefined && COUNTED_RULES.includes(rule.id)) {
      noteUnexercised(cell, 'no token counter was given')
      continue
    }
    const finding = findings.find((found) => found.rule === rule.id)
    const why = finding === undefined ? null : `at ${finding.pointer || 'the top'}: ${finding.message}`
    note(cell, why, { scenario: probe.scenario, exchanges: [exchange] })
  }
}

function rememberResolution({ state }: Probe, { json }: Exchange): void {
  for (const printed of [member(member(json, 'next'), 'resolution_pointer'), member(json, 'resolution')])
    if (typeof printed === 'string' && !state.resolutionPointers.includes(printed))
      state.resolutionPointers.push(printed)
}
