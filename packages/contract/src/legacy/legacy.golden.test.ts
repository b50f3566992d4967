import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkLegacy, type LegacyBody } from '../legacy.ts'
import { LEGACY_EXAMPLES } from './examples.fixture.ts'

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'fixtures', 'golden', 'legacy')
const names = Object.keys(LEGACY_EXAMPLES) as (keyof typeof LEGACY_EXAMPLES)[]

test.each(names)('the legacy %s body has its frozen bytes', (name) => {
  expect(JSON.stringify(LEGACY_EXAMPLES[name])).toBe(readFileSync(join(folder, `${name}.json`), 'utf8'))
})

test.each(names)('the frozen bytes of %s have the frozen shape', (name) => {
  const body = name.split('-')[0] as LegacyBody
  expect(checkLegacy(body, JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')))).toEqual([])
})

test('every golden file is compared', () => {
  expect(readdirSync(folder).sort()).toEqual(names.map((name) => `${name}.json`).sort())
})
