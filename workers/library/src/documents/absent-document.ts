import { Problem } from '@cairn/http-kernel/problem'

/** The refusal where a document is not: it was deleted here, or it never was. */
export function absentDocument(kind: 'deleted' | 'never'): Problem {
  return kind === 'deleted'
    ? new Problem('document_gone', 'The document was deleted.')
    : new Problem('document_not_found', 'No document of that id is in this source.')
}
