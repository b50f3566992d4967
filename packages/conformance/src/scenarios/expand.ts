import type { Exchange, Side } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { contentOf, member, nextOf, objects, pointerIds } from '../read.ts'
import type { Scenario } from '../scenario.ts'
import { READS } from './reads.ts'

const QUESTIONS: readonly (readonly [Side, string])[] = [
  ['a', 'walkabout'],
  ['a', 'reservoir gauge sluice'],
  ['a', 'POL-358'],
  ['aside', 'walkabout'],
]

/** What next.expand and pointer ids promise. */
export const EXPAND_SCENARIOS: readonly Scenario[] = [
  {
    id: 'expand-search',
    title: 'Search, then send what next.expand prints and fetch every pointer',
    callsMax: 12,
    judges: ['expand-works', 'pointer-ids-join'],
    at: ['search', 'fetch-content'],
    run: async (probe) => {
      for (const [side, query] of QUESTIONS) await expandSearch(probe, side, query)
    },
  },
  {
    id: 'expand-addressed',
    title: 'Send what next.expand prints on fetched, fact and session answers',
    callsMax: 14,
    judges: ['expand-works'],
    at: ['fetch-content', 'facts'],
    run: async (probe) => {
      for (const read of READS.filter(({ worker }) => worker !== 'search')) {
        const found = await probe.need(read.operation, await read.options(probe))
        await judgeExpand(probe, found, null)
      }
    },
  },
]

async function expandSearch(probe: Probe, side: Side, query: string): Promise<void> {
  const found = await probe.need('search', { side, json: { query, limit: 5 } })
  const named = objects(member(member(found.json, 'agent_decision'), 'read_pointers')).map(({ id }) =>
    String(id),
  )
  await judgeExpand(probe, found, named)
  const ids = pointerIds(found)
  const fetched = await probe.send('fetchContent', { side, json: { refs: ids, hydrate: 'full' } })
  const why = sameList(
    ids,
    contentOf(fetched).map(({ id }) => id),
  )
  probe.judge('pointer-ids-join', [found, fetched], why, 'search')
  probe.judge('pointer-ids-join', [found, fetched], why ?? sameList(ids, pointerIds(fetched)))
}

async function judgeExpand(probe: Probe, found: Exchange, named: readonly string[] | null): Promise<void> {
  const printed = nextOf(found).expand
  if (typeof printed !== 'string') {
    probe.judge('expand-works', found, `next.expand is ${JSON.stringify(printed)} at pointer tier`)
    return
  }
  const expanded = await probe.sendPrinted(printed, { side: found.side })
  probe.judge('expand-works', [found, expanded], expandFinding(expanded, named), found.worker)
}

function expandFinding(expanded: Exchange, named: readonly string[] | null): string | null {
  if (expanded.status !== 200) return `next.expand as printed answered ${expanded.status}`
  const bodies = contentOf(expanded).filter(({ text }) => typeof text === 'string')
  if (bodies.length === 0) return 'next.expand as printed read no body'
  return named === null ? null : sameList([...named].sort(), bodies.map(({ id }) => id).sort())
}

function sameList(expected: readonly string[], found: readonly string[]): string | null {
  return expected.join(' ') === found.join(' ')
    ? null
    : `found ids [${found.join(', ')}], expected [${expected.join(', ')}]`
}
