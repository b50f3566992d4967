import { expect, it } from 'vitest'
import { configFor } from './worker-config.ts'

const configuring = {
  environment: {
    name: 'staging',
    domain: null,
    federationHosts: ['a.example', 'b.example'],
    hasWorkersAi: false,
  },
  resources: { databaseId: 'd-1', segmentsId: 'k-1' },
  variables: { TOKEN_ISSUER: 'cairn:staging' },
}

it('names, ids, services and variables are those of the environment; the rest is kept', () => {
  const base = {
    name: 'cairn-search',
    main: 'src/search.worker.ts',
    vars: { ENVIRONMENT: 'production' },
    services: [{ binding: 'FACTS', service: 'cairn-facts' }],
    d1_databases: [{ binding: 'MEMORY_0', database_name: 'x', database_id: '0', migrations_dir: 'm' }],
    kv_namespaces: [{ binding: 'SEGMENTS', id: '0' }],
  }
  expect(configFor('search', base, configuring)).toEqual({
    name: 'cairn-search-staging',
    main: 'src/search.worker.ts',
    vars: { ENVIRONMENT: 'production', TOKEN_ISSUER: 'cairn:staging' },
    services: [{ binding: 'FACTS', service: 'cairn-facts-staging' }],
    d1_databases: [
      {
        binding: 'MEMORY_0',
        database_name: 'cairn-memory-0-staging',
        database_id: 'd-1',
        migrations_dir: 'm',
      },
    ],
    kv_namespaces: [{ binding: 'SEGMENTS', id: 'k-1' }],
    placement: { mode: 'smart' },
  })
})

it('the gateway alone has an address, and only the Workers that register and ask other servers are told hosts', () => {
  const base = { name: 'cairn-x', main: 'm' }
  expect(configFor('gateway', base, configuring)).toMatchObject({ workers_dev: true })
  expect(configFor('bootstrap', base, configuring)).not.toHaveProperty('workers_dev')
  expect(configFor('agent', base, configuring)).toMatchObject({
    vars: { FEDERATION_HOSTS: 'a.example,b.example' },
  })
})

it('the two Workers that make vectors are bound to Workers AI where that is asked for', () => {
  const base = { name: 'cairn-x', main: 'm' }
  const asked = { ...configuring, environment: { ...configuring.environment, hasWorkersAi: true } }
  for (const worker of ['library', 'search'] as const)
    expect(configFor(worker, base, asked)).toMatchObject({ ai: { binding: 'AI' } })
  expect(configFor('facts', base, asked)).not.toHaveProperty('ai')
  expect(configFor('search', base, configuring)).not.toHaveProperty('ai')
})
