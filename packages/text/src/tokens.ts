import encodedTokens from 'gpt-tokenizer/bpeRanks/o200k_base'
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
import { countMerged } from './byte-pairs.ts'

/** The name of the tokenizer every stored count is made with. */
export const TOKEN_PROFILE = 'o200k_base'

/**
 * The number of o200k_base tokens of a text, exactly; special tokens in it are plain text and a lone surrogate counts
 * as U+FFFD. Takes n log n time in the length of the longest word, whatever the text.
 */
export function countTokens(text: string): number {
  let count = 0
  for (const piece of text.match(PIECES) ?? []) count += countPiece(piece)
  return count
}

/** Whether a text has at most so many tokens; reads no further than it takes to know. */
export function fitsTokens(text: string, tokensMax: number): boolean {
  let count = 0
  PIECES.lastIndex = 0
  for (let match = PIECES.exec(text); match !== null; match = PIECES.exec(text)) {
    count += countPiece(match[0])
    if (count > tokensMax) return false
  }
  return true
}

/**
 * Tells of an offset whether the text from `start` to it has at most so many tokens. Pieces are cut and counted once
 * for all offsets; only the last ones of a stretch depend on where it ends.
 */
export function fitsFrom(
  text: string,
  start: number,
  tokensMax: number,
  limit: number,
): (end: number) => boolean {
  const ends = [start]
  const counts = [0]
  const stretch = text.slice(start, limit)
  PIECES.lastIndex = 0
  for (let match = PIECES.exec(stretch); match !== null; match = PIECES.exec(stretch)) {
    ends.push(start + match.index + match[0].length)
    counts.push(counts.at(-1)! + countPiece(match[0]))
    if ((counts.at(-1 - UNSETTLED) ?? 0) > tokensMax) break
  }
  return (end) => {
    const whole = ends.findLastIndex((pieceEnd) => pieceEnd <= end)
    const settled = Math.max(0, whole - UNSETTLED)
    const left = tokensMax - counts[settled]!
    return left >= 0 && fitsTokens(text.slice(ends[settled]!, end), left)
  }
}

/** Pieces before the end of a stretch that the pattern may cut otherwise when the text goes on: white space, then a word. */
const UNSETTLED = 3

/**
 * The published pattern as the reference implementation (tiktoken) reads it: white space is Unicode's (JavaScript's
 * `\s` adds U+FEFF and lacks U+0085) and a contraction may end in a long s.
 */
const PIECES = new RegExp(
  O200K_TOKEN_SPLIT_REGEX.source
    .replaceAll('\\s', '\\p{White_Space}')
    .replaceAll('\\S', '\\P{White_Space}')
    .replaceAll('[sS]', '[sSſ]'),
  'gu',
)

function countPiece(piece: string): number {
  const known = memo.get(piece)
  if (known !== undefined) return known
  const bytes = byteString(piece)
  const count = ranks().has(bytes) ? 1 : countMerged(bytes, ranks())
  if (piece.length <= MEMO_UNITS_MAX) remember(piece, count)
  return count
}

/** Pieces of scripts without spaces are long, and are counted again and again while a cut is sought. */
const MEMO_UNITS_MAX = 256
const MEMO_UNITS_TOTAL = 640_000
const memo = new Map<string, number>()
let memoUnits = 0

function remember(piece: string, count: number): void {
  if (memoUnits >= MEMO_UNITS_TOTAL) {
    memo.clear()
    memoUnits = 0
  }
  memo.set(piece, count)
  memoUnits += piece.length
}

/** UTF-8 as a string of one character a byte; ASCII text is its own byte string. */
function byteString(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII itself.
  return /^[\x00-\x7f]*$/.test(text) ? text : latin1(encoder.encode(text))
}

const encoder = new TextEncoder()

function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += LATIN1_SLICE) {
    text += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(i, i + LATIN1_SLICE))
  }
  return text
}

const LATIN1_SLICE = 8_192

let rankTable: Map<string, number> | undefined

/** Rank by byte string, made at the first count so that loading the module stays cheap. */
function ranks(): ReadonlyMap<string, number> {
  if (rankTable === undefined) {
    const table = new Map<string, number>()
    encodedTokens.forEach((token, rank) => {
      table.set(typeof token === 'string' ? byteString(token) : latin1(Uint8Array.from(token)), rank)
    })
    rankTable = table
  }
  return rankTable
}
