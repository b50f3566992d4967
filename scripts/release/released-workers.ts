import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { inRepository } from './repository.ts'

/** The Workers whose bundles are kept with each release of the contract: those that read and write one store together. */
export const RELEASED_WORKERS = ['bootstrap', 'search', 'fetch-content', 'facts', 'library'] as const
export type ReleasedWorker = (typeof RELEASED_WORKERS)[number]

/** A Worker as a release deployed it. */
export interface ReleasedBundle {
  /** The text of its `wrangler.jsonc`. */
  readonly config: string
  /** Its one module. */
  readonly bundle: string
}
export type ReleasedBundles = Readonly<Record<ReleasedWorker, ReleasedBundle>>

/** Bundles as one file: JSON, compressed by Brotli with a window over all of them, since they carry the same tables. */
export function packBundles(bundles: ReleasedBundles): Buffer {
  const json = Buffer.from(JSON.stringify(bundles))
  return brotliCompressSync(json, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
      [constants.BROTLI_PARAM_LGWIN]: 25,
      [constants.BROTLI_PARAM_SIZE_HINT]: json.length,
    },
  })
}

/** The bundles of a file that `packBundles` made. */
export function readBundles(file: string): ReleasedBundles {
  const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 }
  return JSON.parse(brotliDecompressSync(readFileSync(file), { params }).toString('utf8'))
}

/** Lays a released Worker into a folder as a checkout holds it when it is built. */
export function layBundle(
  { config, bundle }: ReleasedBundle,
  { name, folder }: { readonly name: string; readonly folder: string },
): void {
  mkdirSync(path.join(folder, 'dist'), { recursive: true })
  writeFileSync(path.join(folder, 'wrangler.jsonc'), config)
  writeFileSync(path.join(folder, 'dist', `${name}.worker.js`), bundle)
}

/** The configuration of a Worker of this checkout. */
export function configOf(name: ReleasedWorker): string {
  return readFileSync(inRepository('workers', name, 'wrangler.jsonc'), 'utf8')
}
