/** The database did not answer or is overloaded: the same call with the same ids may be sent again (503). */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  readonly retryable = true

  constructor(cause: unknown) {
    super('the store is unavailable', { cause })
  }
}
