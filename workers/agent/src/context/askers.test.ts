import { analyseQuery } from '@cairn/text/query'
import { expect, it } from 'vitest'
import type { Asking } from '../siblings/ask-sibling.ts'
import { askersFor } from './askers.ts'
import { gather } from './gather.ts'
import type { Source } from './sources.ts'

const source = (id: string, capable: object, url: string | null = null): Source => ({
  manifest: {
    source_id: id,
    display_name: '',
    kinds: [],
    capabilities: {
      search: false,
      exact_get: false,
      delta_sync: false,
      live_query: false,
      graph_edges: false,
      ...capable,
    },
    freshness_typical_ms: 0,
    cost_class: 'negligible',
  },
  upstream: url === null ? null : { url },
})

/** Every request that is sent, to whom; all of them fail. */
function asking(sent: string[]): Asking {
  const failing = (name: string) => ({
    fetch: async (url: URL) => {
      sent.push(`${name} ${url.pathname}`)
      throw new Error('not here')
    },
  })
  const outside = {
    fetch: async (url: string) => {
      sent.push(url)
      throw new Error('not here')
    },
    rules: { hosts: ['peer.example.org'], privateAllowed: false },
  }
  const siblings = {
    search: failing('search'),
    fetchContent: failing('fetchContent'),
    facts: failing('facts'),
  }
  return { headers: new Headers(), namespace: 'default', bindings: { siblings, outside } } as never
}

async function ask(query: string, sources: readonly Source[]) {
  const sent: string[] = []
  const round = {
    asking: asking(sent),
    query,
    terms: analyseQuery(query),
    limit: 20,
    sources,
    isNamed: false,
  }
  const { failures } = await gather(askersFor(round), 1000)
  return { sent: sent.sort(), failures }
}

it('nobody is asked who can neither search nor give one thing', async () => {
  expect(await ask('12:0', [source('a', {}), source('b', { delta_sync: true })])).toEqual({
    sent: [],
    failures: [],
  })
})

it('sources of this server are searched by one request', async () => {
  const { sent, failures } = await ask('signing key', [
    source('a', { search: true }),
    source('b', { search: true }),
  ])
  expect(sent).toEqual(['search /v1/query/search'])
  expect(failures).toEqual(['source_unavailable:a', 'source_unavailable:b'])
})

it('what a query names is read exactly, from sources that give single things', async () => {
  const exact = [source('a', { exact_get: true }), source('cairn:facts', { exact_get: true })]
  const all = [...exact, source('cairn:sessions', { exact_get: true })]
  expect((await ask('12:0', exact)).sent).toEqual(['fetchContent /v1/query/fetch-content'])
  expect((await ask('2.12:0', exact)).sent).toEqual(['fetchContent /v1/query/fetch-content'])
  expect((await ask('acme/works_at', exact)).sent).toEqual(['facts /v1/facts/acme/works_at'])
  expect((await ask('chat-42', all)).sent).toEqual(['facts /v1/sessions/chat-42/state'])
  expect((await ask('how do I rotate it?', all)).sent).toEqual([])
})

it('no more than sixteen servers elsewhere are asked for one bundle; the others are told', async () => {
  const many = Array.from({ length: 20 }, (_, n) =>
    source(`s${n}`, { search: true }, `https://peer.example.org/${n}`),
  )
  const { sent, failures } = await ask('signing key', many)
  expect(sent).toHaveLength(16)
  expect(failures).toHaveLength(20)
})
