/** What one step may read, write and take. */
export interface StepBounds {
  readonly bytes: number
  readonly milliseconds: number
}

/** A step that is asked for, and one on behalf of a writer, who waits for it. */
export const STEP_BOUNDS: StepBounds = { bytes: 48 * 1024 * 1024, milliseconds: 10_000 }
export const WRITER_STEP_BOUNDS: StepBounds = { bytes: 12 * 1024 * 1024, milliseconds: 2000 }

/** Counts what a step has used. */
export class StepBudget {
  readonly #bytesMax: number
  readonly #until: number
  readonly #clock: () => number
  #bytes = 0

  constructor({ bytes, milliseconds }: StepBounds, clock: () => number) {
    this.#bytesMax = bytes
    this.#until = clock() + milliseconds
    this.#clock = clock
  }

  spend(bytes: number): void {
    this.#bytes += bytes
  }

  get isOver(): boolean {
    return this.#bytes >= this.#bytesMax || this.#clock() >= this.#until
  }
}
