import { describe, expect, it } from 'vitest'
import { splitMessages, splitText } from './passages.ts'
import { readableText } from './readable-text.ts'
import { countTokens } from './tokens.ts'

const sentence = 'The quick brown fox jumps over the lazy dog near the river bank. '
const words = (n: number) => sentence.repeat(Math.ceil(n / 14)).trim()

describe('size', () => {
  it('keeps a text of at most 480 tokens whole, whatever it holds', () => {
    const text = `# A\n\n${words(150)}\n\n# B\n\n${words(150)}`
    expect(countTokens(text)).toBeLessThanOrEqual(480)
    expect(splitText(text, 'markdown')).toEqual([
      { text, start: 0, end: text.length, heading: 'A', speaker: '', at: null },
    ])
  })

  it('splits a text of more than 480 tokens into passages of about 250', () => {
    const counts = splitText(words(3_000), 'plain').map(({ text }) => countTokens(text))
    expect(Math.max(...counts)).toBeLessThanOrEqual(480)
    expect(counts.slice(0, -1).every((count) => count >= 150)).toBe(true)
  })

  it('gives no passage for white space', () => {
    expect(splitText(' \n\t ', 'markdown')).toEqual([])
  })

  it('splits a text of few tokens only past 4,000 code points', () => {
    const wide = (codePoints: number) => `a${' '.repeat(codePoints - 2)}b`
    expect(splitText(wide(4_000), 'plain')).toHaveLength(1)
    expect(splitText(wide(4_001), 'plain').map(({ text }) => text)).toEqual(['a', 'b'])
  })

  it('splits prose at the ends of sentences', () => {
    for (const { text } of splitText(words(3_000), 'plain')) expect(text).toMatch(/^The .*bank\.$/s)
  })

  const anywhere = ['a', '🎉', '\u0301', '部', '. ', '\u0e01 \ufeff']
  it.each([
    ['markdown', ['(', 'a\n\n', '# a\n', '```\n', '# a\n\nb c d e f g h i j k\n', ...anywhere]],
    ['html', ['<a ', '<p>', '<!--', '<script>', '<h1></h1>']],
    ['code', ['a\n\n', '\n ']],
    ['plain', ['a\n\n', '\r']],
  ] as const)(
    'keeps 4,000 code points and 2,000 passages in a mebibyte of hostile %s',
    (format, units) => {
      for (const unit of units) {
        const text = unit.repeat(Math.floor(1_048_576 / new TextEncoder().encode(unit).length))
        const passages = splitText(text, format)
        expect(passages.length, unit).toBeLessThanOrEqual(2_000)
        for (const passage of passages) expect([...passage.text].length, unit).toBeLessThanOrEqual(4_000)
      }
    },
    60_000,
  )
})

describe('Markdown', () => {
  it('begins a passage at a heading and names the headings above it', () => {
    const text = `# Guide\n\n${words(200)}\n\n## Install ##\n\n${words(200)}\n\nUse\n---\n\n${words(200)}`
    const passages = splitText(text, 'markdown')
    expect(passages.map(({ heading }) => heading)).toEqual(['Guide', 'Guide > Install', 'Guide > Use'])
    expect(passages.map(({ text }) => text.slice(0, 7))).toEqual(['# Guide', '## Inst', 'Use\n---'])
  })

  it('takes no heading from front matter', () => {
    const text = `---\ntitle: A\n\n# not a heading\n\ndate: 2026-01-01\n---\n${words(200)}\n\n# B\n\n${words(400)}`
    expect(splitText(text, 'markdown').map(({ heading }) => heading)).toEqual(['', 'B'])
    expect(splitText(`---\n\n# A\n\n${words(700)}`, 'markdown').at(-1)!.heading).toBe('A')
  })

  it('keeps a section of two fifths of the aim apart, and puts smaller ones together', () => {
    const sections = (size: number) =>
      Array.from({ length: 8 }, (_, i) => `## ${i}\n\n${words(size)}`).join('\n\n')
    expect(splitText(sections(112), 'markdown').map(({ heading }) => heading)).toEqual([...'01234567'])
    expect(splitText(sections(66), 'markdown').map(({ heading }) => heading)).toEqual([...'0246'])
  })

  it('takes no heading from fenced code, and keeps a fence whole that fits', () => {
    const fence = `\`\`\`sh\n# not a heading\n\n${'echo one two three\n'.repeat(30)}\`\`\``
    const text = `# Title\n\n${words(240)}\n\n${fence}\n\n${words(240)}`
    const passages = splitText(text, 'markdown')
    expect(passages.some((passage) => passage.text.includes(fence))).toBe(true)
    expect(passages.every(({ heading }) => heading === 'Title')).toBe(true)
  })

  it('keeps a table whole that fits and splits a longer one between rows', () => {
    const rows = (n: number) =>
      `| name | value |\n|---|---|\n${'| some name | some value of it |\n'.repeat(n)}`
    const short = `${words(240)}\n\n${rows(20)}\n\n${words(240)}`
    expect(splitText(short, 'markdown').some(({ text }) => text.includes(rows(20).trim()))).toBe(true)
    for (const { text } of splitText(rows(200), 'markdown')) expect(text).toMatch(/^\|.*\|$/s)
  })

  it('splits a list between items', () => {
    const text = '- first words of an item that go on for a while\n  and continue\n'.repeat(100)
    for (const passage of splitText(text, 'markdown')) expect(passage.text).toMatch(/^- first.*continue$/s)
  })

  it('leaves a heading with the text under it', () => {
    const text = `${words(60)}\n\n## Next\n\n${words(350)}\n\n${words(100)}`
    expect(splitText(text, 'markdown').some(({ text }) => text.endsWith('## Next'))).toBe(false)
  })
})

describe('code', () => {
  it('splits between definitions', () => {
    const text = Array.from(
      { length: 40 },
      (_, i) => `function f${i}(a) {\n  const b = a + ${i}\n\n  return b * 2\n}\n`,
    ).join('\n')
    for (const passage of splitText(text, 'code')) expect(passage.text).toMatch(/^function .*\}$/s)
  })
})

describe('HTML', () => {
  it('splits at block tags, names headings and leaves out what nobody sees between passages', () => {
    const text = `<h1>The <b>Guide</b></h1><p>${words(200)}</p><h2>Install</h2><p>${words(200)}</p><script>if (a < b) "<h1>No</h1>"</script><p>${words(200)}</p>`
    const passages = splitText(text, 'html')
    expect(passages.map(({ heading }) => heading)).toEqual([
      'The Guide',
      'The Guide > Install',
      'The Guide > Install',
    ])
    expect(passages.map(({ text }) => text).join('')).toBe(text.replace(/<script>.*<\/script>/, ''))
  })

  it('puts the title of the page over its headings, decoded, and knows the title of a picture from it', () => {
    const page = `<head><title>R&amp;D</title></head><h1>A &lt; B</h1><svg><title>icon</title></svg><p>${words(300)}</p>`
    expect(splitText(page.repeat(2), 'html').map(({ heading }) => heading)).toContain('R&D > A < B')
  })

  it('keeps hidden data out of passages, and counts against a passage what it hides between its blocks', () => {
    const data = `<img alt="x" src="data:image/png;base64,${'A'.repeat(9_000)}">`
    const script = `<script>${'call(); '.repeat(100)}</script>`
    const passages = splitText(`<p>${words(150)}</p>${data}<p>one</p>${script}<p>${words(80)}</p>`, 'html')
    expect(passages.map(({ text }) => text.includes('base64'))).not.toContain(true)
    expect(passages.map(({ text }) => text.includes('call()'))).not.toContain(true)
    expect(passages.length).toBe(3)
  })

  it('cuts a long paragraph outside of its tags and entities', () => {
    const text = `<p>${'See <a title="One. Two. Three." href="/x?a=1&amp;b=2">this &copy; link</a>. '.repeat(200)}</p>`
    const passages = splitText(text, 'html')
    expect(passages.length).toBeGreaterThan(5)
    for (const passage of passages) {
      expect(passage.text.match(/</g)?.length).toBe(passage.text.match(/>/g)?.length)
      expect(readableText(passage.text, 'html')).not.toMatch(/[<>&;"]/)
    }
  })

  it('has no passage for a page that shows nothing', () => {
    expect(splitText('<html><head><script>let a = 1</script></head><body></body></html>', 'html')).toEqual([])
  })

  it('does not divide a tag or take one from a comment', () => {
    const text = `<div><!-- < > <h1>no</h1> -->${`<p title="a">${words(40)}</p>`.repeat(30)}</div>`
    const passages = splitText(text, 'html')
    expect(passages.length).toBeGreaterThan(3)
    for (const passage of passages) {
      expect(passage.text.match(/</g)?.length).toBe(passage.text.match(/>/g)?.length)
      expect(passage.heading).toBe('')
    }
  })
})

describe('conversations', () => {
  it('gives each turn its own passage with its speaker and time, and skips an empty one', () => {
    const passages = splitMessages([
      { speaker: 'user', text: 'Hi there', at: '2026-01-01' },
      { speaker: 'assistant', text: '  ' },
      { speaker: 'assistant', text: ' Hello ' },
    ])
    expect(passages).toEqual([
      { text: 'Hi there', start: 0, end: 8, heading: '', speaker: 'user', at: '2026-01-01' },
      { text: 'Hello', start: 1, end: 6, heading: '', speaker: 'assistant', at: null },
    ])
  })

  it('splits a long turn, each part with its speaker', () => {
    const passages = splitMessages([{ speaker: 'ann', text: words(1_000), at: '2026-01-01T10:00:00Z' }])
    expect(passages.length).toBeGreaterThan(2)
    expect(passages.every(({ speaker, at }) => speaker === 'ann' && at === '2026-01-01T10:00:00Z')).toBe(true)
  })
})
