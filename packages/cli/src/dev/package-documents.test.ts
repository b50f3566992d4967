import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { packageDocuments } from './package-documents.ts'

/** A `node_modules` as pnpm lays it, with the given files of `<package>/<file>`. */
function nodeModules(files: Record<string, string>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'cairn-packages-'))
  for (const [name, text] of Object.entries(files)) {
    const [packageName] = name.startsWith('@') ? [name.split('/').slice(0, 2).join('/')] : name.split('/')
    const file = path.join(root, '.pnpm', `${packageName!.replace('/', '+')}@1.0.0`, 'node_modules', name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return root
}

it('gives the Markdown of every package once, in order, with its first heading as title', () => {
  const root = nodeModules({
    'alpha/README.md': '# Alpha\n\nHow to alpha.',
    'alpha/docs/deep/guide.md': 'No heading here.',
    '@scope/beta/readme.MD': '# Beta #\n',
    'gamma/README.md': '# Alpha\n\nHow to alpha.',
  })
  expect([...packageDocuments(root)].map(({ id, title, tags }) => [id, title, tags])).toEqual([
    ['@scope/beta/readme.MD', 'Beta', ['@scope/beta']],
    ['alpha/README.md', 'Alpha', ['alpha']],
    ['alpha/docs/deep/guide.md', 'alpha docs/deep/guide.md', ['alpha']],
  ])
})

it('leaves out licences, change logs, empty files, what is no text, and packages linked in from elsewhere', () => {
  const root = nodeModules({
    'alpha/LICENSE.md': 'MIT',
    'alpha/CHANGELOG.md': '# 1.0.0',
    'alpha/empty.md': ' \n',
    'alpha/binary.md': 'a\0b',
    'alpha/index.js': '// no Markdown',
    'beta/README.md': '# Beta',
  })
  const inside = path.join(root, '.pnpm', 'alpha@1.0.0', 'node_modules')
  symlinkSync(path.join(root, '.pnpm', 'beta@1.0.0', 'node_modules', 'beta'), path.join(inside, 'beta'))
  expect([...packageDocuments(root)].map(({ id }) => id)).toEqual(['beta/README.md'])
})
