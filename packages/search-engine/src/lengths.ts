import type { Column } from './column.ts'

/** A column as differences from another: `least`, and how far each row is above it. */
export interface Differences {
  readonly least: number
  readonly above: Column
}

/** The lengths of some consecutive rows in one channel, unpacked when a search first asks for many of them, and kept. */
export class Lengths {
  readonly #column: Column
  readonly #differences: Differences | null
  #unpacked: Uint16Array | Uint32Array | null = null

  constructor(column: Column, differences: Differences | null = null) {
    this.#column = column
    this.#differences = differences
  }

  at(row: number): number {
    if (this.#unpacked !== null) return this.#unpacked[row]!
    const { least, above } = this.#differences ?? SAME
    return this.#column.at(row) + least + above.at(row)
  }

  /** The length of every row; up to 65,535 in two bytes each. */
  values(): Uint16Array | Uint32Array {
    this.#unpacked ??= this.#unpack()
    return this.#unpacked
  }

  #unpack(): Uint16Array | Uint32Array {
    const values = this.#column.values()
    if (this.#differences !== null) {
      const { least, above } = this.#differences
      const more = above.values()
      for (let i = 0; i < values.length; i++) values[i]! += least + more[i]!
    }
    let longest = 0
    for (let i = 0; i < values.length; i++) if (values[i]! > longest) longest = values[i]!
    return longest < 2 ** 16 ? new Uint16Array(values) : values
  }
}

const SAME = { least: 0, above: { at: () => 0 } }
