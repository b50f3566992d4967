import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareBytes } from './compare-bytes.ts'
import { TermDictionary, TermDictionaryWriter, type TermEntry } from './term-dictionary.ts'
import { decodeText, encodeText } from './utf8.ts'

const names = fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), {
  maxLength: 80,
  size: 'max',
})

/** A dictionary of the names, whose n-th term has n % 4 postings of 3 bytes each and an adjustment of 1 - n % 3. */
function dictionaryOf(terms: readonly string[]): { dictionary: TermDictionary; written: TermEntry[] } {
  const sorted = terms.map(encodeText).sort(compareBytes)
  const writer = new TermDictionaryWriter()
  const written: TermEntry[] = []
  let postingsAt = 0
  for (const [n, term] of sorted.entries()) {
    const entry = { term, count: n % 4, adjustment: 1 - (n % 3), postingsAt, positionsAt: postingsAt * 2 }
    writer.add(entry, (n % 4) * 3, (n % 4) * 6)
    written.push(entry)
    postingsAt += (n % 4) * 3
  }
  const sections = writer.write()
  return { dictionary: new TermDictionary(sections.terms, sections.blocks, sorted.length, 4), written }
}

describe('a term dictionary', () => {
  it('finds each of its terms and lists them in byte order', () => {
    fc.assert(
      fc.property(names, (terms) => {
        const { dictionary, written } = dictionaryOf(terms)
        expect([...dictionary.entries()]).toEqual(written)
        for (const entry of written) expect(dictionary.find(entry.term)).toEqual(entry)
      }),
    )
  })

  it('finds nothing else', () => {
    fc.assert(
      fc.property(names, fc.string({ unit: 'grapheme' }), (terms, other) => {
        fc.pre(!terms.map((term) => decodeText(encodeText(term))).includes(other))
        expect(dictionaryOf(terms).dictionary.find(encodeText(other))).toBeNull()
      }),
    )
  })
})
