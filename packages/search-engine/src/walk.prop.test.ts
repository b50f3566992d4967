import { analyseQuery } from '@cairn/text/query'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Collection } from '../test/collection.ts'

/** Passages as (document, text) numbers: few documents, each in one run, some equal texts. */
const passages = fc
  .array(fc.record({ document: fc.nat(5), text: fc.nat(30) }), { minLength: 1, maxLength: 60, size: 'max' })
  .map((list) => list.toSorted((a, b) => a.document - b.document))
const limit = fc.integer({ min: 1, max: 12 })

function collectionOf(list: readonly { document: number; text: number }[]): Collection {
  return new Collection(
    list.map(({ document, text }) => ({ documentId: `d${document}`, text: `red ${text}` })),
  )
}

describe('a walk', { timeout: 60_000 }, () => {
  it('shows every distinct text once, on full pages but for the last', () => {
    fc.assert(
      fc.property(passages, limit, (list, limit) => {
        const pages = collectionOf(list).walk('red', limit)
        const texts = pages.flat().map((hit) => hit.passage.text)
        expect(texts.toSorted()).toEqual([...new Set(list.map(({ text }) => `red ${text}`))].sort())
        for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit)
        expect(pages.flat().reduce((sum, hit) => sum + hit.copies, 0)).toBe(list.length)
      }),
      { numRuns: 40 },
    )
  })

  it('has a fourth passage of a document on a page only where no other document has one left', () => {
    fc.assert(
      fc.property(passages, limit, (list, limit) => {
        const pages = collectionOf(list).walk('red', limit)
        for (const [i, page] of pages.entries()) {
          const documents = documentsOf(page)
          const isCrowded = documents.some((document) => countOf(documents, document) > 3)
          const later = documentsOf(pages.slice(i + 1).flat())
          expect(isCrowded && later.some((document) => countOf(documents, document) < 3)).toBe(false)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('keeps its pages when passages die on the way, less the dead', () => {
    fc.assert(
      fc.property(passages, limit, fc.array(fc.nat(60), { size: '+1' }), (list, limit, died) => {
        const collection = collectionOf(list)
        const hidden = new Set(died.map((ordinal) => `1:${ordinal}`))
        const before = collection.walk('red', limit)
        const after = collection.walk('red', limit, { hidden })
        const isLeft = (text: string) =>
          list.some((other, n) => `red ${other.text}` === text && !hidden.has(`1:${n}`))
        expect(after.map((page) => page.map((hit) => hit.passage.text))).toEqual(
          before.map((page) => page.map((hit) => hit.passage.text).filter(isLeft)),
        )
        expect(after.flat().some((hit) => hidden.has(`${hit.batch}:${hit.ordinal}`))).toBe(false)
      }),
      { numRuns: 40 },
    )
  })

  it('ends at 1,000 hits and offers no page past them', () => {
    const many = new Collection(Array.from({ length: 1005 }, (_, n) => `red ${n}`))
    const query = analyseQuery('red')
    expect(many.walk('red', 100).flat()).toHaveLength(1000)
    expect(many.search('red', { query, limit: 100, offset: 800 }).next).toBe(900)
    expect(many.search('red', { query, limit: 100, offset: 900 }).next).toBeNull()
    expect(many.search('red', { query, limit: 100, offset: 1000 }).hits).toEqual([])
  })
})

function documentsOf(page: readonly { passage: { document: string } }[]): string[] {
  return page.map((hit) => hit.passage.document)
}

function countOf(documents: readonly string[], document: string): number {
  return documents.filter((other) => other === document).length
}
