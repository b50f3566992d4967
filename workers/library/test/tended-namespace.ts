import { env } from 'cloudflare:workers'
import { commitDocuments } from '@cairn/memory-store/commit-documents'
import { ensureNamespace, type Namespace } from '@cairn/memory-store/namespace'
import { readDocumentStates } from '@cairn/memory-store/passage'
import type { ReceiptSigner } from '@cairn/memory-store/receipt-signer'
import { base64url, signingKey, signStatement } from '@cairn/memory-store/signing-key'
import { putSource } from '@cairn/memory-store/source'
import type { NewDocument } from '@cairn/memory-store/stored-document'
import type { LibraryBindings } from '../src/bindings.ts'
import { documentSegment } from '../src/documents/document-segment.ts'
import { maintain } from '../src/maintenance/maintain.ts'
import { stepNamespace } from '../src/maintenance/step-namespace.ts'

export const T0 = 1_700_000_000_000
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

let made = 0

const key = signingKey(
  '{"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","kid":"test"}',
)

const SIGNER: ReceiptSigner = {
  tenant: 'tenant',
  namespace: 'default',
  random: (bytes) => base64url(crypto.getRandomValues(new Uint8Array(bytes))),
  sign: async (statement) => signStatement(statement, (await key)!),
}

/** A namespace with one source, a clock of its own, and maintenance that seals the smallest segments. */
export class TendedNamespace {
  now = T0
  readonly bindings: LibraryBindings
  #space: Namespace | null = null

  constructor(changed: Partial<LibraryBindings> = {}) {
    this.bindings = {
      memory: env.MEMORY_0,
      segments: env.SEGMENTS,
      sealBounds: { bytes: 1, quietBytes: 1 },
      namedAfterMs: 120_000,
      clock: () => this.now,
      freshId: () => `id-${++made}`,
      signerOf: () => SIGNER,
      ...changed,
    } as LibraryBindings
  }

  get space(): Namespace {
    return this.#space!
  }

  get ns(): number {
    return this.space.ns
  }

  async open(): Promise<this> {
    const name = { tenant: `tenant-${++made}`, name: 'default' }
    this.#space = await ensureNamespace(env.MEMORY_0, { ...name, epoch: `epoch-${made}`, at: T0 })
    await putSource(env.MEMORY_0, { ns: this.ns, id: 'notes', manifest: '{}', at: T0 })
    return this
  }

  /** Writes documents of one passage a text, in one commit, and deletes others. */
  async write(
    texts: Readonly<Record<string, readonly string[]>>,
    deleted: readonly string[] = [],
  ): Promise<void> {
    const documents = Object.entries(texts).map(([id, passages]) => newDocument(id, passages))
    const deletes = deleted.map((id) => ({ source: 'notes', id }))
    const seen = await readDocumentStates(env.MEMORY_0, {
      ns: this.ns,
      documents: [...documents, ...deletes],
    })
    const outcome = await commitDocuments(env.MEMORY_0, {
      ns: this.ns,
      commitId: `commit-${++made}`,
      requestHash: '',
      at: this.now,
      answer: '',
      signer: SIGNER,
      documents,
      deletes,
      seen,
      quota: { passagesMax: null, bytesMax: null },
      embedder: null,
      segment: documentSegment(
        documents,
        seen.flatMap(({ passages }) => passages),
      ),
    })
    if (outcome.kind !== 'committed') throw new Error(`not committed: ${outcome.kind}`)
  }

  step(bounds?: Parameters<typeof stepNamespace>[2]) {
    return stepNamespace(this.bindings, this.space, bounds)
  }

  maintain() {
    return maintain(this.bindings, this.space)
  }

  /** Steps, with the waits that sealing needs, until there is nothing to do. */
  async settle(): Promise<void> {
    for (let waits = 0; waits < 4; waits++) {
      this.now += 11 * MINUTE
      for (let steps = 0; (await this.step()).more; steps++)
        if (steps > 200) throw new Error('the steps do not end')
    }
  }

  /** Collects all that is old enough once a day and an hour have gone by, twice: rows first, then keys. */
  async collectAll(): Promise<void> {
    for (let days = 0; days < 2; days++) {
      this.now += 26 * HOUR
      while ((await this.maintain()).more);
    }
  }
}

function newDocument(id: string, texts: readonly string[]): NewDocument {
  return {
    source: 'notes',
    id,
    title: `Title of ${id}`,
    uri: '',
    kind: 'note',
    tags: ['a', id],
    author: 'ann',
    createdAt: T0,
    eventAt: null,
    horizonClass: null,
    links: [],
    format: 'plain',
    hash: texts.join('|'),
    body: texts.join(' '),
    passages: texts.map((text, n) => ({
      text,
      start: 0,
      end: text.length,
      heading: '',
      speaker: n % 2 === 0 ? 'user' : '',
      at: null,
      hash: hashOf(text),
      tokens: 3,
      escapedTokens: 3,
      summary: text,
      summaryTokens: 3,
      vector: null,
    })),
  }
}

/** 64 hex digits that differ for different texts. */
function hashOf(text: string): string {
  let hash = 2166136261
  for (const unit of text) hash = Math.imul(hash ^ unit.codePointAt(0)!, 16777619) >>> 0
  return hash.toString(16).padStart(8, '0').repeat(8)
}
