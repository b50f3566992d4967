import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type LocalRegistry, startLocalRegistry } from './local-registry.ts'
import { upload } from './publish.ts'
import { run } from './run.ts'

const { packages } = inject('packed')
const folder = mkdtempSync(path.join(tmpdir(), 'cairn-registry-'))
let registry: LocalRegistry

beforeAll(async () => {
  registry = await startLocalRegistry(path.join(folder, 'registry'))
})
afterAll(async () => {
  await registry?.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('a rehearsal uploads every package, byte for byte what was checked', async () => {
  await upload(['--no-git-tag'], registry.env)
  for (const { name, version, tarball } of packages) {
    const answer = await fetch(new URL(name.replace('/', '%2f'), registry.url))
    const { versions } = (await answer.json()) as {
      versions: Record<string, { dist: { integrity: string } }>
    }
    const digest = createHash('sha512').update(readFileSync(tarball)).digest('base64')
    expect([name, versions[version]?.dist.integrity]).toEqual([name, `sha512-${digest}`])
  }
})

it('a second rehearsal finds nothing to upload', async () => {
  expect(await upload(['--no-git-tag'], registry.env)).not.toContain('Successfully published')
})

it('a stranger installs what they name, and what that depends on comes along', async () => {
  const home = path.join(folder, 'stranger')
  mkdirSync(home)
  writeFileSync(path.join(home, 'package.json'), '{"private":true,"type":"module"}')
  await run('npm', ['install', '--no-audit', '--no-fund', '@cairn/client', '@cairn/conformance'], {
    cwd: home,
    env: registry.env,
  })
  const script = [
    "import { createClient } from '@cairn/client'",
    "import { REQUIREMENTS } from '@cairn/conformance/requirements'",
    "import { CONTRACT_VERSION } from '@cairn/contract/version'",
    'console.log(typeof createClient, REQUIREMENTS.length > 0, CONTRACT_VERSION)',
  ]
  writeFileSync(path.join(home, 'use.js'), script.join('\n'))
  const { version } = packages.find(({ name }) => name === '@cairn/contract')!
  expect((await run('node', ['use.js'], { cwd: home })).out).toBe(`function true ${version}\n`)
})
