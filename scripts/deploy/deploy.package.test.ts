import { readFileSync, rmSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { inRepository } from '../release/repository.ts'
import { run } from '../release/run.ts'
import { DEPLOY_ORDER } from './environment.ts'

const ENVIRONMENT = 'dry-run-test'
const configOf = (worker: string) => inRepository('workers', worker, `wrangler.${ENVIRONMENT}.jsonc`)
const deploy = (...args: string[]) => run('node', [inRepository('scripts/deploy/deploy.ts'), ...args])

afterAll(() => {
  for (const worker of DEPLOY_ORDER) rmSync(configOf(worker), { force: true })
  rmSync(inRepository('.cairn', ENVIRONMENT), { recursive: true, force: true })
})

it('a dry run says every step, and wrangler accepts each configuration that it writes', async () => {
  const { out } = await deploy(ENVIRONMENT, '--dry-run', '--workers-ai', '--domain', 'cairn.example.com')
  for (const worker of DEPLOY_ORDER)
    expect(out).toContain(
      `would deploy: wrangler deploy --config workers/${worker}/wrangler.${ENVIRONMENT}.jsonc`,
    )
  const { cursorKey } = JSON.parse(readFileSync(inRepository('.cairn', ENVIRONMENT, 'identity.json'), 'utf8'))
  for (const worker of DEPLOY_ORDER) {
    const text = readFileSync(configOf(worker), 'utf8')
    expect(text).not.toContain(cursorKey)
    expect(text).not.toContain('"d":')
    const { out: printed } = await run('wrangler', ['deploy', '--dry-run', '--config', configOf(worker)])
    expect(printed).toMatch(/--dry-run: exiting now/)
    expect([worker, printed.includes('env.AI')]).toEqual([worker, ['library', 'search'].includes(worker)])
  }
  expect(JSON.parse(readFileSync(configOf('gateway'), 'utf8'))).toMatchObject({
    name: `cairn-gateway-${ENVIRONMENT}`,
    routes: [{ pattern: 'cairn.example.com', custom_domain: true }],
    vars: { ENVIRONMENT: 'production', TOKEN_ISSUER: `cairn:${ENVIRONMENT}` },
  })
})

it.each([[[]], [['Production']], [['a b']]])(
  'the environment %j is refused with an example of one',
  async (args) => {
    await expect(deploy(...args, '--dry-run')).rejects.toThrow('pnpm run deploy production')
  },
)
