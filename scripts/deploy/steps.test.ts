import { expect, it } from 'vitest'
import { type Deployment, deployAll, sayAll } from './steps.ts'
import type { Account } from './wrangler.ts'

/** A fake account: it holds what was created, and notes what was asked of it. */
function fakeAccount(done: string[]): Account {
  const databases = new Map<string, string>()
  const namespaces = new Map<string, string>()
  return {
    whoami: async () => 'someone',
    databaseId: async (name) => databases.get(name) ?? null,
    createDatabase: async (name) => {
      done.push(`create ${name}`)
      databases.set(name, 'd-1')
    },
    namespaceId: async (title) => namespaces.get(title) ?? null,
    createNamespace: async (title) => {
      done.push(`create ${title}`)
      namespaces.set(title, 'k-1')
    },
    migrate: async (database, config) => void done.push(`migrate ${database} by ${config}`),
    deploy: async (config, secrets) => {
      done.push(`deploy ${config} with ${Object.keys(secrets)}`)
      return [`https://${config}.example.workers.dev`]
    },
  }
}

function deployment(done: string[], account = fakeAccount(done)): Deployment {
  return {
    environment: { name: 'staging', domain: null, federationHosts: [], hasWorkersAi: false },
    account,
    variables: {},
    secretsOf: (worker) => (worker === 'library' ? { KEY: 'hush' } : {}),
    configure: (worker, { resources }) => {
      done.push(`configure ${worker} ${resources.databaseId} ${resources.segmentsId}`)
      return worker
    },
    conform: async (url) => void done.push(`conform ${url}`),
    say: () => undefined,
  }
}

const ORDER = ['bootstrap', 'facts', 'library', 'fetch-content', 'search', 'agent', 'conformance', 'gateway']

it('creates, configures, migrates, deploys each after those it calls, and judges the address of the gateway', async () => {
  const done: string[] = []
  expect(await deployAll(deployment(done))).toBe('https://gateway.example.workers.dev')
  expect(done).toEqual([
    'create cairn-memory-0-staging',
    'create cairn-segments-staging',
    ...ORDER.map((worker) => `configure ${worker} d-1 k-1`),
    'migrate cairn-memory-0-staging by library',
    ...ORDER.map((worker) => `deploy ${worker} with ${worker === 'library' ? 'KEY' : ''}`),
    'conform https://gateway.example.workers.dev',
  ])
})

it('creates nothing twice', async () => {
  const done: string[] = []
  const again = deployment(done)
  await deployAll(again)
  await deployAll(again)
  expect(done.filter((line) => line.startsWith('create'))).toHaveLength(2)
})

it('stops at the first failure: nothing is deployed over a database that did not migrate', async () => {
  const done: string[] = []
  const account = { ...fakeAccount(done), migrate: () => Promise.reject(new Error('no')) }
  await expect(deployAll(deployment(done, account))).rejects.toThrow('no')
  expect(done.filter((line) => line.startsWith('deploy'))).toEqual([])
})

it('a dry run asks nothing of the account, says every step in that order, and names secrets without telling them', () => {
  const done: string[] = []
  const said: string[] = []
  const untouchable = new Proxy({} as Account, {
    get: () => {
      throw new Error('the account was touched')
    },
  })
  sayAll({ ...deployment(done, untouchable), say: (line) => said.push(line) }, null)
  const deployed = said.filter((line) => line.startsWith('would deploy'))
  expect(deployed.map((line) => /--config (\S+?),?( |$)/.exec(line)?.[1])).toEqual(ORDER)
  expect(said.findIndex((line) => line.startsWith('would migrate'))).toBeLessThan(said.indexOf(deployed[0]!))
  expect(said.join('\n')).toContain('with the secrets KEY')
  expect(said.join('\n')).not.toContain('hush')
})

it('a dry run over a deployment keeps the ids that it has in the configurations', () => {
  const done: string[] = []
  sayAll(deployment(done), { databaseId: 'd-7', segmentsId: 'k-7' })
  expect(done).toEqual(ORDER.map((worker) => `configure ${worker} d-7 k-7`))
})
