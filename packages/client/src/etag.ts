const etags = new WeakMap<object, string>()

/**
 * The ETag that an answer of a client came with, as `ifMatch` takes it; null where it came with none. Of `getFact` it names what is
 * current at the slug, of a research document the document.
 */
export function etagOf(answer: object): string | null {
  return etags.get(answer) ?? null
}

/** Keeps the ETag of a response beside the answer read from it. */
export function keepEtag(answer: object, response: Response): void {
  const etag = response.headers.get('ETag')
  if (etag !== null) etags.set(answer, etag)
}
