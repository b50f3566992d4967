import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { folderOf } from '../../test/documents.fixture.ts'
import { runCairn } from '../../test/run-cairn.fixture.ts'

const golden = (name: string) => path.join(import.meta.dirname, '../../../../fixtures/golden/cli', name)
const CRC = readFileSync(
  path.join(import.meta.dirname, '../../../contract/schemas/crc-v1.schema.json'),
  'utf8',
)
let cwd: string

beforeAll(() => {
  cwd = folderOf({
    'crc.json': CRC,
    'crlf.json': CRC.replaceAll('\n', '\r\n'),
    'bom.json': `\ufeff${CRC}`,
    'bare.json': CRC.trimEnd(),
    'edited.json': CRC.replace('"minimum": 0', '"minimum": 1'),
    'cut.json': CRC.slice(0, 2000),
    'anew.json': JSON.stringify(JSON.parse(CRC), null, 4),
    'strange.json': '{"$id":"https://example.com/x"}',
    'empty.json': '',
  })
})

it('a copy that is the published bytes is ok, and the exit status is 0', async () => {
  const { status, out } = await runCairn(['vendor-check', 'crc.json'], { cwd })
  expect([status, out]).toEqual([0, 'ok    crc.json  (crc-v1.schema.json, byte for byte)\n1/1 equal\n'])
})

it('a person reads where each copy first differs and what usually makes it so', async () => {
  const names = ['crc', 'crlf', 'bom', 'bare', 'edited', 'cut', 'anew', 'strange', 'empty', 'none']
  const { status, out, err } = await runCairn(['vendor-check', ...names.map((name) => `${name}.json`)], {
    cwd,
  })
  await expect(out).toMatchFileSnapshot(golden('vendor-check.txt'))
  expect([status, err]).toEqual([1, ''])
})

it('--as says which schema a copy is, whatever it claims', async () => {
  for (const name of ['hux-citation', 'hux-citation.schema.json']) {
    const { status, out } = await runCairn(['vendor-check', '--as', name, '--json', 'crc.json'], { cwd })
    expect(status).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      equal: 0,
      total: 1,
      files: [
        { file: 'crc.json', schema: 'hux-citation.schema.json', equal: false, difference: { line: 3 } },
      ],
    })
  }
})

it.each([['--as', 'crc-v9', 'crc.json'], []])(
  'is not understood with %j %j %j: exit status 2',
  async (...args) => {
    const { status, out } = await runCairn(['vendor-check', ...args.filter((one) => one !== undefined)], {
      cwd,
    })
    expect([status, out]).toEqual([2, ''])
  },
)
