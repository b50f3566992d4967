import path from 'node:path'

/** The repository. */
export const repository = path.resolve(import.meta.dirname, '../..')

/** A path in the repository. */
export function inRepository(...steps: string[]): string {
  return path.join(repository, ...steps)
}
