import { analyseQuery } from '@cairn/text/query'
import { expect, it } from 'vitest'
import type { Asking } from '../siblings/ask-sibling.ts'
import { linkAskers } from './follow-links.ts'
import { gather } from './gather.ts'
import type { Offer } from './offer.ts'
import type { Source } from './sources.ts'

const source = (id: string, capable: object = {}, url: string | null = null): Source => ({
  manifest: {
    source_id: id,
    display_name: '',
    kinds: ['doc'],
    capabilities: {
      search: true,
      exact_get: true,
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
const LINKED = { graph_edges: true }

const offer = (id: string, score: number, sourceId = 'a'): Offer => ({
  id,
  sourceId,
  kind: 'doc',
  score,
  confidence: null,
  ageMs: null,
  text: 'signing key',
  tokensStated: null,
})

type Texts = Readonly<Record<string, string>>

/** A library that gives these links, and texts to read behind their pointers; what they were asked is in `sent`. */
function asking(links: readonly object[], texts: Texts, sent: object[]): Asking {
  const answering = (name: string, answer: (body: never) => object) => ({
    fetch: async (url: URL, init: RequestInit) => {
      const body = JSON.parse(init.body as string)
      sent.push({ to: `${name} ${url.pathname}`, body })
      return Response.json(answer(body as never))
    },
  })
  const siblings = {
    library: answering('library', () => ({ links })),
    fetchContent: answering('fetchContent', ({ refs }: { refs: string[] }) => ({
      pointers: refs.map((id) => ({ id, reason: 'Exact', document: 'a/x' })),
      content: refs.map((id) => ({ id, text: texts[id] })),
    })),
  }
  const bindings = { siblings, clock: () => 0 }
  return { headers: new Headers(), namespace: 'default', bindings } as never
}

async function follow(
  found: readonly Offer[],
  sources: readonly Source[],
  links: readonly object[] = [],
  texts: Texts = {},
) {
  const sent: { to: string; body: Record<string, unknown> }[] = []
  const trail = { asking: asking(links, texts, sent), terms: analyseQuery('signing key'), sources }
  const { offers, failures } = await gather(linkAskers(trail, found), 1000)
  return { sent, offers, failures }
}

it('nothing is asked where no source of this server has `graph_edges`, or nothing was found', async () => {
  expect((await follow([offer('1:0', 1)], [source('a')])).sent).toEqual([])
  expect((await follow([], [source('a', LINKED)])).sent).toEqual([])
  const elsewhere = source('b', LINKED, 'https://peer.example.org')
  expect((await follow([offer('b/9', 1, 'b'), offer('1:0', 1)], [source('a'), elsewhere])).sent).toEqual([])
  const facts = source('cairn:facts', LINKED)
  expect((await follow([offer('f1', 1, 'cairn:facts')], [facts, source('a', LINKED)])).sent).toEqual([])
})

it('links are asked for from the twenty best passages, each once, of sources that have links to sources that can be read', async () => {
  const found = Array.from({ length: 25 }, (_, n) => offer(`${n}:0`, n / 25))
  const sources = [source('a', LINKED), source('b'), source('c', { search: false, exact_get: false })]
  const { sent } = await follow([...found, offer('24:0', 0.1), offer('x', 1, 'elsewhere')], sources)
  expect(sent).toEqual([
    {
      to: 'library /v1/context/links',
      body: {
        pointers: Array.from({ length: 20 }, (_, n) => `${24 - n}:0`),
        linking: ['a'],
        readable: ['a', 'b'],
      },
    },
  ])
})

it('of each linked document the passage with most words of the query is offered, for two fifths of what leads there', async () => {
  const links = [
    { from: '1:0', pointers: ['7:0', '7:1', '7:2'] },
    { from: '2:0', pointers: ['8:0', '8:1'] },
  ]
  const texts = {
    '7:0': 'a key',
    '7:1': 'a signing key',
    '7:2': 'the signing key',
    '8:0': 'one',
    '8:1': 'two',
  }
  const found = [offer('1:0', 1), offer('2:0', 0.5)]
  const { offers, sent } = await follow(found, [source('a', LINKED)], links, texts)
  expect(sent[1]!.body.refs).toEqual(['7:0', '7:1', '7:2', '8:0', '8:1'])
  expect(offers.map(({ id, score }) => [id, score])).toEqual([
    ['7:1', 0.4],
    ['8:0', 0.2],
  ])
})

it('of more than 64 sources with links those past the bound are told of', async () => {
  const sources = Array.from({ length: 66 }, (_, n) => source(`s${n}`, LINKED))
  const { sent, failures } = await follow([offer('1:0', 1, 's0')], sources)
  expect(sent[0]!.body.linking).toHaveLength(64)
  expect(failures).toEqual(['source_unavailable:s64', 'source_unavailable:s65'])
})
