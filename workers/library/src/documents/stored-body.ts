import type { DocumentFields } from '@cairn/memory-store/stored-document'
import type { SentDocument } from './sent-document.ts'

/**
 * What a document's row keeps as its body: a line of JSON with the names of the members that were sent and the instants as they
 * were written, and after it the text, or the messages as JSON. With the other columns it gives the document back as it was sent but
 * for its embedding, which is kept rounded, with its passages.
 */
export function packBody(sent: SentDocument): string {
  const head: Head = {
    sent: Object.keys(sent).filter((name) => name !== 'embedding'),
    ...(sent.created_at === undefined ? {} : { created_at: sent.created_at }),
    ...(sent.event_at === undefined ? {} : { event_at: sent.event_at }),
  }
  return `${JSON.stringify(head)}\n${sent.text ?? JSON.stringify(sent.messages)}`
}

/** The document as it was sent, its members in the order they had. */
export function unpackBody(fields: DocumentFields, body: string): Record<string, unknown> {
  const end = body.indexOf('\n')
  const head = JSON.parse(body.slice(0, end)) as Head
  const rest = body.slice(end + 1)
  const document: Record<string, unknown> = {}
  for (const name of head.sent) document[name] = memberOf(name, { fields, head, rest })
  return document
}

interface Head {
  readonly sent: readonly string[]
  readonly created_at?: string
  readonly event_at?: string
}

interface Parts {
  readonly fields: DocumentFields
  readonly head: Head
  readonly rest: string
}

function memberOf(name: string, { fields, head, rest }: Parts): unknown {
  switch (name) {
    case 'text':
      return rest
    case 'messages':
      return JSON.parse(rest)
    case 'created_at':
    case 'event_at':
      return head[name]
    case 'horizon_class':
      return fields.horizonClass
    case 'id':
    case 'title':
    case 'format':
    case 'uri':
    case 'kind':
    case 'tags':
    case 'author':
    case 'links':
      return fields[name]
    default:
      throw new Error('a stored document has a member that no document has')
  }
}
