import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Writes dist: every module of src as JavaScript with its declaration, the generated validators as they are. */
const root = join(import.meta.dirname, '..')
const { npm_config_user_agent: agent = '', npm_command: command } = process.env
if (agent.startsWith('npm/') && (command === 'pack' || command === 'publish'))
  throw new Error('pack and publish with pnpm: npm leaves out publishConfig.exports')

rmSync(join(root, 'dist'), { recursive: true, force: true })
execFileSync(join(root, '../../node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
})
for (const name of readdirSync(join(root, 'src/generated')))
  cpSync(join(root, 'src/generated', name), join(root, 'dist/generated', name))
