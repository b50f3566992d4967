import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findFiles, otherFiles } from './find-files.ts'

const root = mkdtempSync(path.join(tmpdir(), 'cairn-find-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function lay(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(root, 'f-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  return folder
}
const namesIn = (...paths: string[]) => findFiles(paths).map(({ name }) => name)

it('finds what can be read, in the order of names, and leaves out hidden files, links and node_modules', () => {
  const folder = lay({
    'b.md': '',
    'a/c.TS': '',
    'a/i.png': '',
    '.env.md': '',
    'node_modules/m.md': '',
    README: '',
    'x.unknown': '',
  })
  symlinkSync(path.join(folder, 'b.md'), path.join(folder, 'link.md'))
  expect(
    otherFiles([folder])
      .map((file) => path.relative(folder, file))
      .sort(),
  ).toEqual(['a/i.png', 'x.unknown'])
  expect(namesIn(folder)).toEqual(['README', 'a/c.TS', 'b.md'])
})

it('ignore files hold below where they lie, an inner one decides, and a folder left out is not entered', () => {
  const folder = lay({
    '.gitignore': '*.log\n/out\n',
    'a.log': '',
    'out/x.md': '',
    'in/out/x.md': '',
    'in/keep.log': '',
    'in/.cairnignore': '!keep.log\nsecret.md\n',
    'in/secret.md': '',
  })
  expect(namesIn(folder)).toEqual(['in/keep.log', 'in/out/x.md'])
})

it('a file that is named is taken whatever ignore files say; one of no known kind is refused', () => {
  const folder = lay({ '.gitignore': '*', 'a.md': '', 'a.png': '' })
  expect(namesIn(path.join(folder, 'a.md'))).toEqual(['a.md'])
  expect(() => namesIn(path.join(folder, 'a.png'))).toThrow('of no kind that can be read')
  expect(() => namesIn(path.join(folder, 'gone'))).toThrow('ENOENT')
})

it('two files that would be one document are refused, and one file given twice is one', () => {
  const [one, two] = [lay({ 'a.md': '' }), lay({ 'a.md': '' })]
  expect(() => namesIn(one, two)).toThrow('would both be the document a.md')
  expect(namesIn(one, path.join(one, 'a.md'))).toEqual(['a.md'])
})
