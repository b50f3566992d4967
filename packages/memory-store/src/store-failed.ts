/** The database refused a statement for a reason no caller can act on (500); the reason is in `cause` and goes to logs only. */
export class StoreFailed extends Error {
  override readonly name = 'StoreFailed'
  readonly retryable = false

  constructor(cause: unknown) {
    super('the store failed', { cause })
  }
}
