import {
  citationReasons,
  quotesIn,
  type ResearchCitation,
  type ResearchPassage,
} from '@cairn/contract/research'
import { hasSharedData, readJudgedSet } from '@cairn/test-kit/shared-data'
import { expect, test } from 'vitest'

const SETS = [
  'scifact',
  'xquad-en',
  'xquad-ru',
  'xquad-ar',
  'xquad-hi',
  'xquad-zh',
  'xquad-th',
  'jaquad',
  'memorybank-cn',
]
const EACH = 1000
const isHere = hasSharedData(...SETS.map((name) => `data/${name}`))
if (!isHere) console.log('quotations: ../shared/data is not there; 2,000 citations are not generated')

/** Mulberry32: the same numbers from the same seed. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
const random = randomOf(20261130)
const below = (count: number) => Math.floor(random() * count)
const oneOf = <T>(all: readonly T[]): T => all[below(all.length)]!

const MARKS = [
  '""',
  '“”',
  '””',
  '„“',
  '„”',
  '«»',
  '»«',
  '‹›',
  '「」',
  '『』',
  '〝〞',
  "''",
  '‘’',
  '‚‘',
  '＂＂',
  '｢｣',
]
const CLAIMS = [
  'It says % there.',
  '% is what the report says.',
  'The passage states: %',
  "The author's words are %, no less.",
]

const CHANGES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.normalize('NFD'),
  (text) => text.normalize('NFKC'),
  (text) => text.replaceAll(' ', () => oneOf([' ', '  ', '\n', '\u00a0', '\u3000', ' \t '])),
  (text) => text.replaceAll(/[!-~]/g, (one) => String.fromCodePoint(one.codePointAt(0)! + 0xfee0)),
  (text) => text.replaceAll("'", '’').replaceAll('-', '‐'),
  (text) => text.replaceAll('fi', 'ﬁ').replaceAll('ff', 'ﬀ'),
]

/** A run of words, or of characters where a language writes no spaces. */
function excerptOf(text: string): string {
  const parts = piecesOf(text)
  const length = 4 + below(16)
  const from = below(Math.max(1, parts.length - length))
  return parts
    .slice(from, from + length)
    .join('')
    .trim()
}

const piecesOf = (text: string) =>
  [...new Intl.Segmenter('und', { granularity: 'word' }).segment(text)].map((one) => one.segment)

/** Letters and digits alone: what no fold of white space, case, form or punctuation can make other. */
const bare = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll('ς', 'σ')
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')

/** Changes an excerpt into words that its passage does not have. */
function fabricated(excerpt: string, text: string, other: string): string {
  const parts = piecesOf(excerpt)
  const words = parts.flatMap((part, place) => (/[\p{L}\p{N}]/u.test(part) ? [place] : []))
  const strange = oneOf(piecesOf(other).filter((part) => /[\p{L}\p{N}]/u.test(part)))
  const place = oneOf(words)
  const altered = oneOf<() => string>([
    () => parts.with(place, strange).join(''),
    () => parts.toSpliced(place, 1).join(''),
    () => parts.toSpliced(place, 0, strange, ' ').join(''),
    () => excerpt.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10)),
    () => excerptOf(other),
    () => `${excerpt} ${excerptOf(other)}`,
  ])()
  return bare(text).includes(bare(altered)) || bare(altered) === ''
    ? fabricated(excerptOf(text) || text, text, other)
    : altered
}

/** The words in marks that do not occur in them but as apostrophes, so that where the quotation ends is no question. */
function quoted(words: string): string {
  const bareOfApostrophes = words.normalize('NFKC').replaceAll(/(?<=[\p{L}\p{M}])['’](?=\p{L})/gu, '')
  const fitting = MARKS.filter(
    (pair) => ![...pair.normalize('NFKC')].some((mark) => bareOfApostrophes.includes(mark)),
  )
  const [open, close] = oneOf(fitting)
  return `${open}${words}${close}`
}

interface Case {
  readonly citation: ResearchCitation
  readonly passage: ResearchPassage
}

function caseOf(words: string, text: string): Case {
  const claim = oneOf(CLAIMS).replace('%', () => quoted(words))
  return {
    citation: {
      schema: 'hux.citation.v1',
      id: 'c',
      message_id: 'm',
      claim,
      passage_ids: ['p'],
      support: 'supports',
    },
    passage: { schema: 'hux.passage.v1', id: 'p', source_id: 's', text, hash: '' },
  }
}

function casesOf(make: (excerpt: string, text: string, other: string) => string): Case[] {
  const texts = SETS.flatMap((name) =>
    readJudgedSet(name)
      .documents.slice(0, 400)
      .map(({ text }) => text),
  ).filter((text) => text.length > 200)
  return Array.from({ length: EACH }, () => {
    const text = oneOf(texts).slice(0, 3000)
    let excerpt = ''
    while (bare(excerpt).length < 6 || /[“”"„«»‹›「」『』]/.test(excerpt)) excerpt = excerptOf(text)
    return caseOf(oneOf(CHANGES)(make(excerpt, text, oneOf(texts))), text)
  })
}

const flagged = (cases: readonly Case[]) =>
  cases.filter(({ citation, passage }) => citationReasons(citation, [passage]).includes('quote_missing'))

test.skipIf(!isHere)('of a thousand faithful quotations in nine languages none is flagged', () => {
  const cases = casesOf((excerpt) => excerpt)
  expect(cases.filter(({ citation }) => quotesIn(citation.claim).length === 0)).toEqual([])
  expect(flagged(cases).map(({ citation, passage }) => [citation.claim, passage.text])).toEqual([])
})

test.skipIf(!isHere)('of a thousand fabricated quotations every one is flagged', () => {
  const cases = casesOf(fabricated)
  const caught = new Set(flagged(cases))
  expect(
    cases.filter((one) => !caught.has(one)).map(({ citation, passage }) => [citation.claim, passage.text]),
  ).toEqual([])
})
