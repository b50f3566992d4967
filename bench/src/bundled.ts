import { build } from 'esbuild'

/** A Worker of the bench as the one module that runs; `alias` replaces imports by files. */
export async function bundled(entry: string, alias: Readonly<Record<string, string>> = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    alias,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    minify: true,
    write: false,
  })
  return outputFiles[0]!.text
}
