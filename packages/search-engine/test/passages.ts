import { createHash } from 'node:crypto'
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
    hash: createHash('sha256').update(fields.text).digest('hex'),
    uri: '',
    kind: 'note',
    tags: [],
    createdAt: null,
    eventAt: null,
    index: 0,
    ...fields,
    source,
    documentId,
    document: `${source}/${documentId}`,
  }
}
