import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SCHEMA_FILES } from './schema-files.ts'

const DIGESTS = {
  'crc-v1.schema.json': '5ee5c7f4a4238ceb3673b3337b15fb77199259b338f7e309cc50ffdf83ab2ba0',
  'hux-citation.schema.json': '4fd9f65856f86bb62b868b02c514b09fba0ee808d2cf7ea6c9ce617fc302fed2',
} as const
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const bytesOf = (name: string) => readFileSync(join(import.meta.dirname, '..', 'schemas', name))

test.each(Object.entries(DIGESTS))('%s is the published document, byte for byte', (name, digest) => {
  expect(sha256(bytesOf(name))).toBe(digest)
})

test.each(Object.entries(SCHEMA_FILES))(
  'the text of %s that a Worker serves has the bytes of the file',
  (name, text) => {
    expect(sha256(text)).toBe(sha256(bytesOf(name)))
  },
)

test('the shared definitions stand where the research schema looks for them', () => {
  const [research, shared] = (['hux-citation.schema.json', 'common.schema.json'] as const).map((name) =>
    JSON.parse(SCHEMA_FILES[name]),
  )
  expect(new URL('common.schema.json', research.$id).href).toBe(shared.$id)
})
