import { describe, expect, it } from 'vitest'
import { Collection } from '../../test/collection.ts'

describe('the Indexing lane', () => {
  it.each(['C++', 'C#', 'F#', '.NET', 'C'])(
    'puts the document titled %s first when asked for it',
    (title) => {
      const titles = ['C', 'C++', 'C#', 'F#', '.NET']
      const languages = new Collection(
        titles.map((name) => ({ title: name, text: `${name} is a language. C, C++, C#.` })),
      )
      const [hit] = languages.search(title).hits
      expect({ title: hit!.passage.title, reason: hit!.reason }).toEqual({ title, reason: 'Exact' })
    },
  )

  it.each(['C-8', 'AR-7', 'PGMP-15'])('ranks the exact title %s above texts full of its parts', (title) => {
    const [letters, digits] = title.split('-')
    const parts = `${letters} ${digits} `.repeat(5)
    const shelf = new Collection([parts, { title, text: 'A form.' }, `${parts} ${title}`])
    expect(shelf.search(title).hits[0]).toMatchObject({ passage: { title }, reason: 'Exact' })
  })

  it('answers a ticket key with its ticket, never first with a shorter key', () => {
    const tickets = new Collection([
      { title: 'POL-35', text: 'POL-35 POL-35 POL 358' },
      { title: 'POL-358', text: 'Login fails.' },
    ])
    expect(tickets.texts('POL-358')[0]).toBe('Login fails.')
    expect(tickets.texts('status of POL-358')[0]).toBe('Login fails.')
  })

  it('answers GB/s with the text that says it, not with one that only says GBs', () => {
    const units = new Collection([
      'GBs GBs GBs',
      'The link carries many things, and among them 40 GB/s of video.',
    ])
    expect(units.texts('GB/s')[0]).toContain('GB/s')
    expect(units.texts('"GB/s"')[0]).toContain('GB/s')
    expect(units.texts('how many GB/s?')[0]).toContain('GB/s')
  })

  it('ranks a whole identifier above its parts and still finds it by a part', () => {
    const code = new Collection(['get user by id, get the user by their id', 'call getUserById here'])
    expect(code.texts('getUserById')[0]).toBe('call getUserById here')
    expect(new Collection(['unlockWithBiometrics']).texts('biometrics')).toHaveLength(1)
  })

  it.each([
    ['a document id', { documentId: 'guide-7', text: 'Words.' }, 'guide-7'],
    ['a title', { title: 'The Long Way', text: 'Words.' }, 'the  long way'],
    ['a URI', { uri: 'https://example.org/a', text: 'Words.' }, 'https://example.org/a'],
    ['a whole short text', { text: 'Hello, world!' }, 'hello, WORLD!'],
    ['an identifier in a text', { text: 'see /etc/hosts first' }, '/etc/hosts'],
    ['a symbol', { text: 'a 🎉 party' }, '🎉'],
    ['a quoted phrase', { text: 'a set of long red lines' }, '"long red lines"'],
  ])('gives the reason Exact for %s', (_, passage, query) => {
    const hits = new Collection([passage, 'long guide way world hosts a red']).search(query).hits
    expect(hits[0]).toMatchObject({ passage, reason: 'Exact' })
    expect(hits.slice(1).every((hit) => hit.reason === 'TopicMatch' && hit.score < hits[0]!.score)).toBe(true)
  })

  it('gives the reason EntityMatch for a tag, an author, a speaker, a word of a title', () => {
    const shelf = new Collection([
      { tags: ['release'], text: 'One.' },
      { author: 'Donald Knuth', text: 'Two.' },
      { speaker: 'Melanie', text: 'Three.' },
      { title: 'Deep sea', text: 'Four.' },
    ])
    for (const query of ['release', 'by Knuth', 'Melanie said', 'sea']) {
      expect(shelf.search(query).hits.map((hit) => hit.reason)).toEqual(['EntityMatch'])
    }
  })

  it('counts the author, whom BM25 does not see, for more than a word of a title', () => {
    const shelf = new Collection([
      { title: 'On Knuth', text: 'One.' },
      { author: 'Donald Knuth', text: 'Two.' },
    ])
    const { hits } = shelf.search('knuth', { lanes: ['Indexing'] })
    expect(hits.map((hit) => hit.passage.text)).toEqual(['Two.', 'One.'])
  })

  it('takes a phrase as it stands: in order, without gaps, within one field', () => {
    const lines = new Collection([
      'lines red',
      'red and lines',
      { title: 'Lines', text: 'such red' },
      { title: 'x', text: 'So many RED lines, here.' },
    ])
    const { hits } = lines.search('"red lines"')
    expect(hits.map((hit) => hit.reason === 'Exact')).toEqual([true, false, false, false])
    expect(hits[0]!.passage.text).toBe('So many RED lines, here.')
  })

  it('finds a phrase whose words repeat and overlap', () => {
    const cups = new Collection(['a b a c', 'a b a b a c', 'b a b c a'])
    const exact = cups.search('"a b a b"').hits.filter((hit) => hit.reason === 'Exact')
    expect(exact.map((hit) => hit.passage.text)).toEqual(['a b a b a c'])
  })

  it('finds a phrase in a script without spaces as a substring', () => {
    const teams = new Collection(['防守的黑豹队', '黑豹队的防守', '黑的豹队防守'])
    const exact = teams.search('"豹队的防"').hits.filter((hit) => hit.reason === 'Exact')
    expect(exact.map((hit) => hit.passage.text)).toEqual(['黑豹队的防守'])
  })

  it('lets the words of a phrase rank when nothing holds the phrase', () => {
    const lines = new Collection(['lines that are red', 'blue lines'])
    expect(lines.texts('"red lines"')).toEqual(['lines that are red', 'blue lines'])
  })

  it('puts a passage with both phrases above one with either', () => {
    const lines = new Collection([
      'red lines red lines',
      'blue dots blue dots',
      'red lines, then words, then blue dots',
    ])
    expect(lines.texts('"red lines" "blue dots"')[0]).toContain('then')
  })

  it('lets a quoted phrase in a longer question count beside its words, and be all when it is all that is asked', () => {
    const shelf = new Collection([
      'The actor who plays the Doctor fell ill, and another actor took the part.',
      'Doctor Who: a list.',
      'Something else.',
    ])
    const [first, second] = shelf.search('which actor fell ill in "Doctor Who"').hits
    expect(first!.passage.text).toContain('fell ill')
    expect(second).toMatchObject({ passage: { text: 'Doctor Who: a list.' }, reason: 'Exact' })
    expect(shelf.texts('"Doctor Who"')[0]).toBe('Doctor Who: a list.')
    expect(new Collection(['a red line', 'line red, a']).texts('say "red line"')[0]).toBe('a red line')
  })

  it('does not run when it is left out', () => {
    const hits = new Collection([{ title: 'C-8', text: 'A form about C 8.' }]).search('C-8', {
      lanes: ['Bm25'],
    }).hits
    expect(hits).toMatchObject([{ reason: 'TopicMatch', score: 1, lanes: { Bm25: 1, Indexing: 0 } }])
  })

  it('finds what no word finds when it runs alone', () => {
    const alone = new Collection(['Hello there.', 'Hello']).search('hello there.', { lanes: ['Indexing'] })
    expect(alone.hits).toMatchObject([
      { score: 1, lanes: { Bm25: 0, Indexing: 1 }, passage: { text: 'Hello there.' } },
    ])
  })
})
