import { readFileSync } from 'node:fs'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import type { Packed } from './pack.ts'
import { run } from './run.ts'

/** Everything that would trouble a stranger who installs a package, one sentence each. */
export async function faultsOf(packed: Packed): Promise<string[]> {
  return [...contentFaults(packed), ...(await lintFaults(packed)), ...(await typeFaults(packed))]
}

/** What a package holds that strangers do not need, or lacks that they do. */
export function contentFaults({ files, manifest, unpacked }: Packed): string[] {
  const wanted = ['package.json', 'README.md', 'LICENSE']
  const missing = [...wanted, ...targetsOf(manifest)].filter(
    (name) => !name.includes('*') && !files.includes(name),
  )
  const strange = files.filter((name) =>
    /(^|\/)(src|test|tests|scripts)\/|\.(test|fixture|bundle)\./.test(name),
  )
  const loose = Object.entries(manifest.dependencies ?? {}).filter(([, range]) => range.includes(':'))
  return [
    ...missing.map((name) => `${name} is not in the package`),
    ...strange.map((name) => `${name} is of no use to who installs it`),
    ...loose.map(([name, range]) => `it depends on ${name} as ${range}, which no registry knows`),
    ...(readFileSync(`${unpacked}/README.md`, 'utf8').length < 400
      ? ['its README says next to nothing']
      : []),
  ]
}

/** The files that a manifest promises. */
function targetsOf({ exports = {}, bin = {} }: Packed['manifest']): string[] {
  const targets = Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  )
  return [...targets, ...Object.values(bin)].map((target) => target.replace(/^\.\//, ''))
}

async function lintFaults({ unpacked }: Packed): Promise<string[]> {
  const { messages, pkg } = await publint({ pkgDir: unpacked, level: 'warning', strict: true, pack: false })
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`)
}

/** A command has no types; whatever is imported has. */
async function typeFaults({ tarball, manifest }: Packed): Promise<string[]> {
  if (importsOf(manifest).length === 0) return []
  try {
    await run('attw', [tarball, '--profile', 'esm-only', '--no-color', '--no-emoji'])
    return []
  } catch (error) {
    return [`are the types wrong: ${(error as Error).message}`]
  }
}

/** What can be imported from a package as code: its subpaths without patterns and data. */
export function importsOf({ name, exports = {} }: Packed['manifest']): string[] {
  return Object.keys(exports)
    .filter((subpath) => !subpath.includes('*') && !subpath.endsWith('.json'))
    .map((subpath) => name + subpath.slice(1))
}
