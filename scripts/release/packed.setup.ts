import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Packed, packAll } from './pack.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Every published package as it was packed for these tests, and the folder it was packed into. */
    packed: { readonly folder: string; readonly packages: readonly Packed[] }
  }
}

/** Packs once for all tests of the packages. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'cairn-packed-'))
  project.provide('packed', { folder, packages: await packAll(folder) })
  return () => rmSync(folder, { recursive: true, force: true })
}
