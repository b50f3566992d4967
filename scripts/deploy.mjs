import { spawnSync } from 'node:child_process'
import { build, install, projectEnvironment, projectNode, root } from './toolchain.mjs'

install()
build()
const { status } = spawnSync(projectNode(), ['scripts/deploy/deploy.ts', ...process.argv.slice(2)], {
  cwd: root,
  env: projectEnvironment(),
  stdio: 'inherit',
})
process.exitCode = status ?? 1
