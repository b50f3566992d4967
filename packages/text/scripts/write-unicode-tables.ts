import { writeFileSync } from 'node:fs'
import { unicodeTablesSource } from './unicode-tables.ts'

writeFileSync(new URL('../src/generated/unicode-tables.ts', import.meta.url), unicodeTablesSource())
