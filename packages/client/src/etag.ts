import { headerOf } from './answer-headers.ts'

/**
 * The ETag that an answer of a client came with, as `ifMatch` takes it; null where it came with none. Of `getFact` it names what is
 * current at the slug, of a research document the document.
 */
export function etagOf(answer: object): string | null {
  return headerOf(answer, 'ETag')
}
