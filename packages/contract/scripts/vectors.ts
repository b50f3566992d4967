import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { vectorFile } from './vectors/vector.ts'
import { vectorFiles } from './vectors/vector-files.ts'

/** Writes fixtures/vectors. */
const folder = join(import.meta.dirname, '../../../fixtures/vectors')
mkdirSync(folder, { recursive: true })
for (const [name, vectors] of await vectorFiles()) writeFileSync(join(folder, name), vectorFile(vectors))
