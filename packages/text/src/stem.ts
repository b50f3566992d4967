/// <reference path="./wink-porter2-stemmer.d.ts" />
import porter2 from 'wink-porter2-stemmer'

/** The Porter2 stem of a folded English word; any word that is not all a to z is its own stem. */
export function stem(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word
  const known = memo.get(word)
  if (known !== undefined) return known
  const stemmed = porter2(word)
  if (memo.size >= MEMO_WORDS_MAX) memo.clear()
  memo.set(word, stemmed)
  return stemmed
}

const MEMO_WORDS_MAX = 20_000
const memo = new Map<string, string>()
