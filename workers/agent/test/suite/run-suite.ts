import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The runs there are: what a revision requires, by the newest suite; and the released suite as it is. */
export const RUNS = {
  '2026-07-28': ['@modelcontextprotocol/conformance', '--requirements', '2026-07-28'],
  '2025-11-25': ['@modelcontextprotocol/conformance', '--requirements', '2025-11-25'],
  released: ['mcp-conformance-stable'],
} as const
export type Run = keyof typeof RUNS

/** One thing that a scenario looked at. */
export interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

/** Runs all scenarios of a run against a server; the checks of each, by its name. */
export async function runSuite(run: Run, url: string): Promise<ReadonlyMap<string, readonly Check[]>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'cairn-mcp-'))
  const [suite, ...more] = RUNS[run]
  const command = path.join(import.meta.dirname, '../../node_modules', suite, 'dist/index.js')
  const options = ['server', '--url', url, '--output-dir', folder, ...more]
  await new Promise<void>((resolve) => {
    execFile(process.execPath, [command, ...options], { cwd: folder }, () => resolve())
  })
  const checks = new Map<string, readonly Check[]>()
  for (const file of globSync('*/checks.json', { cwd: folder })) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(file)?.[1]
    if (scenario !== undefined)
      checks.set(scenario, JSON.parse(readFileSync(path.join(folder, file), 'utf8')))
  }
  rmSync(folder, { recursive: true })
  return checks
}

/** The scenarios that a run did not pass whole: a failure or a warning, or nothing that succeeded; each with what it found. */
export function notPassed(checks: ReadonlyMap<string, readonly Check[]>): Record<string, string[]> {
  return Object.fromEntries(
    [...checks]
      .map(
        ([scenario, all]) => [scenario, all.filter((one) => BAD.has(one.status)).map(inWords), all] as const,
      )
      .filter(([, bad, all]) => bad.length > 0 || all.every(({ status }) => status !== 'SUCCESS'))
      .map(([scenario, bad]) => [scenario, bad]),
  )
}

const BAD = new Set(['FAILURE', 'WARNING'])
const inWords = ({ id, status, errorMessage }: Check) => `${status} ${id}: ${errorMessage}`
