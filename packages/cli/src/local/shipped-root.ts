import { existsSync } from 'node:fs'
import path from 'node:path'

/** The folder of the published package that holds the built Workers; null in a checkout, where they are built apart. */
export function shippedRoot(): string | null {
  const folder = import.meta.dirname
  return existsSync(path.join(folder, 'workers')) ? folder : null
}
