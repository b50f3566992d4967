import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const contract = path.join(import.meta.dirname, '../../../packages/contract')

/** The subpaths that the contract publishes, schemas and manifest left out. */
export function subpathsOf(): string[] {
  const { publishConfig } = JSON.parse(readFileSync(path.join(contract, 'package.json'), 'utf8'))
  return Object.keys(publishConfig.exports)
    .filter((name) => !name.endsWith('.json'))
    .map((name) => name.slice(2))
}

/** What a bundle weighs that uses everything a subpath exports, by esbuild's own account. */
export async function bytesOf(
  subpath: string,
): Promise<{ readonly minified: number; readonly compressed: number }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export * from '@cairn/contract/${subpath}'`, resolveDir: import.meta.dirname },
    outfile: 'bundle.js',
    bundle: true,
    format: 'esm',
    platform: 'browser',
    minify: true,
    metafile: true,
    write: false,
  })
  const minified = metafile.outputs['bundle.js']!.bytes
  return { minified, compressed: gzipSync(outputFiles[0]!.contents).length }
}
