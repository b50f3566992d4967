import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { folderOf, RECEIPT, SEARCH, SMUGGLER, SOURCE } from '../../test/documents.fixture.ts'
import { runCairn } from '../../test/run-cairn.fixture.ts'

const golden = (name: string) => path.join(import.meta.dirname, '../../../../fixtures/golden/cli', name)
const AGES = { $schema: 'https://json-schema.org/draft/2020-12/schema', properties: { age: { minimum: 0 } } }
let cwd: string

beforeAll(() => {
  cwd = folderOf({
    'good.json': JSON.stringify(SEARCH),
    'bad.json': JSON.stringify(SMUGGLER),
    'many.ndjson': `${JSON.stringify(RECEIPT)}\n${JSON.stringify({ ...RECEIPT, candidates_selected: 4 })}\n{oops}\n`,
    'list.json': JSON.stringify([SOURCE, { ...SOURCE, kind: 'rumour' }]),
    'empty.json': '',
    'bom.json': `\ufeff${JSON.stringify(SEARCH)}`,
    'strange.json': '{"hello":"world"}',
    'evil\x1b[31m.json': '"\x07"',
    'ages.schema.json': JSON.stringify(AGES),
    'age.json': '{"age":-1}',
  })
})

it('what is valid is ok, and the exit status is 0', async () => {
  const { status, out, err } = await runCairn(['validate', 'good.json'], { cwd })
  expect([status, out, err]).toEqual([0, 'ok    good.json  (crc-v1)\n1/1 valid\n', ''])
})

it('a person reads what is wrong with each document, where, by which rule and by whose authority', async () => {
  const names = [
    'good.json',
    'bad.json',
    'many.ndjson',
    'list.json',
    'empty.json',
    'bom.json',
    'strange.json',
  ]
  const { status, out, err } = await runCairn(['validate', ...names, 'none.json', '.'], { cwd })
  await expect(out).toMatchFileSnapshot(golden('validate.txt'))
  expect([status, err]).toEqual([1, ''])
})

it('reads the standard input', async () => {
  const { status, out } = await runCairn(['validate', '-'], { input: JSON.stringify(SEARCH) })
  expect([status, out]).toEqual([0, 'ok    (standard input)  (crc-v1)\n1/1 valid\n'])
})

it('a schema that stands first decides alone, as with --schema', async () => {
  for (const args of [
    ['ages.schema.json', 'age.json'],
    ['--schema', 'ages.schema.json', 'age.json'],
  ]) {
    const { status, out } = await runCairn(['validate', ...args], { cwd })
    expect([status, out]).toEqual([
      1,
      'FAIL  age.json  (ages.schema.json)\n      /age  minimum  (schema MUST)\n        must be >= 0\n0/1 valid\n',
    ])
  }
})

it('a copy of a published schema stands for its family, rules included', async () => {
  const schema = path.join(import.meta.dirname, '../../../contract/schemas/crc-v1.schema.json')
  const { status, out } = await runCairn(['validate', schema, 'bad.json'], { cwd })
  expect([status, out.includes('crc-s1-pointer-tier-has-no-bodies')]).toEqual([1, true])
})

it('--json says the same to programs', async () => {
  const { status, out } = await runCairn(['validate', '--json', 'good.json', 'bad.json', 'empty.json'], {
    cwd,
  })
  const report = JSON.parse(out)
  expect(status).toBe(1)
  expect(report).toMatchObject({
    valid: 1,
    total: 3,
    documents: [
      { name: 'good.json', valid: true, judged_as: 'crc-v1', findings: [] },
      { name: 'bad.json', valid: false },
      { name: 'empty.json', valid: false, judged_as: null, why: 'is empty' },
    ],
  })
  expect(report.documents[1].findings[0]).toMatchObject({ pointer: expect.any(String), fatal: true })
})

it('--junit says the same to build servers, in XML that holds whatever a name holds', async () => {
  const { status, out } = await runCairn(
    ['validate', '--junit', 'good.json', 'bad.json', 'evil\x1b[31m.json'],
    { cwd },
  )
  await expect(out).toMatchFileSnapshot(golden('validate.junit.xml'))
  expect(status).toBe(1)
})

it.each([
  ['no file', []],
  ['an unknown option', ['--loud', 'good.json']],
  ['an unknown family', ['--family', 'xml', 'good.json']],
  ['an unknown profile', ['--profile', 'x', 'good.json']],
  ['two forms at once', ['--json', '--junit', 'good.json']],
  ['a schema and a family', ['--schema', 'ages.schema.json', '--family', 'context', 'good.json']],
  ['a schema that is not there', ['--schema', 'none.json', 'good.json']],
  ['a schema that is none', ['--schema', 'evil\x1b[31m.json', 'good.json']],
  ['a schema alone', ['ages.schema.json']],
  ['the standard input twice', ['-', '-']],
])('%s is not understood: exit status 2, and no stack', async (_, args) => {
  const { status, out, err } = await runCairn(['validate', ...args], { cwd })
  expect([status, out]).toEqual([2, ''])
  expect(err).toMatch(/^(error|cairn): /)
  expect(err).not.toMatch(/^\s+at /m)
})

it('prints nothing that a terminal would obey, and no colour where there is no terminal', async () => {
  const { out } = await runCairn(['validate', 'evil\x1b[31m.json', 'good.json'], { cwd })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  expect(out).not.toMatch(/[\x00-\x09\x0b-\x1f]/)
})

it('a reader that stops early is no error', async () => {
  const lines = `${JSON.stringify(SMUGGLER)}\n`.repeat(5000)
  const { spawn } = await import('node:child_process')
  const bin = path.join(import.meta.dirname, '../../bin/cairn.js')
  const child = spawn(process.execPath, [bin, 'validate', '-'], { stdio: ['pipe', 'pipe', 'pipe'] })
  let err = ''
  child.stderr.on('data', (text) => (err += text))
  child.stdin.on('error', () => undefined)
  child.stdin.end(lines)
  child.stdout.once('data', () => child.stdout.destroy())
  await new Promise((resolve) => child.on('close', resolve))
  expect(err).toBe('')
})
