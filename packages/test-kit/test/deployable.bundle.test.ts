import { readFileSync } from 'node:fs'
import path from 'node:path'
import { localVariables, makeIdentity, secretsOf } from '@cairn/cli/local/identity'
import { type BuiltWorker, readBuiltWorkers } from '@cairn/cli/local/worker-folders'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from '../src/start-cairn.ts'

/** One Worker as it deploys, its siblings absent. */
async function startAlone({ name, config, bundle }: BuiltWorker): Promise<Miniflare> {
  const identity = await makeIdentity()
  const absent = () => new Response('no sibling here', { status: 500 })
  return new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      workers: [
        {
          name: config.name,
          modules: [{ type: 'ESModule', path: 'index.js', contents: bundle }],
          compatibilityDate: config.compatibility_date,
          bindings: { ...localVariables(identity), ...secretsOf(name, identity) },
          serviceBindings: Object.fromEntries(
            (config.services ?? []).map(({ binding }) => [binding, absent as never]),
          ),
          d1Databases: Object.fromEntries(
            (config.d1_databases ?? []).map((d) => [d.binding, d.database_name]),
          ),
        },
      ],
    }),
  )
}

describe.each(readBuiltWorkers(repositoryRoot).map((worker) => [worker.name, worker] as const))(
  '%s',
  (name, worker) => {
    it('pins one exact version of the contract', () => {
      const manifest = JSON.parse(
        readFileSync(path.join(repositoryRoot, 'workers', name, 'package.json'), 'utf8'),
      )
      expect(manifest.dependencies['@cairn/contract']).toMatch(/^workspace:\d+\.\d+\.\d+$|^file:.*\.tgz$/)
    })

    it('generates no code at run time: production refuses what a test runner lets through', () => {
      expect(worker.bundle).not.toMatch(/\bnew Function\s*\(|(?<![\w.$])eval\s*\(/)
    })

    it('starts alone and says that it runs, and that it is not ready without what it needs', async () => {
      const miniflare = await startAlone(worker)
      try {
        const health = await miniflare.dispatchFetch('http://cairn/health')
        expect(health.status).toBe(200)
        expect(await health.json()).toMatchObject({ status: 'ok' })
        const ready = await miniflare.dispatchFetch('http://cairn/ready')
        expect([200, 503]).toContain(ready.status)
        if (name !== 'bootstrap') expect(await ready.json()).toMatchObject({ code: 'unavailable' })
      } finally {
        await miniflare.dispose()
      }
    })

    it('is named and placed for a deployment of its own', () => {
      expect(worker.config.name).toBe(`cairn-${name}`)
      expect(worker.config.vars?.ENVIRONMENT).toBe('production')
    })
  },
)
