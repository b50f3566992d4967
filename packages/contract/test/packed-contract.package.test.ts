import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Metafile } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { nodeOfMajor } from '../../../fixtures/consumers/other-node.ts'
import type {} from '../../../scripts/release/packed.setup.ts'
import { validateCrcV1 } from '../src/validate.ts'

const repository = join(import.meta.dirname, '../../..')
const vectors = join(repository, 'fixtures/vectors')
const contract = inject('packed').packages.find(({ name }) => name === '@cairn/contract')!
const folder = mkdtempSync(join(tmpdir(), 'cairn-packed-contract-'))
const EXPECTED = { differing: [], calls: { parsed: true, openapi: '3.1.0', schemas: 4 } }
const files = Object.fromEntries(
  readdirSync(vectors)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, JSON.parse(readFileSync(join(vectors, name), 'utf8'))]),
)
const subpaths = Object.keys(contract.manifest.exports ?? {})

beforeAll(() => {
  cpSync(contract.unpacked, join(folder, 'node_modules/@cairn/contract'), { recursive: true })
  cpSync(join(import.meta.dirname, 'consumer.mjs'), join(folder, 'consumer.mjs'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the package has JavaScript, declarations and schemas, and no dependency', () => {
  expect(Object.keys(contract.manifest.dependencies ?? {})).toEqual([])
  const kinds = /^(?:dist\/.*\.(?:js|d\.ts)|schemas\/.*\.json|package\.json|README\.md|LICENSE)$/
  expect(contract.files.filter((name) => !kinds.test(name))).toEqual([])
  expect(contract.files.length).toBeGreaterThan(100)
})

test('no module of it imports anything from outside or makes code from text', () => {
  for (const name of contract.files.filter((one) => one.endsWith('.js'))) {
    const text = readFileSync(join(contract.unpacked, name), 'utf8')
    const imports = [...text.matchAll(/^(?:import|export)\b[^'"]*?\bfrom ['"]([^'"]+)['"]/gm)]
    for (const [, from] of imports) expect(from, name).toMatch(/^\.{1,2}\/.*\.js$/)
    expect(text, name).not.toMatch(/\brequire\(|new Function|\beval\(|\bimport\(/)
  }
})

test('every subpath that the workspace imports is published', () => {
  const sources = globSync('{packages,workers}/*/src/**/*.ts', { cwd: repository }).filter(
    (file) => !/\.test(?:-d)?\.ts$/.test(file),
  )
  const imported = sources.map((file) => readFileSync(join(repository, file), 'utf8')).join('\n')
  const wanted = new Set(
    [...imported.matchAll(/from '@cairn\/contract\/([^']+)'/g)].map(([, name]) => `./${name}`),
  )
  expect(wanted.size).toBeGreaterThan(15)
  expect([...wanted].filter((name) => !subpaths.includes(name))).toEqual([])
})

const oldest = nodeOfMajor(20)

test('every vector comes out the same under this Node', () => {
  expectAgreement(process.execPath)
})

test.skipIf(oldest === null)('every vector comes out the same under Node 20, where there is one', () => {
  expectAgreement(oldest!)
})

test('every vector comes out the same in workerd, from a bundle that has nothing of Node in it', async () => {
  const { text, metafile } = await bundled()
  expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([])
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: [{ type: 'ESModule', path: 'worker.js', contents: text }],
      compatibilityDate: '2026-08-01',
    }),
  )
  try {
    const body = JSON.stringify(files)
    const response = await miniflare.dispatchFetch('http://contract.test/', { method: 'POST', body })
    const said = (await response.json()) as { ran: number }
    expect(said).toMatchObject(EXPECTED)
    expect(said.ran).toBeGreaterThan(900)
  } finally {
    await miniflare.dispose()
  }
})

/** What a browser's bundler makes of a program that uses the package. */
async function bundled(): Promise<{ readonly text: string; readonly metafile: Metafile }> {
  const worker = `import { report } from './consumer.mjs'
export default { fetch: async (request) => Response.json(await report(await request.json())) }`
  writeFileSync(join(folder, 'worker.mjs'), worker)
  const { outputFiles, metafile } = await build({
    entryPoints: [join(folder, 'worker.mjs')],
    absWorkingDir: folder,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    metafile: true,
    write: false,
    logLevel: 'error',
  })
  return { text: outputFiles[0]!.text, metafile }
}

function expectAgreement(node: string): void {
  const run = `import { report } from './consumer.mjs'
process.stdin.setEncoding('utf8')
let text = ''
for await (const chunk of process.stdin) text += chunk
console.log(JSON.stringify(await report(JSON.parse(text))))`
  writeFileSync(join(folder, 'run.mjs'), run)
  const printed = execFileSync(node, ['run.mjs'], {
    cwd: folder,
    input: JSON.stringify(files),
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  expect(JSON.parse(printed)).toMatchObject(EXPECTED)
  expect(JSON.parse(printed).ran).toBeGreaterThan(900)
}

test('the Worker that the README prints serves answers that obey every rule, from the package as installed', async () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
  const source = /```js\n\/\/ worker\.js\n([\s\S]*?)```/.exec(readme)![1]!
  writeFileSync(join(folder, 'worker.js'), source)
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: ['worker.js'],
    bundle: true,
    write: false,
    format: 'esm',
  })
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      workers: [
        {
          name: 'readme',
          modules: [{ type: 'ESModule', path: 'index.js', contents: outputFiles[0]!.text }],
          compatibilityDate: '2026-08-01',
        },
      ],
    }),
  )
  try {
    const ask = async (query: string, headers = {}) => {
      const response = await miniflare.dispatchFetch(`http://notes.example/?query=${query}`, { headers })
      return { status: response.status, text: await response.text() }
    }
    const found = JSON.parse((await ask('how+often+is+the+signing+key+rotated')).text)
    expect(found.pointers.map(({ id }: { id: string }) => id)).toEqual(['keys:1', 'keys:2'])
    expect(validateCrcV1(found)).toMatchObject({ conformant: true, cairn: true })
    const nothing = JSON.parse((await ask('zanzibar')).text)
    expect(validateCrcV1(nothing)).toMatchObject({ conformant: true, cairn: true })
    expect((await ask('tea', { 'Accept-Contract': 'legacy' })).text).toContain('"results"')
    expect((await ask('')).status).toBe(400)
  } finally {
    await miniflare.dispose()
  }
})
