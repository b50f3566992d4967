import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { build, type Metafile } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const repository = join(root, '../..')
const vectors = join(repository, 'fixtures/vectors')
const folder = mkdtempSync(join(tmpdir(), 'contract-package-'))
const installed = join(folder, 'node_modules/@cairn/contract')
const EXPECTED = { differing: [], calls: { parsed: true, openapi: '3.1.0', schemas: 4 } }
const files = Object.fromEntries(
  readdirSync(vectors)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, JSON.parse(readFileSync(join(vectors, name), 'utf8'))]),
)

beforeAll(() => {
  execFileSync('pnpm', ['pack', '--pack-destination', folder], { cwd: root, stdio: 'pipe' })
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))!
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', join(folder, tarball), '--strip-components=1', '-C', installed])
  cpSync(join(import.meta.dirname, 'consumer.mjs'), join(folder, 'consumer.mjs'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const manifest = (): { readonly exports: Record<string, unknown>; readonly dependencies?: object } =>
  JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
const published = (): string[] =>
  readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.[a-z]+$|LICENSE/.test(name),
  )
const subpaths = (): string[] => Object.keys(manifest().exports).filter((name) => !name.endsWith('.json'))

test('the package has JavaScript, declarations and schemas, no source, no test and no dependency', () => {
  expect(Object.keys(manifest().dependencies ?? {})).toEqual([])
  expect(
    published().filter(
      (name) => !/^(?:dist\/.*\.(?:js|d\.ts)|schemas\/.*\.json|package\.json|README\.md|LICENSE)$/.test(name),
    ),
  ).toEqual([])
  expect(published().filter((name) => /test|fixture/.test(name))).toEqual([])
  expect(published().length).toBeGreaterThan(100)
})

test('no module of it imports anything from outside or makes code from text', () => {
  for (const name of published().filter((one) => one.endsWith('.js'))) {
    const text = readFileSync(join(installed, name), 'utf8')
    const imports = [...text.matchAll(/^(?:import|export)\b[^'"]*?\bfrom ['"]([^'"]+)['"]/gm)].map(
      ([, from]) => from!,
    )
    for (const from of imports) expect(from, name).toMatch(/^\.{1,2}\/.*\.js$/)
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
  expect([...wanted].filter((name) => !subpaths().includes(name))).toEqual([])
})

test('a strict TypeScript program that imports every subpath compiles, its declarations checked too', () => {
  const lines = subpaths().map(
    (name, n) => `import * as _${n} from '@cairn/contract/${name.slice(2)}'\nexport { _${n} }`,
  )
  writeFileSync(join(folder, 'program.mts'), `${lines.join('\n')}\n${TYPED}`)
  const options = [
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--target',
    'es2024',
    '--lib',
    'es2024,dom',
    '--module',
    'nodenext',
    '--types',
    '',
  ]
  execFileSync(join(repository, 'node_modules/.bin/tsc'), [...options, 'program.mts'], {
    cwd: folder,
    stdio: 'pipe',
  })
})
const TYPED = `
import { parse } from '@cairn/contract/crc-v1'
const answer = parse(null)
if (answer.kind === 'search') answer.pointers.map(({ id }) => id.length)
if (answer.kind === 'fact') answer.envelope.freshness.age_hours
if (answer.hydrate_tier === 'pointer') { const none: [] | undefined = answer.content; void none }
// @ts-expect-error a session has no certain pointers
if (answer.kind === 'session') answer.pointers.length
`

test('every vector comes out the same under each Node at hand, Node 20 among them where there is one', () => {
  const run = `import { report } from './consumer.mjs'
process.stdin.setEncoding('utf8')
let text = ''
for await (const chunk of process.stdin) text += chunk
console.log(JSON.stringify(await report(JSON.parse(text))))`
  writeFileSync(join(folder, 'run.mjs'), run)
  const nodes = nodesAtHand()
  if (!nodes.some(({ major }) => major === 20))
    console.warn('there is no Node 20 on the path: it was not tried')
  for (const { file, version } of nodes) {
    const printed = execFileSync(file, ['run.mjs'], {
      cwd: folder,
      input: JSON.stringify(files),
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    expect(JSON.parse(printed), version).toMatchObject(EXPECTED)
    expect(JSON.parse(printed).ran).toBeGreaterThan(800)
  }
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
    const response = await miniflare.dispatchFetch('http://contract.test/', {
      method: 'POST',
      body: JSON.stringify(files),
    })
    const said = (await response.json()) as { ran: number }
    expect(said).toMatchObject(EXPECTED)
    expect(said.ran).toBeGreaterThan(800)
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

function nodesAtHand(): { readonly file: string; readonly version: string; readonly major: number }[] {
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .map((place) => join(place, 'node'))
    .filter((file) => existsSync(file))
  const all = [process.execPath, ...found].map((file) => {
    const version = execFileSync(file, ['--version'], { encoding: 'utf8' }).trim()
    return { file, version, major: Number(version.slice(1).split('.')[0]) }
  })
  return all.filter(
    ({ version, major }, n) => major >= 20 && all.findIndex((one) => one.version === version) === n,
  )
}
