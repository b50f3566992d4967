import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** What reads or writes a time and asks no running service: a Worker runs in UTC wherever its machine is. */
const SUITES = [
  'workers/facts/src',
  'packages/fact/src',
  'packages/cli/src/ingest',
  'packages/client/src/time.test.ts',
  'packages/contract/src/context.test.ts',
  'packages/contract/src/date-time.test.ts',
  'packages/contract/src/freshness.test.ts',
  'packages/contract/src/research',
  'packages/contract/src/utc-timestamp.prop.test.ts',
  'workers/agent/src/context/askers.test.ts',
  'workers/agent/src/context/select.test.ts',
  'workers/library/src/research',
]

// East of Greenwich by an odd quarter of an hour, and west of it by a half with summer time.
test.each(['UTC', 'Asia/Kathmandu', 'America/St_Johns'])(
  'what is said of time is the same on a machine in %s',
  async (zone) => {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const options = ['--project', 'node', '--reporter', 'dot', '--no-isolate', '--maxWorkers', '1']
    const { stdout } = await promisify(execFile)(process.execPath, [vitest, 'run', ...options, ...SUITES], {
      cwd: root,
      env: { PATH: process.env.PATH, NO_COLOR: '1', TZ: zone },
    })
    const [, failed, passed] = /Tests {2}(?:(\d+) failed \| )?(\d+) passed/.exec(stdout) ?? []
    expect([failed, Number(passed) > 100]).toEqual([undefined, true])
  },
)
