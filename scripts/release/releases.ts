import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Packed } from './pack.ts'
import { pinWorker } from './pin-worker.ts'
import {
  configOf,
  packBundles,
  RELEASED_WORKERS,
  type ReleasedBundle,
  type ReleasedBundles,
  type ReleasedWorker,
} from './released-workers.ts'
import { inRepository } from './repository.ts'

/** A file of `fixtures/releases`, and the lower-case hexadecimal SHA-256 that its bytes keep. */
export interface ReleasedFile {
  readonly file: string
  readonly sha256: string
}

/** A released contract, packed, and the Workers that were deployed on it; the first release kept none. */
export interface ReleasedContract extends ReleasedFile {
  readonly version: string
  readonly workers?: ReleasedFile
}

export const CONTRACT = '@cairn/contract'
const FOLDER = inRepository('fixtures/releases')
const LIST = path.join(FOLDER, 'releases.json')

/** Every released contract, oldest first. */
export function releasedContracts(): ReleasedContract[] {
  return existsSync(LIST) ? JSON.parse(readFileSync(LIST, 'utf8')) : []
}

/** The newest release with Workers that this version runs beside: of another minor version where there is one. */
export function releaseBeside(
  version: string,
  released: readonly ReleasedContract[] = releasedContracts(),
): ReleasedWithWorkers {
  const kept = released.filter((one): one is ReleasedWithWorkers => one.workers !== undefined)
  const beside = kept.findLast((one) => minorOf(one.version) !== minorOf(version)) ?? kept.at(-1)
  if (beside === undefined) throw new Error('no release keeps its Workers: `pnpm run release --freeze` does')
  return beside
}

export type ReleasedWithWorkers = ReleasedContract & { readonly workers: ReleasedFile }

const minorOf = (version: string): string => version.replace(/\.\d+$/, '')

/** Where a released file is. */
export function pathOf({ file }: ReleasedFile): string {
  return path.join(FOLDER, file)
}

/** The lower-case hexadecimal SHA-256 of a file. */
export function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/**
 * Adds the packed contract to the releases, with the Workers of this checkout built on it; says what was done. A version that is
 * there keeps its bytes: throws when they would change, unless that is asked for, which is right only until it is published.
 */
export async function freezeContract(
  packages: readonly Packed[],
  { isAgain }: { readonly isAgain: boolean },
): Promise<string> {
  const { version, tarball } = packages.find(({ name }) => name === CONTRACT)!
  const released = releasedContracts()
  const file = path.basename(tarball)
  const sha256 = digestOf(tarball)
  const known = released.find((one) => one.version === version)
  if (known?.sha256 === sha256) return `${file} is frozen with these bytes already`
  if (known !== undefined && !isAgain)
    throw new Error(`${file} is frozen with other bytes: a change needs a new version`)
  const others = released.filter((one) => one !== known)
  copyFileSync(tarball, path.join(FOLDER, file))
  const workers = await freezeWorkers(version, tarball)
  writeFileSync(LIST, `${JSON.stringify([...others, { version, file, sha256, workers }], null, 2)}\n`)
  return `${file} is frozen: commit fixtures/releases`
}

/** Keeps the bundles of the judged Workers, each built on the packed contract. */
async function freezeWorkers(version: string, tarball: string): Promise<ReleasedFile> {
  const folder = mkdtempSync(path.join(tmpdir(), 'cairn-freeze-'))
  try {
    const bundles: Partial<Record<ReleasedWorker, ReleasedBundle>> = {}
    for (const name of RELEASED_WORKERS) {
      const built = await pinWorker(name, tarball, path.join(folder, name))
      bundles[name] = { config: configOf(name), bundle: readFileSync(built, 'utf8') }
    }
    const file = `workers-${version}.json.br`
    writeFileSync(path.join(FOLDER, file), packBundles(bundles as ReleasedBundles))
    return { file, sha256: digestOf(path.join(FOLDER, file)) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
