import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { importsOf } from './faults.ts'
import type { Packed } from './pack.ts'
import { run } from './run.ts'

/**
 * What TypeScript says of the declarations alone: every subpath of every package imported, strictly, library checks included,
 * with the types of the web and nothing else. Empty when it says nothing. The folder is the one they were packed into.
 */
export async function declarationFaults(packages: readonly Packed[], folder: string): Promise<string> {
  const project = path.join(folder, 'declarations')
  mkdirSync(project, { recursive: true })
  const imports = packages.flatMap(({ manifest }) => importsOf(manifest))
  writeFileSync(path.join(project, 'package.json'), '{"type":"module"}')
  writeFileSync(
    path.join(project, 'all.ts'),
    imports.map((name, index) => `import * as m${index} from '${name}'\nvoid m${index}\n`).join(''),
  )
  try {
    await run('tsc', [...OPTIONS, 'all.ts'], { cwd: project })
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

const OPTIONS = [
  '--noEmit',
  '--strict',
  '--exactOptionalPropertyTypes',
  '--preserveSymlinks',
  ...['--skipLibCheck', 'false'],
  ...['--module', 'nodenext'],
  ...['--target', 'es2024'],
  ...['--lib', 'es2024,dom,dom.iterable'],
  ...['--types', ''],
]
