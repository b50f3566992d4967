/** No vectors were made; what the binding said is its cause, and not for clients. */
export class EmbedderFailed extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause })
    this.name = 'EmbedderFailed'
  }
}
