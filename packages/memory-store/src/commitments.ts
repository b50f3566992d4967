import { canonical } from '@cairn/contract/canonical'
import { commitmentOf, type Opening, type Sha256 } from '@cairn/contract/receipts'
import { factSlug } from '@cairn/contract/slug'
import type { NewFact } from './stored-fact.ts'

/** A document with the salt of what was written; null: written before there were receipts, or erased. */
export interface SaltedDocument {
  readonly source: string
  readonly id: string
  readonly hash: string | null
  readonly salt: string | null
}

/** The commitments of documents, in order; one without a salt has none. */
export async function documentCommitments(documents: readonly SaltedDocument[]): Promise<Sha256[]> {
  const openings = documents.flatMap(({ source, id, hash, salt }) =>
    hash === null || salt === null ? [] : [documentOpening({ source, id, hash, salt })],
  )
  return Promise.all(openings.map(commitmentOf))
}

/** What opens the commitment of a document. */
export function documentOpening({
  source,
  id,
  hash,
  salt,
}: { readonly [member in keyof SaltedDocument]: string }): Opening {
  return { kind: 'document', name: `${source}/${id}`, hash, salt }
}

/** What opens the commitment of a fact: the hash is of the canonical JSON of all that was stated, null where nothing was. */
export async function factOpening(fact: NewFact, salt: string): Promise<Opening> {
  const { entity, key, value, provenance, validFrom, validTo, observedAt } = fact
  const stated = {
    value: JSON.parse(value),
    cardinality: fact.cardinality,
    confidence: fact.confidence,
    horizon_class: fact.horizonClass,
    valid_from: validFrom?.given ?? null,
    valid_to: validTo?.given ?? null,
    observed_at: observedAt?.given ?? null,
    supersedes: fact.supersedes,
    provenance: provenance === null ? null : JSON.parse(provenance),
  }
  return { kind: 'fact', name: factSlug(entity, key), hash: await sha256Hex(canonical(stated)), salt }
}

/** What opens the commitment of a session's state, or of its deletion (null). */
export async function sessionOpening({
  id,
  state,
  salt,
}: {
  readonly id: string
  readonly state: string | null
  readonly salt: string
}): Promise<Opening> {
  return { kind: 'session', name: id, hash: state === null ? '' : await sha256Hex(state), salt }
}

/** What opens the commitment of a research document, or of its deletion (null). */
export async function researchOpening({
  kind,
  id,
  document,
  salt,
}: {
  readonly kind: string
  readonly id: string
  readonly document: string | null
  readonly salt: string
}): Promise<Opening> {
  const hash = document === null ? '' : await sha256Hex(document)
  return { kind: `research_${kind}`, name: id, hash, salt }
}

/** What opens the commitment of a bundle: the hash is of the JSON text that it is read as. */
export async function bundleOpening({
  id,
  record,
  salt,
}: {
  readonly id: string
  readonly record: string
  readonly salt: string
}): Promise<Opening> {
  return { kind: 'context_bundle', name: id, hash: await sha256Hex(record), salt }
}

async function sha256Hex(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
