import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatedFiles } from './generated-files.ts'

/** Writes src/generated; with `--check` writes nothing and fails when a file there is not what would be written. */
const folder = join(import.meta.dirname, '..', 'src', 'generated')
const isCheck = process.argv.includes('--check')
for (const [name, text] of await generatedFiles()) {
  const path = join(folder, name)
  if (!isCheck) writeFileSync(path, text)
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`src/generated/${name} is stale: pnpm --filter @cairn/contract run generate`)
    process.exitCode = 1
  }
}
