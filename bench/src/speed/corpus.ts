import { randomFrom } from './random.ts'
import { RANKS, rankOf, shareOf, wordOf } from './vocabulary.ts'

/** A passage of the synthetic corpus; its number alone decides every byte of it. */
export interface SyntheticPassage {
  readonly number: number
  readonly document: number
  /** Which passage of its document it is. */
  readonly index: number
  readonly title: string
  readonly text: string
}

const PASSAGES_A_DOCUMENT = 4
const TITLE_WORDS = 4
/** Words a passage: log-normal about this mean, as chat turns and paragraphs are. */
const WORDS_MEAN = 45
const WORDS_SPREAD = 0.5
const WORDS_LEAST = 6
const WORDS_MOST = 250
/** Passages that hold one of the phrases asked for. */
const PHRASE_SHARE = 0.02

/** The passages numbered `from` to `to` (exclusive) of the corpus. */
export function* passagesBetween(from: number, to: number): Generator<SyntheticPassage> {
  for (let number = from; number < to; number++) {
    const document = Math.floor(number / PASSAGES_A_DOCUMENT)
    const index = number % PASSAGES_A_DOCUMENT
    yield { number, document, index, title: titleOf(document), text: textOf(number) }
  }
}

function titleOf(document: number): string {
  const random = randomFrom(0x7171e, document)
  return Array.from({ length: TITLE_WORDS }, () => wordOf(rankOf(random()), random())).join(' ')
}

function textOf(number: number): string {
  const random = randomFrom(0xc0de, number)
  const words: string[] = []
  for (let left = lengthOf(random); left > 0; left--) words.push(wordOf(rankOf(random()), random()))
  if (random() < PHRASE_SHARE) {
    const phrase = PHRASES[Math.floor(random() * PHRASES.length)]!
    words.splice(Math.floor(random() * words.length), 0, ...phrase)
  }
  return `${words.join(' ')}.`
}

function lengthOf(random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const words = WORDS_MEAN * Math.exp(WORDS_SPREAD * normal - WORDS_SPREAD ** 2 / 2)
  return Math.round(Math.min(WORDS_MOST, Math.max(WORDS_LEAST, words)))
}

/** The sorts of questions, by what share of the passages holds their words. */
export const KINDS = ['rare', 'medium', 'common', 'five terms', 'sentence', 'phrase'] as const
export type Kind = (typeof KINDS)[number]

/** Five terms are as common as the five commonest of the median question to Vaswani, abstracts of 39 words. */
const FIVE = [0.12, 0.08, 0.05, 0.03, 0.02]
const SHARES = {
  rare: [0.0003],
  medium: [0.01],
  common: [0.12],
  'five terms': FIVE,
  sentence: FIVE,
  phrase: [0.02, 0.015],
}
const QUESTIONS = 20

/** The questions of a kind, as words apart. A sentence is five terms among function words, as people ask. */
export function questionsOf(kind: Kind): readonly (readonly string[])[] {
  return Array.from({ length: QUESTIONS }, (_, i) => {
    const words = SHARES[kind].map((share) => wordHeldBy(share, i))
    return kind === 'sentence'
      ? ['what', 'was', 'the', ...words.slice(0, 3), 'of', 'the', ...words.slice(3)]
      : words
  })
}

const PHRASES = questionsOf('phrase')

/** The i-th of the words that about `share` of the passages hold. */
function wordHeldBy(share: number, i: number): string {
  let [low, high] = [0, RANKS]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (1 - (1 - shareOf(middle)) ** WORDS_MEAN > share) low = middle + 1
    else high = middle
  }
  return wordOf(low + i, 1)
}
