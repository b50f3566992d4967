import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { nodeOfMajor } from '../../../fixtures/consumers/other-node.ts'
import type {} from '../../../scripts/release/packed.setup.ts'
import { inRepository } from '../../../scripts/release/repository.ts'
import { run } from '../../../scripts/release/run.ts'
import { SEARCH } from './documents.fixture.ts'

const { packages } = inject('packed')
const home = mkdtempSync(path.join(tmpdir(), 'cairn-packed-cli-'))
const modules = path.join(home, 'node_modules')
const bin = path.join(modules, '@cairn/cli/dist/cairn.js')

/** Installed by hand: the tarballs unpacked, and of the registry's packages those that the manifest names, from this checkout. */
beforeAll(() => {
  for (const { name, unpacked } of packages) cpSync(unpacked, path.join(modules, name), { recursive: true })
  const { manifest } = packages.find(({ name }) => name === '@cairn/cli')!
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    const link = path.join(modules, name)
    mkdirSync(path.dirname(link), { recursive: true })
    if (!existsSync(link)) symlinkSync(realpathSync(inRepository('packages/cli/node_modules', name)), link)
  }
  writeFileSync(path.join(home, 'good.json'), JSON.stringify(SEARCH))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

it('the installed command judges documents by contract and by schema, and checks copies of schemas', async () => {
  const schema = path.join(modules, '@cairn/contract/schemas/crc-v1.schema.json')
  writeFileSync(path.join(home, 'any.schema.json'), '{"$schema":"http://json-schema.org/draft-07/schema#"}')
  for (const [args, out] of [
    [['validate', 'good.json'], 'ok    good.json  (crc-v1)\n1/1 valid\n'],
    [['validate', 'any.schema.json', 'good.json'], 'ok    good.json  (any.schema.json)\n1/1 valid\n'],
    [['vendor-check', schema], `ok    ${schema}  (crc-v1.schema.json, byte for byte)\n1/1 equal\n`],
  ] as const)
    expect((await run(process.execPath, [bin, ...args], { cwd: home })).out).toBe(out)
})

it('under Node 20 it judges documents, and says that dev needs a newer one', async ({ skip }) => {
  const node20 = nodeOfMajor(20)
  if (node20 === null) return skip('there is no Node 20 on the path')
  expect((await run(node20, [bin, 'validate', 'good.json'], { cwd: home })).out).toContain('1/1 valid')
  await expect(run(node20, [bin, 'dev'], { cwd: home })).rejects.toThrow('cairn dev needs Node 22 or later')
})

it('cairn dev runs the Workers that came along, and keeps its state where it was started', async () => {
  const port = await freePort()
  const cwd = path.join(home, 'elsewhere')
  mkdirSync(cwd)
  const child = spawn(process.execPath, [bin, 'dev', '--port', String(port)], { cwd })
  const ended = once(child, 'exit')
  try {
    expect(await printedUntil(child, 'Ctrl-C stops it')).toContain('`cairn dev` goes on where it was')
    const token = readFileSync(path.join(cwd, '.cairn/token'), 'utf8')
    const answer = await fetch(`http://127.0.0.1:${port}/v1/query/search?query=anything`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([answer.status, ((await answer.json()) as { contract: string }).contract]).toEqual([200, 'crc-v1'])
  } finally {
    child.kill('SIGTERM')
    await ended
  }
})

async function printedUntil(child: ReturnType<typeof spawn>, words: string): Promise<string> {
  let printed = ''
  return await new Promise((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (bytes: Buffer) => {
        printed += bytes.toString('utf8')
        if (printed.includes(words)) resolve(printed)
      })
    child.once('exit', () => reject(new Error(`ended early:\n${printed}`)))
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
