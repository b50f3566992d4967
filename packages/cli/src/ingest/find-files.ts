import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import ignore, { type Ignore } from 'ignore'
import { CannotGoOn } from '../terminal/cannot-go-on.ts'
import { kindOfFile } from './file-kind.ts'

/** A file to ingest: where it is, and its name below the path that was asked for, with `/` between the parts. */
export interface FoundFile {
  readonly file: string
  readonly name: string
}

/** Ignore files that are honoured in every folder, beside what `.git` and `node_modules` hold. */
const IGNORE_FILES = ['.gitignore', '.cairnignore']

/**
 * Every file below the paths that can be read as a document, in the order of their names. A file that is named itself is taken
 * whatever ignore files say. Throws CannotGoOn for a path that is not there and for two files of one name.
 */
export function findFiles(paths: readonly string[]): FoundFile[] {
  const found = paths.flatMap((given) => (stat(given).isDirectory() ? filesBelow(given) : [named(given)]))
  const byName = new Map<string, string>()
  for (const { file, name } of found) {
    const other = byName.get(name)
    if (other !== undefined && path.resolve(other) !== path.resolve(file))
      throw new CannotGoOn(
        `${other} and ${file} would both be the document ${name}: ingest them into two sources`,
      )
    byName.set(name, file)
  }
  return [...byName].map(([name, file]) => ({ file, name })).sort((a, b) => (a.name < b.name ? -1 : 1))
}

function stat(given: string) {
  try {
    return statSync(given)
  } catch (error) {
    throw new CannotGoOn(`${given} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

function named(file: string): FoundFile {
  if (kindOfFile(file) === null)
    throw new CannotGoOn(
      `${file} is of no kind that can be read: text, Markdown, HTML, code, PDF, DOCX, JSON or NDJSON`,
    )
  return { file, name: path.basename(file) }
}

/** Rules of the folders above a file, outermost first, each with where it stands. */
type Rules = readonly { readonly folder: string; readonly rules: Ignore }[]

/** The files below a folder that no ignore file leaves out; hidden ones, `node_modules` and links are left out always. */
export function filesBelow(root: string): FoundFile[] {
  return walk(root, { root, rules: [] }).filter(({ file }) => kindOfFile(file) !== null)
}

/** The files below the folders among the paths that no ignore file leaves out, and that are of no kind that can be read. */
export function otherFiles(paths: readonly string[]): string[] {
  return paths
    .filter((given) => stat(given).isDirectory())
    .flatMap((root) => walk(root, { root, rules: [] }))
    .flatMap(({ file }) => (kindOfFile(file) === null ? [file] : []))
}

function walk(
  folder: string,
  { root, rules }: { readonly root: string; readonly rules: Rules },
): FoundFile[] {
  const here = [...rules, ...rulesIn(folder)]
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .flatMap((entry) => {
      const file = path.join(folder, entry.name)
      if (isIgnored(file, { isFolder: entry.isDirectory(), rules: here })) return []
      if (entry.isDirectory()) return walk(file, { root, rules: here })
      return entry.isFile() ? [{ file, name: nameBelow(root, file) }] : []
    })
}

/** The name of a file below a folder, with `/` between the parts on every system. */
export function nameBelow(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join('/')
}

function rulesIn(folder: string): Rules {
  return IGNORE_FILES.flatMap((name) => {
    try {
      return [{ folder, rules: ignore().add(readFileSync(path.join(folder, name), 'utf8')) }]
    } catch {
      return []
    }
  })
}

/** The innermost rule that speaks of a file decides, as with git. */
function isIgnored(
  file: string,
  { isFolder, rules }: { readonly isFolder: boolean; readonly rules: Rules },
): boolean {
  for (const { folder, rules: own } of rules.toReversed()) {
    const verdict = own.test(`${nameBelow(folder, file)}${isFolder ? '/' : ''}`)
    if (verdict.ignored) return true
    if (verdict.unignored) return false
  }
  return false
}
