import { compareBytes } from '../compare-bytes.ts'
import type { TermStream } from './merge-input.ts'

/** A stream of an input, by the input's place among all. */
export interface PlacedStream {
  readonly input: number
  readonly stream: TermStream
}

/** Streams by the key they stand at, the least first: a binary heap. */
export class KeyOrder {
  readonly #heap: PlacedStream[] = []

  get least(): PlacedStream | null {
    return this.#heap[0] ?? null
  }

  /** Takes a stream in; one that is at its end is let go. */
  add(placed: PlacedStream): void {
    if (placed.stream.key === null) return
    let at = this.#heap.push(placed) - 1
    while (at > 0 && this.#isBefore(at, (at - 1) >> 1)) {
      this.#swap(at, (at - 1) >> 1)
      at = (at - 1) >> 1
    }
  }

  take(): PlacedStream | null {
    const least = this.least
    const last = this.#heap.pop()
    if (last === undefined || this.#heap.length === 0) return least
    this.#heap[0] = last
    for (let at = 0; ; ) {
      let child = 2 * at + 1
      if (child >= this.#heap.length) return least
      if (child + 1 < this.#heap.length && this.#isBefore(child + 1, child)) child += 1
      if (!this.#isBefore(child, at)) return least
      this.#swap(at, child)
      at = child
    }
  }

  /** By key, then by input, so that what is merged is in the order of inputs. */
  #isBefore(a: number, b: number): boolean {
    const [one, other] = [this.#heap[a]!, this.#heap[b]!]
    return (compareBytes(one.stream.key!, other.stream.key!) || one.input - other.input) < 0
  }

  #swap(a: number, b: number): void {
    const held = this.#heap[a]!
    this.#heap[a] = this.#heap[b]!
    this.#heap[b] = held
  }
}
