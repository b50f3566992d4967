import { type CairnDocument, parseCairnUri, type ResearchSource } from '@cairn/contract/research'
import type { Namespace } from '@cairn/memory-store/namespace'
import { draft, putOf } from './draft.ts'
import type { PlannedPut, Writing } from './plan-put.ts'
import { invalid, referenceUnknown } from './refusals.ts'
import { packOwn } from './source-mark.ts'

/**
 * A source; one of a `cairn:` uri is made from a document of this namespace, with its hash. What is unchanged from before is not looked
 * up again, so that a source of a deleted document can still be renamed.
 */
export async function planSource(writing: Writing<'source'>): Promise<PlannedPut> {
  const { id, sent, before, namespace } = writing
  const bare = await draft('source', sent, { id })
  if (bare.uri === undefined || !bare.uri.startsWith('cairn:'))
    return { puts: [await putOf('source', bare, null)], filled: { id } }
  if (before !== null && isSameEvidence(bare, before.document)) {
    const filled = filledWith(id, before.document.content_hash!)
    return { puts: [await putOf('source', await draft('source', sent, filled), before.row.mark)], filled }
  }
  const own = await ownOf(writing, namedIn(bare.uri, namespace))
  const filled = filledWith(id, own.contentHash)
  const source = await draft('source', sent, filled)
  if (source.content_hash !== own.contentHash) throw otherHash(own.contentHash)
  return { puts: [await putOf('source', source, packOwn(own))], filled }
}

const filledWith = (id: string, content_hash: string) => ({ id, content_hash })

function isSameEvidence(after: ResearchSource, before: ResearchSource): boolean {
  return (
    after.uri === before.uri &&
    before.content_hash !== undefined &&
    (after.content_hash ?? before.content_hash) === before.content_hash
  )
}

function namedIn(uri: string, { name }: Namespace): CairnDocument {
  const named = parseCairnUri(uri)
  if (named === null) {
    if (/^cairn:[^/]*\/f[^/]*$/.test(uri)) throw ofFact()
    const message = `found another text, expected cairn:${name}/<source>/<document>, as cairn:${name}/handbook/guide/keys`
    throw invalid([{ pointer: '/uri', rule: 'uri', message }])
  }
  if (named.namespace !== name) throw unknownDocument()
  return named
}

function ofFact() {
  const message =
    'found the name of a fact, expected that of a document; `POST /v1/research/passages/from-pointer` with the pointer of a fact makes its source'
  return invalid([{ pointer: '/uri', rule: 'uri', message }])
}

async function ownOf({ reader }: Writing<'source'>, { source, document }: CairnDocument) {
  const own = await reader.own({ source, id: document })
  if (own === null) throw unknownDocument()
  return own
}

function unknownDocument() {
  const message = 'found the name of no live document, expected one of this namespace'
  return referenceUnknown([{ pointer: '/uri', rule: 'reference_unknown', message }])
}

function otherHash(right: string) {
  const message = `found another digest, expected "${right}", that of the document's text`
  return invalid([{ pointer: '/content_hash', rule: 'content_hash', message }])
}
