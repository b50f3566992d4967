import type { ResearchDocuments } from '@cairn/contract/research'
import { FACTS_SOURCE } from '@cairn/fact/fact-passage'
import type { SeenCiters, SeenResearch } from '@cairn/memory-store/commit-research'
import type { SeenDocument } from '@cairn/memory-store/passage'
import {
  type ResearchKind,
  type ResearchName,
  readCiters,
  readResearch,
  type StoredResearch,
} from '@cairn/memory-store/research'
import type { SqlDatabase } from '@cairn/memory-store/sql-database'
import type { DocumentName } from '@cairn/memory-store/stored-document'
import { type OwnDocument, readOwnDocument } from './own-document.ts'
import { readOwnFact } from './own-fact.ts'

/** A live research document, parsed. */
export interface Live<K extends ResearchKind = ResearchKind> {
  readonly row: StoredResearch
  readonly document: ResearchDocuments[K]
}

/** Reads what a decision is made from, and keeps account of it: a commit of the decision holds only while all of it is still so. */
export class ResearchReader {
  readonly #db: SqlDatabase
  readonly #ns: number
  readonly #now: number
  readonly #seen = new Map<string, SeenResearch>()
  readonly #citers = new Map<string, SeenCiters>()
  readonly #documents = new Map<string, SeenDocument>()

  /** `now`: when it is that is read, ms; whether a fact holds depends on it. */
  constructor(db: SqlDatabase, { ns, now }: { readonly ns: number; readonly now: number }) {
    this.#db = db
    this.#ns = ns
    this.#now = now
  }

  /** What was read so far. */
  get account() {
    return {
      seen: [...this.#seen.values()],
      citers: [...this.#citers.values()],
      documents: [...this.#documents.values()],
    }
  }

  /** The live documents of a kind by id, in one trip; absent ones are not in the map. */
  async read<K extends ResearchKind>(kind: K, ids: Iterable<string>): Promise<Map<string, Live<K>>> {
    const names = [...new Set(ids)].map((id) => ({ kind, id }))
    if (names.length === 0) return new Map()
    const reads = await readResearch(this.#db, { ns: this.#ns, names })
    const found = new Map<string, Live<K>>()
    for (const [place, read] of reads.entries()) {
      const name = names[place]!
      const row = read.kind === 'live' ? read.research : null
      this.#see(name, row)
      if (row !== null) found.set(name.id, liveOf<K>(row))
    }
    return found
  }

  /** What stands on the named documents. */
  async citersOf(names: readonly ResearchName[]): Promise<(Live & { readonly of: ResearchName })[]> {
    if (names.length === 0) return []
    const citers = await readCiters(this.#db, { ns: this.#ns, names })
    for (const name of names) {
      const count = citers.filter(({ of }) => of.kind === name.kind && of.id === name.id).length
      this.#citers.set(keyOf(name), { ...name, citers: count })
    }
    return citers.map(({ of, by }) => {
      this.#see(by, by)
      return { of, ...liveOf(by) }
    })
  }

  /** A stored document, or fact, as evidence; null when it is not live. A fact is not kept account of: nothing that it says changes. */
  async own({ source, id }: DocumentName): Promise<OwnDocument | null> {
    if (source === FACTS_SOURCE) return readOwnFact(this.#db, { ns: this.#ns, factId: id, now: this.#now })
    const document = await readOwnDocument(this.#db, { ns: this.#ns, source, id })
    this.#documents.set(JSON.stringify([source, id]), { source, id, batch: document?.batch ?? null })
    return document
  }

  #see({ kind, id }: ResearchName, row: StoredResearch | null): void {
    this.#seen.set(keyOf({ kind, id }), { kind, id, etag: row?.etag ?? null })
  }
}

function liveOf<K extends ResearchKind>(row: StoredResearch): Live<K> {
  return { row, document: JSON.parse(row.document) as ResearchDocuments[K] }
}

const keyOf = ({ kind, id }: ResearchName): string => `${kind} ${id}`
