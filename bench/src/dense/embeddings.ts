import { randomFrom } from '../speed/random.ts'
import { gaussian } from './synonyms.ts'

const CENTRES = 200
const SPREAD = 0.6

/** Unit vectors about 200 centres, so that each has near ones and far ones. */
export class Embeddings {
  /** End to end. */
  readonly all: Float32Array
  readonly #dimensions: number
  readonly #centres: readonly Float32Array[]

  constructor(count: number, dimensions: number) {
    this.#dimensions = dimensions
    this.#centres = Array.from({ length: CENTRES }, (_, n) => {
      const next = gaussian(randomFrom(23, n))
      return Float32Array.from({ length: dimensions }, next)
    })
    this.all = new Float32Array(count * dimensions)
    for (let n = 0; n < count; n++) this.all.set(this.#near(n, 29), n * dimensions)
  }

  of(n: number): Float32Array {
    return this.all.subarray(n * this.#dimensions, (n + 1) * this.#dimensions)
  }

  question(n: number): Float32Array {
    return this.#near(n * 7, 31)
  }

  #near(n: number, seed: number): Float32Array {
    const next = gaussian(randomFrom(seed, n))
    const vector = this.#centres[n % CENTRES]!.map((value) => value + SPREAD * next())
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
    return vector.map((value) => value / length)
  }
}

/** The numbers of the ten vectors with the largest dot products, by a plain loop over all. */
export function bestTen(all: Float32Array, question: Float32Array): number[] {
  const { length } = question
  const products = new Float32Array(all.length / length)
  for (let n = 0; n < products.length; n++) {
    let sum = 0
    for (let i = 0; i < length; i++) sum += all[n * length + i]! * question[i]!
    products[n] = sum
  }
  const bound = products.toSorted()[products.length - 10]!
  return Array.from(products.keys()).filter((n) => products[n]! >= bound)
}
