import type { PassageInput } from '../src/passage.ts'

/** A passage with plain defaults; `document` and `hash` follow from the other fields unless given. */
export function passageOf(fields: Partial<PassageInput> & { readonly text: string }): PassageInput {
  const source = fields.source ?? 'notes'
  const documentId = fields.documentId ?? 'd1'
  return {
    title: '',
    heading: '',
    speaker: '',
    author: '',
    summaryTokens: 5,
    tokens: fields.text.length,
    hash: hashOf(fields.text),
    uri: '',
    kind: 'note',
    tags: [],
    createdAt: null,
    eventAt: null,
    index: 0,
    vector: null,
    ...fields,
    source,
    documentId,
    document: `${source}/${documentId}`,
  }
}

/** 64 hex digits that differ for different texts; all the engine asks of a hash. */
export function hashOf(text: string): string {
  return Array.from({ length: 8 }, (_, seed) => wordHash(text, seed).toString(16).padStart(8, '0')).join('')
}

function wordHash(text: string, seed: number): number {
  let hash = 2166136261 ^ (seed * 0x9e3779b1)
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619)
  return (hash ^ (hash >>> 15)) >>> 0
}
