import type { CallOptions } from './call.ts'
import type { Exchange } from './exchange.ts'
import type { Probe } from './probe.ts'
import { member, objects } from './read.ts'

/** The source that bundles are made from, and one that may not be searched; both of the first side. */
export const SHELF = 'conformance-shelf'
export const SILENT = 'conformance-silent'

/** What the sources are registered with. */
export const MANIFESTS = {
  [SHELF]: {
    display_name: 'Shelf',
    kinds: ['doc'],
    capabilities: {
      search: true,
      exact_get: true,
      delta_sync: false,
      live_query: false,
      graph_edges: false,
    },
    freshness_typical_ms: 86_400_000,
    cost_class: 'low',
  },
  [SILENT]: {
    display_name: 'Silent',
    kinds: ['doc'],
    capabilities: {
      search: false,
      exact_get: false,
      delta_sync: false,
      live_query: false,
      graph_edges: false,
    },
    freshness_typical_ms: 0,
    cost_class: 'negligible',
  },
} as const

/** Facts that bundles have, and how sure they are: one that nothing else says, and one that a document says as well. */
export const ANCHORAGE = {
  entity: 'conformance-brig',
  key: 'anchorage',
  value: 'Lisbon roads',
  confidence: 0.9,
} as const
export const BERTH = {
  entity: 'conformance-brig',
  key: 'berth',
  value: 'Quay nine',
  confidence: 0.9,
} as const

/** Texts that a budget has to choose among. */
const CUTTERS = Array.from({ length: 4 }, (_, n) => ({
  id: `cutter/${n}`,
  text: `Cutter number ${n} lies careened at the quay, and her keel is scraped on day ${n + 3} of the month.`,
}))

/** A text that is worth a summary. */
const SPINNAKER = {
  id: 'spinnaker',
  text: Array.from(
    { length: 9 },
    (_, n) =>
      `Rule ${n + 1} of the spinnaker: the crew of watch ${n + 1} folds it dry, stows it in locker ${n + 10}, and logs who did.`,
  ).join(' '),
}

/** A text from long before what is typical of its source. */
const CHART = {
  id: 'chart',
  text: 'A chart of the Zanzibar shoal, drawn by lamplight.',
  created_at: '2001-01-01T00:00:00Z',
}

/** What the sources hold. */
export const SHELVED = {
  [SHELF]: [...CUTTERS, SPINNAKER, CHART],
  [SILENT]: [{ id: 'whisper', text: 'A careened cutter that nobody may search for, zqwhisper.' }],
} as const

/** Asks for a bundle; what is not said is asked for as most callers do. */
export function askBundle(probe: Probe, asked: object, options: CallOptions = {}): Promise<Exchange> {
  return probe.need('contextBundle', { ...options, json: bundleOf(asked) })
}

/** The body of a request for a bundle. */
export function bundleOf(asked: object): object {
  return { task_id: 'conformance', query: 'careened cutter', budget_tokens: 4000, ...asked }
}

/** The candidates of a bundle. */
export function candidatesOf({ json }: Exchange): Record<string, unknown>[] {
  return objects(member(json, 'candidates'))
}

/** The bodies of a bundle. */
export function bundledOf({ json }: Exchange): Record<string, unknown>[] {
  return objects(member(json, 'content'))
}

/** A member of the receipt of a bundle. */
export function receiptMember({ json }: Exchange, name: string): unknown {
  return member(member(json, 'receipt'), name)
}

/** The reasons that a bundle is less than it might be; none where it tells none. */
export function reasonsOf(exchange: Exchange): string[] {
  const reasons = receiptMember(exchange, 'degraded_reasons')
  return Array.isArray(reasons) ? reasons.map(String) : []
}
