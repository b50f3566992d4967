import { HOSTILE, RESERVOIR, WALK } from '../corpus.ts'
import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { contentOf, pointerIds, pointersOf, textsOf } from '../read.ts'
import type { Scenario } from '../scenario.ts'
import { MOTTO, NUMBERS, STATE } from './seed.ts'

/** What bodies and epitomes say, held against what was stored. */
export const BODY_SCENARIOS: readonly Scenario[] = [
  {
    id: 'bodies-stored',
    title: 'Read documents, facts and a session at full tier: the bytes that were stored',
    callsMax: 9,
    judges: ['text-is-as-stored'],
    run: async (probe) => {
      await readDocuments(probe)
      const full = { hydrate: 'full' }
      const motto = await probe.need('getFact', {
        path: { entity: 'conformance', key: 'motto' },
        query: full,
      })
      expectTexts(probe, motto, (text) => text === MOTTO)
      const numbers = await probe.need('getFact', {
        path: { entity: 'conformance', key: 'numbers' },
        query: full,
      })
      expectTexts(probe, numbers, (text) => text === NUMBERS.canonical)
      const state = await probe.need('sessionState', { path: { id: 'conformance' }, query: full })
      expectTexts(probe, state, (text) => text === STATE.canonical)
    },
  },
  {
    id: 'bodies-complete',
    title: 'An epitome says complete exactly when it is the whole text',
    callsMax: 3,
    judges: ['complete-epitome-is-the-text'],
    run: async (probe) => {
      const page = await probe.need('search', { json: { query: 'walkabout reservoir gauge', limit: 30 } })
      const refs = pointerIds(page)
      const full = await probe.need('fetchContent', { json: { refs, hydrate: 'full' } })
      probe.judge('complete-epitome-is-the-text', [page, full], completeFinding(page, full), 'search')
      const fetched = await probe.need('fetchContent', { json: { refs } })
      probe.judge('complete-epitome-is-the-text', [fetched, full], completeFinding(fetched, full))
    },
  },
]

async function readDocuments(probe: Probe): Promise<void> {
  const queries = [
    { query: 'walkabout', isStored: (text: string) => WALK.some((document) => document.text === text) },
    { query: 'quagmire zqhostile', isStored: (text: string) => text === HOSTILE.text },
    { query: 'reservoir gauge sluice', isStored: (text: string) => RESERVOIR.text.includes(text) },
  ]
  for (const { query, isStored } of queries) {
    const found = await probe.need('search', { json: { query, hydrate: 'full' } })
    expectTexts(probe, found, isStored)
    const fetched = await probe.need('fetchContent', { json: { refs: pointerIds(found), hydrate: 'full' } })
    expectTexts(probe, fetched, isStored)
  }
}

function expectTexts(probe: Probe, exchange: Exchange, isStored: (text: string) => boolean): void {
  const texts = textsOf(exchange)
  const wrong = texts.find((text) => !isStored(text))
  const why =
    texts.length === 0
      ? 'no body came'
      : wrong === undefined
        ? null
        : `read ${JSON.stringify(wrong.slice(0, 80))}, which nobody stored`
  probe.judge('text-is-as-stored', exchange, why)
}

function completeFinding(page: Exchange, full: Exchange): string | null {
  const texts = new Map(contentOf(full).map(({ id, text }) => [id, text]))
  const wrong = pointersOf(page).find(
    ({ id, epitome, complete }) => (complete === true) !== (epitome === texts.get(id)),
  )
  return wrong === undefined
    ? null
    : `${wrong.id} ${wrong.complete ? 'says complete and is cut' : 'is whole and does not say complete'}`
}
