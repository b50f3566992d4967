import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generatedFiles } from './generated-files.ts'

const folder = join(import.meta.dirname, '..', 'src', 'generated')

test('every generated file is, byte for byte, what the schemas and the operation table give', async () => {
  for (const [name, text] of await generatedFiles()) {
    expect(readFileSync(join(folder, name), 'utf8') === text, `${name} is stale: run generate`).toBe(true)
  }
})

test('generated JavaScript imports nothing and makes no code from text', () => {
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  expect(scripts).toEqual([
    'context.js',
    'crc-v1.js',
    'fetch-content.js',
    'legacy.js',
    'requests.js',
    'research.js',
    'schema-files.js',
  ])
  for (const name of scripts) {
    expect(readFileSync(join(folder, name), 'utf8'), name).not.toMatch(
      /^import\b|\bimport\(|\brequire\(|new Function|\beval\(/m,
    )
  }
})

test('each generated script has a declaration beside it', () => {
  const names = new Set(readdirSync(folder))
  for (const name of names) if (name.endsWith('.js')) expect(names).toContain(name.replace(/\.js$/, '.d.ts'))
})
