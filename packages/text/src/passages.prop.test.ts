import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type DocumentFormat, splitText } from './passages.ts'
import { readableText } from './readable-text.ts'
import { countTokens } from './tokens.ts'

const piece = fc.oneof(
  fc.constantFrom(
    '# Title\n',
    '## Sub\n',
    '```\n',
    '~~~js\n',
    '- item ',
    '| a | b |\n',
    '\n',
    '\n\n',
    '---\n',
    '<p>',
    '</p>',
    '<h2>',
    '</h2>',
    '<title>A &lt; B</title>',
    '<b title="T. T">',
    'x &amp; y. ',
    '<img alt="i">',
  ),
  fc.constantFrom(
    '<script>',
    '</script>',
    '<!--',
    '-->',
    'function f() {\n',
    '  return 1\n',
    '}\n',
    'One sentence. ',
    '一句话。',
    '🎉👩‍👩‍👧',
    'e\u0301',
    '\r\n',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.integer({ min: 1, max: 3_000 }).map((n) => 'word '.repeat(n)),
  fc.integer({ min: 1, max: 6_000 }).map((n) => 'x'.repeat(n)),
)
const body = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
const format = fc.constantFrom<DocumentFormat>('markdown', 'plain', 'code')

it('gives exact slices in order that lose nothing but white space', () => {
  fc.assert(
    fc.property(body, format, (text, as) => {
      let end = 0
      for (const passage of splitText(text, as)) {
        expect(passage.text).toBe(text.slice(passage.start, passage.end))
        expect(text.slice(end, passage.start)).toMatch(/^[\s\x85]*$/)
        expect(passage.text).not.toBe('')
        expect([...passage.text].length).toBeLessThanOrEqual(4_000)
        if (text.isWellFormed()) expect(passage.text.isWellFormed()).toBe(true)
        end = passage.end
      }
      expect(text.slice(end)).toMatch(/^[\s\x85]*$/)
    }),
    { numRuns: 500 },
  )
}, 60_000)

it('gives exact slices of HTML in order that lose nothing a reader sees but white space', () => {
  fc.assert(
    fc.property(body, (text) => {
      let end = 0
      let seen = ''
      for (const passage of splitText(text, 'html')) {
        expect(passage.text).toBe(text.slice(passage.start, passage.end))
        expect(passage.start).toBeGreaterThanOrEqual(end)
        expect([...passage.text].length).toBeLessThanOrEqual(4_000)
        seen += readableText(passage.text, 'html')
        end = passage.end
      }
      expect(seen.replace(SPACE, '')).toBe(readableText(text, 'html').replace(SPACE, ''))
    }),
    { numRuns: 500 },
  )
}, 60_000)

const SPACE = /\s+/g

it('splits a text only when it has more than 480 tokens or 4,000 code points, and always then where no heading goes with what follows it', () => {
  fc.assert(
    fc.property(body, format, (text, as) => {
      const isSmall = countTokens(text.trim()) <= 480 && [...text.trim()].length <= 4_000
      if (isSmall) expect(splitText(text, as).length).toBeLessThanOrEqual(1)
      else if (as === 'plain' || as === 'code') expect(splitText(text, as).length).toBeGreaterThan(1)
    }),
    { numRuns: 500 },
  )
}, 60_000)
