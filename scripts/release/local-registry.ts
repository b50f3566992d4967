import { mkdirSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { runServer } from 'verdaccio'

/** A registry of npm's on this machine, for this process alone. */
export interface LocalRegistry {
  readonly url: string
  /** What npm, pnpm and changesets need in their environment to use it: they read no configuration of this user. */
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** Starts an empty registry on a free loopback port, storing in a folder, knowing no other registry. */
export async function startLocalRegistry(folder: string): Promise<LocalRegistry> {
  mkdirSync(folder, { recursive: true })
  const app = await runServer({
    configPath: path.join(folder, 'config.yaml'),
    self_path: folder,
    storage: path.join(folder, 'storage'),
    auth: { htpasswd: { file: path.join(folder, 'htpasswd') } },
    packages: { '**': { access: '$all', publish: '$authenticated' } },
    log: { type: 'stdout', format: 'pretty', level: 'fatal' },
    web: { enable: false },
    // The command carries its Workers: about 10 MB, and a third more as it is sent.
    max_body_size: '64mb',
  } as never)
  const server = (await app) as Server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const npmrc = path.join(folder, 'npmrc')
  writeFileSync(npmrc, `registry=${url}\n//${new URL(url).host}/:_authToken=${await signUp(url)}\n`)
  return {
    url,
    env: {
      NPM_CONFIG_USERCONFIG: npmrc,
      npm_config_userconfig: npmrc,
      npm_config_registry: url,
      npm_config_cache: path.join(folder, 'npm-cache'),
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function signUp(url: string): Promise<string> {
  const response = await fetch(new URL('-/user/org.couchdb.user:rehearsal', url), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'rehearsal', password: crypto.randomUUID() }),
  })
  const { token } = (await response.json()) as { token: string }
  return token
}
