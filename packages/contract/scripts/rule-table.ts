import { contractRules } from '../src/contract-rules.ts'

const MARKS = /(<!-- rules -->\n)[\s\S]*(<!-- \/rules -->)/
const HEAD = ['rule', 'authority', 'severity', 'what it says']

/** A README with the table of rules between its marks, its columns aligned as the formatter aligns them. */
export function withRuleTable(readme: string): string {
  const rows = contractRules.map(({ id, authority, severity, statement }) => [
    `\`${id}\``,
    authority,
    severity,
    statement,
  ])
  const widths = HEAD.map((_, column) => Math.max(...[HEAD, ...rows].map((row) => row[column]!.length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  const table = [line(HEAD), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
  return readme.replace(MARKS, (_, start: string, end: string) => `${start}\n${table}\n\n${end}`)
}
