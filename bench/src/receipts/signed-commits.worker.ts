/// <reference types="@cloudflare/workers-types" />
import { commitDocuments } from '@cairn/memory-store/commit-documents'
import { commitFacts } from '@cairn/memory-store/commit-facts'
import { ensureNamespace } from '@cairn/memory-store/namespace'
import type { ReceiptSigner } from '@cairn/memory-store/receipt-signer'
import { base64url, signingKey, signStatement } from '@cairn/memory-store/signing-key'
import { putSource } from '@cairn/memory-store/source'
import type { SqlDatabase } from '@cairn/memory-store/sql-database'
import type { NewDocument } from '@cairn/memory-store/stored-document'
import type { NewFact } from '@cairn/memory-store/stored-fact'

/** Which commits, how often, and with their receipts or without. */
export interface Asked {
  readonly kind: 'facts' | 'documents'
  readonly count: number
  readonly withReceipt: boolean
}

/** What one commit cost. */
export interface Cost {
  readonly ms: number
  readonly rows: number
  readonly receiptBytes: number
}

interface Env {
  readonly DB: D1Database
  readonly KEY: string
}

const TEXT =
  'Rotate the signing key every ninety days, and say in the log who did it and when it was done. '.repeat(3)
const NO_QUOTA = { passagesMax: null, bytesMax: null }

/** Sends one commit in a namespace of its own, and tells what it cost. */
export default {
  async fetch(request: Request, { DB, KEY }: Env): Promise<Response> {
    const { kind, count, withReceipt } = (await request.json()) as Asked
    const key = await signingKey(KEY)
    const signer: ReceiptSigner = {
      tenant: 'bench',
      namespace: 'default',
      random: (bytes) => base64url(crypto.getRandomValues(new Uint8Array(bytes))),
      sign: async (statement) => (withReceipt ? signStatement(statement, key) : '{}'),
    }
    const { ns } = await ensureNamespace(DB, { tenant: fresh('t'), name: 'default', epoch: 'e', at: 0 })
    await putSource(DB, { ns, id: 's', manifest: '{}', at: 0 })
    const { db, rows } = counted(DB, withReceipt)
    const started = performance.now()
    await (kind === 'facts' ? facts : documents)(count)(db, ns, signer)
    const ms = performance.now() - started
    const receipt = await DB.prepare('SELECT length(text) AS bytes FROM receipt WHERE ns = ?')
      .bind(ns)
      .first('bytes')
    return Response.json({ ms, rows: rows(), receiptBytes: (receipt as number | null) ?? 0 } satisfies Cost)
  },
}

/** The database, counting rows; without the row of the receipt when told so. */
function counted(
  database: D1Database,
  withReceipt: boolean,
): { readonly db: SqlDatabase; readonly rows: () => number } {
  const skipped = new Set<D1PreparedStatement>()
  let written = 0
  const db = {
    prepare(sql: string) {
      const statement = database.prepare(sql)
      if (withReceipt || !sql.startsWith('INSERT INTO receipt ')) return statement
      const bind = () => {
        skipped.add(statement)
        return statement
      }
      return { bind } as unknown as D1PreparedStatement
    },
    async batch(statements: D1PreparedStatement[]) {
      const results = await database.batch(statements.filter((one) => !skipped.has(one)))
      written += results.reduce((sum, { meta }) => sum + meta.rows_written, 0)
      return results
    },
  } as unknown as SqlDatabase
  return { db, rows: () => written }
}

const fresh = (prefix: string) => `${prefix}${crypto.randomUUID()}`

function document(): NewDocument {
  const text = `${TEXT} ${fresh('w')}`
  const passage = { text, start: 0, end: text.length, heading: '', speaker: '', at: null, hash: fresh('h') }
  const counts = { tokens: 60, escapedTokens: 60, summary: text, summaryTokens: 60, vector: null }
  return {
    ...{ source: 's', id: fresh('d'), title: '', uri: '', kind: '', tags: [], author: '', createdAt: null },
    ...{ eventAt: null, horizonClass: null, links: [], format: 'markdown', hash: fresh('h'), body: text },
    passages: [{ ...passage, ...counts }],
  }
}

function fact(): NewFact {
  return {
    ...{
      entity: fresh('e'),
      key: 'k',
      value: '"v"',
      cardinality: 'one',
      confidence: null,
      horizonClass: null,
    },
    ...{ validFrom: null, validTo: null, observedAt: null, supersedes: null, provenance: null },
    ...{ tokens: 1, escapedTokens: 1, summaryTokens: 1 },
  }
}

const segmentOf = (passages: number) => ({
  bytes: new Uint8Array(1000 * passages),
  format: 1,
  analyser: 1,
  passages,
})

type Commit = (db: SqlDatabase, ns: number, by: ReceiptSigner) => Promise<unknown>
const request = (ns: number, by: ReceiptSigner) => ({
  ...{ ns, commitId: fresh('c'), requestHash: '', at: Date.now(), answer: '', signer: by },
})
const documents =
  (count: number): Commit =>
  (db, ns, by) => {
    const written = Array.from({ length: count }, document)
    const absent = { batch: null, hash: null, salt: null }
    const seen = written.map(({ source, id }) => ({ source, id, ...absent }))
    const segment = segmentOf(count)
    return commitDocuments(db, {
      ...request(ns, by),
      documents: written,
      deletes: [],
      seen,
      segment,
      embedder: null,
      quota: NO_QUOTA,
    })
  }
const facts =
  (count: number): Commit =>
  (db, ns, by) =>
    commitFacts(db, {
      ...request(ns, by),
      ...{ facts: Array.from({ length: count }, fact), segment: null, seen: null, quota: NO_QUOTA },
    })
