/** No answer came: the network failed, or the deadline of the call passed. `cause` is what the platform said. */
export class Unreachable extends Error {
  readonly operation: string
  readonly why: 'network' | 'deadline'

  constructor(from: {
    readonly operation: string
    readonly why: 'network' | 'deadline'
    readonly message: string
    readonly cause?: unknown
  }) {
    super(`${from.operation}: ${from.message}`, { cause: from.cause })
    this.name = 'Unreachable'
    this.operation = from.operation
    this.why = from.why
  }
}
