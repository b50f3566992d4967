import { env } from 'cloudflare:workers'
import { readLivePassages } from '@cairn/memory-store/passage'
import { type Catalogue, readCatalogue } from '@cairn/memory-store/read-catalogue'
import { buildSegment } from '@cairn/search-engine/build-segment'
import { CHANNELS, RANKED_CHANNELS } from '@cairn/search-engine/channels'
import { openSealed } from '@cairn/search-engine/sealed-segment'
import { openSegment, type Segment } from '@cairn/search-engine/segment'
import { readHead } from '@cairn/search-engine/segment-head'
import { passageInput } from '../src/documents/passage-input.ts'
import type { TendedNamespace } from './tended-namespace.ts'

/** What an index says of each term and of the corpus, whatever segments it is in: what ranking is made of. */
export type IndexContents = Readonly<Record<string, unknown>>

/** The index that searches read: the catalogue's segments, each chunk checked, without what is dead. */
export async function storedIndex({ space }: TendedNamespace): Promise<IndexContents> {
  const { tenant, name } = space
  const catalogue = await readCatalogue(env.MEMORY_0, {
    tenant,
    name,
    jti: null,
    known: null,
    atVersion: null,
  })
  const dead = new Set(catalogue.tombstones.map(({ batch, ordinal }) => `${batch}:${ordinal}`))
  const segments: Segment[] = []
  for (const segment of catalogue.segments) segments.push(await opened(segment))
  return contentsOf(segments, dead)
}

/** The index of the live passages alone, built at once. */
export async function expectedIndex({ ns }: TendedNamespace): Promise<IndexContents> {
  const live = await readLivePassages(env.MEMORY_0, { ns, after: null, limit: 10_000 })
  const segment = openSegment(buildSegment(live.map(passageInput), []), 0)
  const pointers = live.map(({ batch, ordinal }) => `${batch}:${ordinal}`)
  return contentsOf([segment], new Set(), (_, row) => pointers[row]!)
}

async function opened({ seq, bytes, sealed }: Catalogue['segments'][number]): Promise<Segment> {
  if (sealed === null) return openSegment(bytes!, seq)
  const chunks = new Map<number, Uint8Array>()
  for (let n = 0; n < sealed.chunks; n++) {
    const value = await env.SEGMENTS.get(`${sealed.prefix}/${n}`, 'arrayBuffer')
    if (value === null) throw new Error(`chunk ${n} is missing`)
    const digest = hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', value)))
    if (n === 0 && digest !== sealed.digest) throw new Error('chunk 0 is damaged')
    chunks.set(n, new Uint8Array(value))
    const shape = n === 0 ? null : readHead(chunks.get(0)!).chunks[n - 1]!
    if (shape !== null && !digest.startsWith(hexOf(shape.digest))) throw new Error(`chunk ${n} is damaged`)
  }
  const chunk = chunks.get(0)!
  return openSealed({ head: readHead(chunk), chunk, seq, held: { chunk: (n) => chunks.get(n) ?? null } })
}

function contentsOf(
  segments: readonly Segment[],
  dead: ReadonlySet<string>,
  nameOf = (segment: Segment, row: number) => `${segment.rows.batchAt(row)}:${segment.rows.ordinalAt(row)}`,
): IndexContents {
  const totals = new Map<string, number>()
  const found = new Map<string, string[]>()
  const add = (name: string, count: number) => totals.set(name, (totals.get(name) ?? 0) + count)
  for (const segment of segments) {
    const { counts } = segment
    add('passages', counts.passages + counts.adjustments.passages)
    for (const channel of RANKED_CHANNELS) {
      const [held, adjusted] = [counts.lengths[channel], counts.adjustments.lengths[channel]]
      add(`${channel} length`, held.length + adjusted.length)
      add(`${channel} passages`, held.passages + adjusted.passages)
    }
    for (let row = 0; row < counts.passages; row++) {
      const name = nameOf(segment, row)
      if (!dead.has(name)) found.set(`stored ${name}`, [JSON.stringify(segment.stored(row))])
    }
    for (const channel of CHANNELS)
      for (const entry of segment.entries(channel)) {
        const term = `${channel} ${new TextDecoder().decode(entry.term)}`
        add(term, entry.count + entry.adjustment)
        const { rows, weights } = segment.postings(channel, entry)
        const positions = channel === 'exact' ? segment.positions(entry, () => true) : []
        for (const [i, row] of rows.entries()) {
          const name = nameOf(segment, row)
          if (dead.has(name)) continue
          const own = found.get(term) ?? []
          found.set(term, own)
          own.push(`${name} ${weights[i]} ${positions[i]?.join() ?? ''}`)
        }
      }
  }
  return {
    totals: Object.fromEntries([...totals].filter(([, count]) => count !== 0).toSorted(byName)),
    found: Object.fromEntries(
      [...found].map(([term, list]) => [term, list.toSorted()] as const).toSorted(byName),
    ),
  }
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
