import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { LIMITS } from '@cairn/contract/limits'

/** A Markdown file of an installed package, as the library takes it. */
export interface PackageDocument {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly kind: string
  readonly tags: readonly string[]
}

/** Licences and change logs answer no question about how a thing is used. */
const LEFT_OUT =
  /^(licen[cs]e|copying|changelog|changes|history|code_of_conduct|security|contributing|authors)/i

/** The Markdown documentation that ships inside the packages of a pnpm `node_modules`, each text once, in id order. */
export function* packageDocuments(nodeModules: string): Generator<PackageDocument> {
  const seen = new Set<string>()
  for (const folder of packageFolders(nodeModules)) {
    for (const file of markdownFiles(folder.path)) {
      const text = readFileSync(path.join(folder.path, file), 'utf8')
      if (seen.has(text) || text.trim() === '' || !text.isWellFormed() || text.includes('\0')) continue
      seen.add(text)
      yield {
        id: `${folder.name}/${file}`,
        title: titleOf(text, `${folder.name} ${file}`),
        text,
        kind: 'documentation',
        tags: [folder.name.slice(0, LIMITS.tagLengthMax)],
      }
    }
  }
}

function packageFolders(nodeModules: string): { name: string; path: string }[] {
  const store = path.join(nodeModules, '.pnpm')
  const folders = new Map<string, string>()
  for (const entry of readdirSync(store).sort()) {
    const inside = path.join(store, entry, 'node_modules')
    for (const name of packageNames(inside)) {
      const real = realpathSync(path.join(inside, name))
      if (real.startsWith(path.join(store, entry) + path.sep) && !folders.has(name)) folders.set(name, real)
    }
  }
  return [...folders].map(([name, folder]) => ({ name, path: folder }))
}

function packageNames(folder: string): string[] {
  return entries(folder).flatMap((entry) =>
    entry.name.startsWith('@')
      ? entries(path.join(folder, entry.name)).map((scoped) => `${entry.name}/${scoped.name}`)
      : entry.name.startsWith('.')
        ? []
        : [entry.name],
  )
}

function* markdownFiles(folder: string, below = ''): Generator<string> {
  for (const entry of entries(path.join(folder, below))) {
    const file = path.join(below, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* markdownFiles(folder, file)
    if (!entry.isFile() || !/\.(md|markdown)$/i.test(entry.name) || LEFT_OUT.test(entry.name)) continue
    if (statSync(path.join(folder, file)).size <= LIMITS.documentBytesMax) yield file
  }
}

function entries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}

function titleOf(markdown: string, fallback: string): string {
  const heading = /^#\s+(.{1,300}?)\s*#*\s*$/m.exec(markdown)?.[1]
  return [...(heading ?? fallback)].slice(0, LIMITS.titleLengthMax).join('')
}
