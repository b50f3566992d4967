import { readdirSync, readFileSync } from 'node:fs'
import { inRepository } from './repository.ts'

/** A package of this repository that strangers install. */
export interface PublishedPackage {
  readonly name: string
  readonly version: string
  readonly folder: string
  readonly manifest: Manifest
}

/** The members of a package.json that publishing looks at. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly files?: readonly string[]
  readonly bin?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly dependencies?: Readonly<Record<string, string>>
}

/** Every package that is not private, each after those it depends on. */
export function publishedPackages(): PublishedPackage[] {
  const found = readdirSync(inRepository('packages'))
    .map((name) => inRepository('packages', name))
    .map((folder) => ({ folder, manifest: readManifest(folder) }))
    .filter(({ manifest }) => manifest.private !== true)
    .map(({ folder, manifest }) => ({ name: manifest.name, version: manifest.version, folder, manifest }))
  const depth = ({ manifest }: PublishedPackage): number =>
    Math.max(-1, ...found.filter(({ name }) => manifest.dependencies?.[name] !== undefined).map(depth)) + 1
  return found.sort((a, b) => depth(a) - depth(b) || a.name.localeCompare(b.name, 'en'))
}

/** The package.json of a folder. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
}
