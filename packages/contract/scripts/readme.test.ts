import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withRuleTable } from './rule-table.ts'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

test('the README shows every rule as it is', () => {
  expect(withRuleTable(readme)).toBe(readme)
})

test('the lines the README invites to run print what it says they print', () => {
  const script = /```ts\n([\s\S]*?)```/.exec(readme)![1]!
  const printed = execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    cwd: root,
  })
  const told = [...script.matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => line)
  expect(printed.toString().trim().split('\n')).toEqual(told)
})

test('every import the README lists is a file of the package', () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const listed = [...readme.matchAll(/`(?:@cairn\/contract|…)\/([a-z0-9-]+)`/g)].map(([, name]) => name!)
  expect(listed.length).toBeGreaterThan(15)
  for (const name of listed)
    expect(() => readFileSync(join(root, exports['./*'].replace('*', name))), name).not.toThrow()
})

test('every name that a snippet of the README imports is there', async () => {
  const imports = [...readme.matchAll(/^import \{ ([^}]+) \} from '(@cairn\/contract\/[^']+)'/gm)]
  expect(imports.length).toBeGreaterThan(4)
  for (const [, names, module] of imports) {
    const exported = Object.keys(await import(module!))
    for (const name of names!.split(', ')) expect(exported, module).toContain(name)
  }
})
