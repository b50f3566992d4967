import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build, install, projectEnvironment, root, run, tool } from './toolchain.mjs'

install()
build()
ensureChromium()
console.log('linting and type-checking …')
run(tool('biome'), ['ci', '.', '--diagnostic-level=error'], { quiet: true })
run(
  tool('turbo'),
  ['run', 'typecheck', '--concurrency=2', '--output-logs=errors-only', '--ui=stream', '--no-update-notifier'],
  { quiet: true },
)
run(tool('tsc'), ['-p', 'scripts'], { quiet: true })
process.exitCode = test()

/** Runs the tests and ends with the line `N passed, N failed[, N skipped]`; answers with the exit status. */
function test() {
  const folder = mkdtempSync(path.join(tmpdir(), 'cairn-test-'))
  const report = path.join(folder, 'report.json')
  try {
    const { status } = spawnSync(
      tool('vitest'),
      [
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...process.argv.slice(2),
      ],
      { cwd: root, env: projectEnvironment(), stdio: 'inherit' },
    )
    return summarise(JSON.parse(readFileSync(report, 'utf8')), status)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function summarise(report, status) {
  // A file that does not load has no test that could fail: it counts as one.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  const failed = Math.max(report.numFailedTests + broken.length, status === 0 ? 0 : 1)
  const skipped = report.numPendingTests + report.numTodoTests
  console.log(`${report.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return failed === 0 && report.numPassedTests > 0 ? 0 : 1
}

/** The console is looked at in a real browser where there is one, or where the system's own package can be installed at once; elsewhere those tests say that they are skipped. */
function ensureChromium() {
  if (existsSync('/usr/bin/chromium') || process.env.CHROMIUM || process.getuid?.() !== 0) return
  if (spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) return
  console.log('installing Chromium, to look at the console …')
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: 'ignore',
      timeout: 180_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  const isDone = apt('update') && apt('install', '--yes', '--no-install-recommends', 'chromium')
  if (!isDone) console.log('Chromium could not be installed: the console is not looked at in a browser')
}
