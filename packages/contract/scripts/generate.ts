import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatedFiles } from './generated-files.ts'

/** Writes src/generated, and the table of rules into the README. */
const root = join(import.meta.dirname, '..')
for (const [name, text] of await generatedFiles()) writeFileSync(join(root, 'src', 'generated', name), text)

const readme = join(root, 'README.md')
const { withRuleTable } = await import('./rule-table.ts')
writeFileSync(readme, withRuleTable(readFileSync(readme, 'utf8')))
