import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { contractRules } from '../src/contract-rules.ts'
import { CONTRACT_VERSION } from '../src/version.ts'

/**
 * Writes released/<version>: the schemas, the rules and the whole judge of this version, as bytes that never change again.
 * A version that was frozen before is refused, unless it is not published yet and `--again` says so.
 */
const root = join(import.meta.dirname, '..')
const folder = join(root, 'released', CONTRACT_VERSION)
if (existsSync(folder) && !process.argv.includes('--again'))
  throw new Error(`${CONTRACT_VERSION} is frozen; raise the version, or pass --again before it is published`)

mkdirSync(folder, { recursive: true })
cpSync(join(root, 'schemas'), join(folder, 'schemas'), { recursive: true })
const rules = contractRules.map(({ check: _, ...rule }) => rule)
writeFileSync(join(folder, 'rules.json'), `${JSON.stringify(rules, null, 2)}\n`)
buildSync({
  entryPoints: [join(root, 'scripts/frozen-entry.ts')],
  outfile: join(folder, 'contract.js'),
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2024',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
})
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:js|json)$/.test(name))
  .sort()
const sums = files.map(
  (name) =>
    `${createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')}  ${name}`,
)
writeFileSync(join(folder, 'SHA256SUMS'), `${sums.join('\n')}\n`)
