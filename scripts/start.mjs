import { spawn } from 'node:child_process'
import { build, install, projectEnvironment, projectNode, root } from './toolchain.mjs'

install()
build()
const cairn = spawn(projectNode(), ['packages/cli/bin/cairn.js', 'dev', ...process.argv.slice(2)], {
  cwd: root,
  env: projectEnvironment(),
  stdio: 'inherit',
})
// A terminal sends Ctrl-C to the whole group; a signal to this process alone is passed on.
let signalled = false
process.on('SIGINT', () => {
  if (!process.stdin.isTTY && !signalled) cairn.kill('SIGINT')
  signalled = true
})
process.on('SIGTERM', () => cairn.kill('SIGTERM'))
cairn.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 130)))
