import type { Failure } from './ledger.ts'
import type { Report, Result } from './report.ts'

/** A report as a person reads it: the verdict, then everything that did not pass with what was sent and answered. */
export function reportText(report: Report): string {
  const { verdict, totals, calls } = report
  const open = report.results.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'not asked')
  return [
    `Conformance run ${report.id}, ${report.finished_at === null ? 'not finished' : `finished ${report.finished_at}`}, ${calls} calls`,
    `CRC-v1 ${verdict.crc_v1 ? 'conformant' : 'NOT conformant'}; Cairn profile ${verdict.cairn ? 'met' : 'NOT met'}`,
    `${totals.pass} passed, ${totals.fail} failed, ${totals['not exercised']} not exercised, ${totals['not asked']} not asked`,
    ...notAskedLines(report.results),
    ...open.flatMap(resultLines),
    '',
  ].join('\n')
}

/** What was not asked, a line for each Worker and reason. */
function notAskedLines(results: readonly Result[]): string[] {
  const reasons = results
    .filter(({ outcome }) => outcome === 'not asked')
    .map(({ worker, why }) => `${worker}: ${why![0]}`)
  return [...Map.groupBy(reasons, (reason) => reason)].map(
    ([reason, all]) => `not asked  ${reason} (${all.length} ${all.length === 1 ? 'rule' : 'rules'})`,
  )
}

function resultLines(result: Result): string[] {
  const { worker, outcome, keyword, authority, layer, requirement, text } = result
  return [
    '',
    `${outcome.toUpperCase()}  ${worker}  ${requirement}  (${keyword}, ${authority}, ${layer})`,
    `  ${text}`,
    ...(result.why ?? []).map((why) => `  - ${why}`),
    ...(result.failures ?? []).slice(0, 1).flatMap(exchangeLines),
  ]
}

function exchangeLines({ scenario, exchanges }: Failure): string[] {
  return [
    `  in ${scenario}:`,
    ...exchanges.flatMap(({ request, response }) => [
      `    > ${request.method} ${request.address}${request.body === null ? '' : ` ${request.body}`}`,
      `    < ${response.status} ${response.body}`,
    ]),
  ]
}
