import { mkdirSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { type PublishedPackage, publishedPackages, readManifest } from './published-packages.ts'
import { run } from './run.ts'

/** A package as it is uploaded. */
export interface Packed extends PublishedPackage {
  readonly tarball: string
  readonly bytes: number
  /** The tarball, unpacked; its manifest is the one that strangers read. */
  readonly unpacked: string
  /** Paths below the package, sorted. */
  readonly files: readonly string[]
}

/**
 * Builds and packs every published package into a folder: tarballs, each unpacked beside it, and a `node_modules` in which they
 * find one another.
 */
export async function packAll(folder: string): Promise<Packed[]> {
  mkdirSync(folder, { recursive: true })
  const packed: Packed[] = []
  for (const one of publishedPackages()) packed.push(await pack(one, folder))
  return packed
}

async function pack(one: PublishedPackage, folder: string): Promise<Packed> {
  await run('pnpm', ['run', 'build:package'], { cwd: one.folder })
  await run('pnpm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: one.folder })
  const stem = one.name.replace('@', '').replace('/', '-')
  const tarball = path.join(folder, `${stem}-${one.version}.tgz`)
  const unpacked = path.join(folder, stem)
  mkdirSync(unpacked, { recursive: true })
  linkFor(one.name, unpacked, folder)
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', unpacked])
  const { out } = await run('tar', ['-tzf', tarball])
  const files = out
    .trim()
    .split('\n')
    .map((name) => name.replace(/^package\//, ''))
  return {
    ...one,
    tarball,
    bytes: statSync(tarball).size,
    unpacked,
    files: files.sort(),
    manifest: readManifest(unpacked),
  }
}

function linkFor(name: string, unpacked: string, folder: string): void {
  const link = path.join(folder, 'node_modules', name)
  mkdirSync(path.dirname(link), { recursive: true })
  symlinkSync(unpacked, link)
}
