import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { contentFaults, importsOf } from './faults.ts'
import type { Packed } from './pack.ts'

const unpacked = mkdtempSync(path.join(tmpdir(), 'cairn-faults-'))
writeFileSync(path.join(unpacked, 'README.md'), 'A package. '.repeat(50))
const manifest = {
  name: '@cairn/thing',
  version: '1.0.0',
  exports: {
    '.': { types: './dist/thing.d.ts', default: './dist/thing.js' },
    './data/*.json': './data/*.json',
  },
  dependencies: { other: '1.2.3' },
}
const files = ['LICENSE', 'README.md', 'dist/thing.d.ts', 'dist/thing.js', 'package.json']
const faults = (otherwise: Partial<Packed>) =>
  contentFaults({ ...manifest, manifest, files, unpacked, folder: '', tarball: '', bytes: 0, ...otherwise })

it('a package with what its manifest promises, a licence and a README has no fault', () => {
  expect(faults({})).toEqual([])
})

it.each(files.filter((name) => name !== 'README.md'))('%s must be there', (name) => {
  expect(faults({ files: files.filter((one) => one !== name) })).toEqual([`${name} is not in the package`])
})

it.each(['src/thing.ts', 'dist/thing.test.js', 'dist/thing.fixture.d.ts', 'test/a.js'])(
  '%s must not be there',
  (name) => {
    expect(faults({ files: [...files, name] })).toEqual([`${name} is of no use to who installs it`])
  },
)

it('a dependency that only this workspace knows is a fault', () => {
  const loose = { ...manifest, dependencies: { other: 'workspace:*' } }
  expect(faults({ manifest: loose })).toEqual(['it depends on other as workspace:*, which no registry knows'])
})

it('what can be imported as code are the subpaths without patterns and data', () => {
  expect(importsOf(manifest)).toEqual(['@cairn/thing'])
})
