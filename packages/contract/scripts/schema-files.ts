import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonSchema } from '../src/operation.ts'

const FOLDER = join(import.meta.dirname, '..', 'schemas')
/** The published schema files, by the name they are served under. */
const SCHEMA_FILES = [
  'crc-v1.schema.json',
  'hux-citation.schema.json',
  'common.schema.json',
  'context-routing.schema.json',
] as const

/** A published schema, parsed. */
export function readSchema(name: (typeof SCHEMA_FILES)[number]): JsonSchema {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))
}

/** A module that holds each schema file's exact text, so that a Worker can serve the bytes without a file system. */
export function schemaFileTexts(): string {
  const rows = SCHEMA_FILES.map(
    (name) => `  ${JSON.stringify(name)}: ${JSON.stringify(readFileSync(join(FOLDER, name), 'utf8'))},`,
  )
  return `export const SCHEMA_FILES = {\n${rows.join('\n')}\n}\n`
}
