import { env } from 'cloudflare:workers'
import { commitDocuments, type DocumentsCommit, type DocumentsOutcome } from '../src/commit-documents.ts'
import { ensureNamespace, type Namespace } from '../src/namespace.ts'
import { readDocumentStates } from '../src/passage.ts'
import type { ReceiptSigner } from '../src/receipt-signer.ts'
import type { SegmentBytes } from '../src/segment-bytes.ts'
import { base64url, type SigningKey, signingKey, signStatement } from '../src/signing-key.ts'
import { putSource } from '../src/source.ts'
import type { SqlDatabase } from '../src/sql-database.ts'
import type { NewDocument } from '../src/stored-document.ts'
import type { NewFact } from '../src/stored-fact.ts'
import type { NewPassage } from '../src/stored-passage.ts'

export const T0 = 1_700_000_000_000
export const NO_QUOTA = { passagesMax: null, bytesMax: null }

let key: Promise<SigningKey> | undefined

/** The key that signs in these tests. */
export function testKey(): Promise<SigningKey> {
  key ??= madeKey()
  return key
}

async function madeKey(): Promise<SigningKey> {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  const jwk = await crypto.subtle.exportKey('jwk', pair.privateKey)
  return signingKey(JSON.stringify({ ...jwk, kid: 'test' }))
}

/** Signs as the tenant `acme` in `default`. */
export const SIGNER: ReceiptSigner = {
  tenant: 'acme',
  namespace: 'default',
  random: (bytes) => base64url(crypto.getRandomValues(new Uint8Array(bytes))),
  sign: async (statement) => signStatement(statement, await testKey()),
}

/** What a writer sees of a document that is not there. */
export const ABSENT = { batch: null, hash: null, salt: null } as const

let made = 0

/** A name no other test uses. */
export function fresh(prefix: string): string {
  made += 1
  return `${prefix}-${made}`
}

/** A new namespace with one source, `notes`. */
export async function newNamespace(
  db: SqlDatabase = env.MEMORY_0,
  tenant = fresh('tenant'),
): Promise<Namespace> {
  const namespace = await ensureNamespace(db, { tenant, name: fresh('space'), epoch: fresh('epoch'), at: T0 })
  await putSource(db, { ns: namespace.ns, id: 'notes', manifest: '{}', at: T0 })
  return namespace
}

export function passage(text: string, fields: Partial<NewPassage> = {}): NewPassage {
  return {
    text,
    start: 0,
    end: text.length,
    heading: '',
    speaker: '',
    at: null,
    hash: `hash of ${text}`,
    tokens: 3,
    escapedTokens: 4,
    summary: text,
    summaryTokens: 3,
    vector: null,
    ...fields,
  }
}

export function newDocument(
  id: string,
  texts: readonly string[],
  fields: Partial<NewDocument> = {},
): NewDocument {
  return {
    source: 'notes',
    id,
    title: `title of ${id}`,
    uri: '',
    kind: 'note',
    tags: ['a', 'b'],
    author: 'ann',
    createdAt: T0,
    eventAt: null,
    horizonClass: null,
    links: [],
    format: 'plain',
    hash: `hash of ${texts.join('|')}`,
    body: texts.join(' '),
    passages: texts.map((text) => passage(text)),
    ...fields,
  }
}

export function newFact(fields: Partial<NewFact> = {}): NewFact {
  return {
    entity: 'ann',
    key: 'works_at',
    value: '"A"',
    cardinality: 'one',
    confidence: null,
    horizonClass: null,
    validFrom: null,
    validTo: null,
    observedAt: null,
    supersedes: null,
    provenance: null,
    tokens: 1,
    escapedTokens: 1,
    summaryTokens: 1,
    ...fields,
  }
}

/** A segment of given or arbitrary bytes: the store never looks inside. */
export function segmentOf(bytes: Uint8Array | string = 'bytes', passages = 1): SegmentBytes {
  return {
    bytes: typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes,
    format: 1,
    analyser: 1,
    passages,
  }
}

type DocumentsChange = Partial<DocumentsCommit> & { readonly ns: number }

/** Reads the states first, as every writer does, then commits. */
export async function commit(db: SqlDatabase, change: DocumentsChange): Promise<DocumentsOutcome> {
  const { ns, documents = [], deletes = [] } = change
  const seen = change.seen ?? (await readDocumentStates(db, { ns, documents: [...documents, ...deletes] }))
  return commitDocuments(db, {
    commitId: fresh('commit'),
    requestHash: 'request',
    at: T0,
    answer: 'answer',
    segment: segmentOf(),
    embedder: null,
    quota: NO_QUOTA,
    signer: SIGNER,
    ...change,
    documents,
    deletes,
    seen,
  })
}

/** Its version; throws when it was refused. */
export async function committed(db: SqlDatabase, change: DocumentsChange): Promise<number> {
  const outcome = await commit(db, change)
  if (outcome.kind !== 'committed') throw new Error(`not committed: ${JSON.stringify(outcome)}`)
  return outcome.version
}
