import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const sources = globSync('{workers,packages}/*/src/**/*.ts', { cwd: ROOT }).filter(
  (file) => !file.endsWith('.test.ts') && !file.startsWith('packages/http-kernel/'),
)

it('makes every response of the repository: nothing else says new Response', () => {
  expect(sources.length).toBeGreaterThan(100)
  const others = sources.filter((file) =>
    /\bnew Response\(|\bResponse\.(json|error|redirect)\(/.test(readFileSync(path.join(ROOT, file), 'utf8')),
  )
  expect(others).toEqual([])
})
