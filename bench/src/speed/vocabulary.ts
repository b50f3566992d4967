/** Words of the vocabulary, commonest first. */
export const RANKS = 2_000_000
/** Zipf and Mandelbrot: a word's share falls as (rank + Q) ** -S. */
const S = 1.15
const Q = 2.7

const most = Q ** (1 - S)
const least = (RANKS + Q) ** (1 - S)

/** The rank a uniform number of [0, 1) stands for. */
export function rankOf(uniform: number): number {
  const rank = Math.floor((most + uniform * (least - most)) ** (1 / (1 - S)) - Q)
  return Math.min(RANKS - 1, Math.max(0, rank))
}

/** What part of running text a word is. */
export function shareOf(rank: number): number {
  return ((rank + 1 + Q) ** (1 - S) - (rank + Q) ** (1 - S)) / (least - most)
}

const FUNCTION_WORDS =
  'the of and to a in is it that for was on are as with his they at be this from have or by had not but what all were'.split(
    ' ',
  )
const SYLLABLES = ['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'br', 'st'].flatMap(
  (onset) => ['a', 'e', 'i', 'o', 'u'].map((vowel) => onset + vowel),
)
const ENDINGS = ['s', 'ed', 'ing']
const ENDING_SHARE = 0.08

/** The word of a rank: the commonest are English function words, others are of syllables; `form` below 0.24 inflects it. */
export function wordOf(rank: number, form: number): string {
  const common = FUNCTION_WORDS[rank]
  if (common !== undefined) return common
  return `${syllablesOf(rank - FUNCTION_WORDS.length)}n${ENDINGS[Math.floor(form / ENDING_SHARE)] ?? ''}`
}

/** Two syllables for the first words, more for later ones, neighbours unlike one another. */
function syllablesOf(number: number): string {
  let [length, size, rest] = [2, SYLLABLES.length ** 2, number]
  for (; rest >= size; size *= SYLLABLES.length) {
    rest -= size
    length += 1
  }
  let scattered = (rest * 48_271) % size
  let word = ''
  for (; length > 0; length--) {
    word += SYLLABLES[scattered % SYLLABLES.length]
    scattered = Math.floor(scattered / SYLLABLES.length)
  }
  return word
}
