import { quantize } from '@cairn/search-engine/vector'
import { randomFrom } from '../speed/random.ts'

/** How words and vectors tell about topics in a synthetic set. */
export interface World {
  /** Words for each concept: with more of them a question and its answer share fewer. */
  readonly synonyms: number
  /** How much of an embedding is noise, against what its text is about. */
  readonly noise: number
}

/** A text of some concepts, as its words and as its embedding. */
export interface Text {
  readonly topic: number
  readonly text: string
  readonly vector: Int8Array
}

const CONCEPTS = 300
const TOPICS = 100
const CONCEPTS_A_TOPIC = 6
const DIMENSIONS = 64
/** What all embeddings have in common, so that those of any two texts have a cosine of about a half, as models' do. */
const COMMON = 1

/** 2,000 passages, 20 a topic, of which 6 words in 10 are of its concepts. */
export function passagesOf(world: World): Text[] {
  return Array.from({ length: 20 * TOPICS }, (_, n) =>
    textOf(world, { n, topic: n % TOPICS, words: 14, share: 0.6 }),
  )
}

/** 200 questions of three words about a topic; its passages are the answer. */
export function questionsOf(world: World): Text[] {
  return Array.from({ length: 2 * TOPICS }, (_, n) =>
    textOf(world, { n: 100_000 + n, topic: n % TOPICS, words: 3, share: 1 }),
  )
}

interface Draft {
  readonly n: number
  readonly topic: number
  readonly words: number
  readonly share: number
}

function textOf({ synonyms, noise }: World, { n, topic, words, share }: Draft): Text {
  const random = randomFrom(7, n)
  const of = randomFrom(11, topic)
  const own = Array.from({ length: CONCEPTS_A_TOPIC }, () => Math.floor(of() * CONCEPTS))
  const concepts = Array.from({ length: words }, () =>
    random() < share ? own[Math.floor(random() * own.length)]! : Math.floor(random() * CONCEPTS),
  )
  const text = concepts.map((concept) => wordOf(concept, Math.floor(random() * synonyms))).join(' ')
  return { topic, text, vector: quantize(embedded(concepts, noise, gaussian(random))) }
}

/** A made-up word that no stemmer shortens. */
function wordOf(concept: number, synonym: number): string {
  const number = concept * 8 + synonym
  const syllables = [number % 15, Math.floor(number / 15) % 15, Math.floor(number / 225)]
  return `${syllables.map((n) => 'bdfgklmnprstvwz'[n]! + 'aiou'[n % 4]!).join('')}k`
}

function embedded(concepts: readonly number[], noise: number, next: () => number): number[] {
  const sum = new Array<number>(DIMENSIONS).fill(0)
  for (const concept of concepts)
    addTo(sum, gaussian(randomFrom(13, concept)), 1 / Math.sqrt(concepts.length))
  addTo(sum, gaussian(randomFrom(17, 0)), COMMON)
  addTo(sum, next, noise)
  return sum
}

function addTo(sum: number[], next: () => number, weight: number): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += weight * next()
}

/** Near enough to normal: the sum of twelve. */
export function gaussian(random: () => number): () => number {
  return () => {
    let sum = -6
    for (let i = 0; i < 12; i++) sum += random()
    return sum
  }
}
