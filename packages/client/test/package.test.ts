import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const folder = path.join(import.meta.dirname, '..')
const tsc = path.join(folder, '../../node_modules/.bin/tsc')
const app = mkdtempSync(path.join(tmpdir(), 'client-app-'))
beforeAll(() => {
  const installed = path.join(app, 'node_modules/@cairn/client')
  mkdirSync(installed, { recursive: true })
  execFileSync(tsc, ['-p', 'tsconfig.build.json', '--outDir', path.join(installed, 'dist')], { cwd: folder })
  const { publishConfig, exports: _ofTheWorkspace, ...rest } = manifest
  writeFileSync(
    path.join(installed, 'package.json'),
    JSON.stringify({ ...rest, exports: publishConfig.exports }),
  )
  symlinkSync(path.join(folder, '../contract'), path.join(app, 'node_modules/@cairn/contract'))
  cpSync(path.join(import.meta.dirname, 'app.fixture.ts'), path.join(app, 'app.ts'))
  writeFileSync(path.join(app, 'package.json'), '{"type":"module"}')
})
afterAll(() => rmSync(app, { recursive: true }))

test('what is published is checked by the compiler of an app that has the types of a browser alone', () => {
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--lib',
    'es2024,dom',
  ]
  const output = execFileSync(tsc, [...options, '--types', '', '--allowImportingTsExtensions', 'app.ts'], {
    cwd: app,
    encoding: 'utf8',
  })
  expect(output).toBe('')
})

test('what is published runs as it is', () => {
  const output = execFileSync(process.execPath, ['--no-warnings', 'app.ts'], { cwd: app, encoding: 'utf8' })
  expect(output).toBe('Unreachable network\n')
})
