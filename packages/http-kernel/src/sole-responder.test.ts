import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const sources = globSync('workers/*/src/**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'))

it('makes every response: no Worker says new Response', () => {
  expect(sources.length).toBeGreaterThan(50)
  const others = sources.filter((file) =>
    /\bnew Response\(|\bResponse\.(json|error|redirect)\(/.test(readFileSync(path.join(ROOT, file), 'utf8')),
  )
  expect(others).toEqual([])
})
