import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { unicodeTablesSource } from './unicode-tables.ts'

it('gives the committed tables when run again', () => {
  const committed = readFileSync(new URL('../src/generated/unicode-tables.ts', import.meta.url), 'utf8')
  expect(unicodeTablesSource()).toBe(committed)
})
