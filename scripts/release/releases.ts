import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Packed } from './pack.ts'
import { inRepository } from './repository.ts'

/** A released contract: `fixtures/releases/<file>`, and the digest that its bytes keep. */
export interface ReleasedContract {
  readonly version: string
  readonly file: string
  readonly sha256: string
}

export const CONTRACT = '@cairn/contract'
const FOLDER = inRepository('fixtures/releases')
const LIST = path.join(FOLDER, 'releases.json')

/** Every released contract, oldest first. */
export function releasedContracts(): ReleasedContract[] {
  return existsSync(LIST) ? JSON.parse(readFileSync(LIST, 'utf8')) : []
}

/** The newest patch of each of the last two minor versions, older first: Workers of any two of them run beside each other. */
export function lastTwoMinors(
  released: readonly ReleasedContract[] = releasedContracts(),
): ReleasedContract[] {
  const byMinor = new Map(released.map((one) => [one.version.replace(/\.\d+$/, ''), one]))
  return [...byMinor.values()].slice(-2)
}

/** Where the tarball of a release is. */
export function tarballOf({ file }: ReleasedContract): string {
  return path.join(FOLDER, file)
}

/** The lower-case hexadecimal SHA-256 of a file. */
export function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/**
 * Adds the packed contract to the releases; says what was done. A version that is there keeps its bytes: throws when they would
 * change, unless that is asked for, which is right only until the version is published.
 */
export function freezeContract(
  packages: readonly Packed[],
  { isAgain }: { readonly isAgain: boolean },
): string {
  const { version, tarball } = packages.find(({ name }) => name === CONTRACT)!
  const released = releasedContracts()
  const file = path.basename(tarball)
  const sha256 = digestOf(tarball)
  const known = released.find((one) => one.version === version)
  if (known?.sha256 === sha256) return `${file} is frozen with these bytes already`
  if (known !== undefined && !isAgain)
    throw new Error(`${file} is frozen with other bytes: a change needs a new version`)
  const others = released.filter((one) => one !== known)
  mkdirSync(FOLDER, { recursive: true })
  copyFileSync(tarball, path.join(FOLDER, file))
  writeFileSync(LIST, `${JSON.stringify([...others, { version, file, sha256 }], null, 2)}\n`)
  return `${file} is frozen: commit fixtures/releases`
}
