/**
 * The newest `Consistency-Token` seen of each namespace, so that what was written is read. A call says when it `begin`s:
 * what it saw does not count when the namespace was forgotten since.
 */
export class NewestVersions {
  readonly #tokens = new Map<string, string>()
  readonly #forgotten = new Map<string, number>()
  #moment = 0

  /** The token to send; null where none was seen. */
  of(namespace: string): string | null {
    return this.#tokens.get(namespace) ?? null
  }

  begin(): number {
    return ++this.#moment
  }

  /** Keeps a token unless a newer one of the same epoch is known. */
  keep(namespace: string, token: string, begun: number): void {
    if (begun < (this.#forgotten.get(namespace) ?? 0)) return
    const known = this.#tokens.get(namespace)
    if (known === undefined || !isOlder(token, known)) this.#tokens.set(namespace, token)
  }

  /** Nothing is known any more, so that the next read is strong: something was written whose version was not told. */
  forget(namespace: string): void {
    this.#tokens.delete(namespace)
    this.#forgotten.set(namespace, ++this.#moment)
  }
}

/** Tokens are `<epoch>.<version>`; of two epochs, the one seen later is the newer. */
function isOlder(token: string, known: string): boolean {
  const [epoch, version] = parted(token)
  const [knownEpoch, knownVersion] = parted(known)
  return epoch === knownEpoch && version < knownVersion
}

function parted(token: string): [string, number] {
  const dot = token.lastIndexOf('.')
  return [token.slice(0, dot), Number(token.slice(dot + 1))]
}
