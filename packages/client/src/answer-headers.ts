const kept = new WeakMap<object, Headers>()

/** Keeps the headers of a response beside the answer read from it. */
export function keepHeaders(answer: object, { headers }: Response): void {
  kept.set(answer, headers)
}

/** A header that an answer of a client came with; null where it came with none, and for what is no answer. */
export function headerOf(answer: object, name: string): string | null {
  return kept.get(answer)?.get(name) ?? null
}
