import { type BuildOptions, build } from 'esbuild'

/** Imports to replace by files. */
type Alias = Readonly<Record<string, string>>

/** A Worker of the bench as the one module that runs. */
export function bundled(entry: string, alias: Alias = {}): Promise<string> {
  return bundle(entry, { alias, platform: 'browser', minify: true })
}

/** A program of the bench as one module that Node runs wherever it is put. */
export function bundledForNode(entry: string, alias: Alias = {}): Promise<string> {
  return bundle(entry, { alias, platform: 'node' })
}

async function bundle(entry: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    ...options,
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    write: false,
  })
  return outputFiles![0]!.text
}
