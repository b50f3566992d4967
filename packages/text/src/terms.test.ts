import { describe, expect, it } from 'vitest'
import { ANALYSER, analyse, type Channel } from './terms.ts'

function termsOf(text: string, channel: Channel): string[] {
  return analyse(text).flatMap((term) => (term.channel === channel ? [term.term] : []))
}

/** The terms of a query that a document has. */
function shared(query: string, document: string): string[] {
  const has = new Set(analyse(document).map(({ channel, term }) => `${channel}:${term}`))
  return [...new Set(analyse(query).map(({ channel, term }) => `${channel}:${term}`))].filter((term) =>
    has.has(term),
  )
}

describe('words', () => {
  it('gives a plain word its stem and its exact form at one position', () => {
    expect(analyse('Running fast')).toEqual([
      { channel: 'exact', term: 'running', position: 0, start: 0, end: 7 },
      { channel: 'stem', term: 'run', position: 0, start: 0, end: 7 },
      { channel: 'exact', term: 'fast', position: 1, start: 8, end: 12 },
      { channel: 'stem', term: 'fast', position: 1, start: 8, end: 12 },
    ])
  })

  it('keeps words apart in the exact channel that stemming conflates', () => {
    expect(termsOf('university', 'stem')).toEqual(termsOf('universe', 'stem'))
    expect(shared('university', 'universe')).toEqual(['stem:univers'])
  })

  it('closes up an apostrophe and drops a possessive, straight or curly', () => {
    expect(termsOf("don't use the user’s", 'exact')).toEqual(['dont', 'use', 'the', 'user'])
    expect(termsOf("don't", 'stem')).toEqual(['dont'])
    expect(termsOf("l'homme", 'stem')).toEqual(['lhomm', 'l', 'homm'])
  })

  it('cuts a word of more than 128 units into consecutive words, so that no term is longer than 256', () => {
    const terms = analyse('a'.repeat(1_000))
    expect(Math.max(...terms.map(({ term }) => term.length))).toBeLessThanOrEqual(256)
    expect(terms.at(-1)!.end).toBe(1_000)
  })

  it('reads digits of every script as ASCII digits', () => {
    expect(shared('٢٠٢٤', '2024')).toEqual(['exact:2024', 'stem:2024'])
  })
})

describe('identifiers', () => {
  it.each([
    ['C++', 'c++'],
    ['C#', 'c#'],
    ['F#', 'f#'],
    ['.NET', '.net'],
    ['C-8', 'c-8'],
    ['AR-7', 'ar-7'],
    ['PGMP-15', 'pgmp-15'],
    ['POL-358', 'pol-358'],
    ['getUserById', 'getuserbyid'],
    ['com.nux.opensource.enterprise', 'com.nux.opensource.enterprise'],
    ['Downloads/transcripts', 'downloads/transcripts'],
    ['C:\\Users\\me', 'c:\\users\\me'],
    ['--error-on-warnings', '--error-on-warnings'],
    ['__init__', '__init__'],
    ['v1.2.3-rc.1', 'v1.2.3-rc.1'],
    ['@cairn/text', '@cairn/text'],
    ['GB/s', 'gb/s'],
    ['sha256', 'sha256'],
  ])('keeps %s whole as a key, alone, in a sentence and in brackets', (identifier, key) => {
    expect(termsOf(identifier, 'key')).toEqual([key])
    expect(termsOf(`Use ${identifier}, please`, 'key')).toEqual([key])
    expect(termsOf(`see ("${identifier}").`, 'key')).toEqual([key])
    expect(termsOf(`**${identifier}**`, 'key')).toEqual([key])
    expect(termsOf(`This is ${identifier}.`, 'key')).toEqual([key])
  })

  it('gives C, C++, C#, F# and .NET different keys', () => {
    expect(shared('C++', 'C# F# .NET')).not.toContain('key:c++')
    expect(shared('C++', 'the C language')).not.toContain('key:c++')
    expect(shared('C#', 'about C# itself')).toContain('key:c#')
  })

  it.each([
    ['opensource', 'com.nux.opensource.enterprise'],
    ['base', 'health.base'],
    ['biometric', 'unlockWithBiometrics'],
    ['user by id', 'getUserById'],
    ['github', 'GitHub'],
    ['hub', 'GitHub'],
    ['OvertimeService', 'class OvertimeService {'],
    ['overtime', 'OvertimeService'],
    ['transcripts', 'Downloads/transcripts'],
    ['error', 'error:timeout'],
    ['value', 'namespace:value'],
    ['358', 'POL-358'],
    ['server', 'HTTPServer'],
    ['case', 'snake_case_name'],
    ['itgc', '重跑gen-itgc后'],
  ])('finds %s in %s', (query, document) => {
    expect(shared(query, document)).not.toEqual([])
  })

  it('does not divide the plural of an acronym', () => {
    expect(termsOf('PDFs', 'stem')).toEqual(['pdfs'])
    expect(termsOf('getPDFs', 'stem')).toEqual(['getpdf', 'get', 'pdfs'])
  })

  it('shares nothing between GB/s and GBs, nor between POL-358 and POL-35 beyond the prefix', () => {
    expect(shared('GB/s', 'the GBs of it')).toEqual([])
    expect(shared('POL-35', 'POL-358')).toEqual(['exact:pol', 'stem:pol'])
  })

  it('gives an identifier more in common with itself than with its parts', () => {
    const whole = shared('getUserById', 'call getUserById here').length
    expect(whole).toBeGreaterThan(shared('getUserById', 'get the user by his id').length)
  })

  it('puts the parts of an identifier at one position, its whole form first', () => {
    const terms = analyse('use POL-358 now')
    expect(terms.filter(({ position }) => position === 1).map(({ term }) => term)).toEqual([
      'pol-358',
      'pol-358',
      'pol-358',
      'pol',
      'pol',
      '358',
      '358',
    ])
    expect(terms.at(-1)).toMatchObject({ term: 'now', position: 2 })
  })

  it('makes no key of a plain word, a number or the punctuation of a sentence', () => {
    expect(termsOf('Well, that is it: 2015!', 'key')).toEqual([])
  })
})

describe('scripts without spaces', () => {
  it('indexes ideographs one by one and in pairs, one position each', () => {
    expect(termsOf('部署方案', 'stem')).toEqual(['部', '部署', '署', '署方', '方', '方案', '案'])
    expect(termsOf('部署方案', 'exact')).toEqual(['部', '署', '方', '案'])
    expect(analyse('部署').map(({ position }) => position)).toEqual([0, 0, 0, 1, 1])
  })

  it.each([
    ['部署', '今天讨论了部署方案'],
    ['雨', '广西桂林下雨了'],
    ['トヨ', 'トヨタ自動車株式会社'],
    ['인정', '학점인정'],
  ])('finds %s in %s', (query, document) => {
    expect(shared(query, document)).not.toEqual([])
  })

  it('keeps the iteration and length marks of kana with their word', () => {
    expect(termsOf('ラーメン', 'stem')).toContain('ラー')
    expect(termsOf('人々', 'stem')).toContain('人々')
  })

  it('indexes Thai, Lao, Khmer and Myanmar as trigrams, and a shorter run whole', () => {
    expect(termsOf('ภาษาไทย', 'stem')).toEqual(['ภาษ', 'าษา', 'ษาไ', 'าไท', 'ไทย'])
    expect(termsOf('ไป', 'stem')).toEqual(['ไป'])
    expect(termsOf('ພາສາລາວ', 'stem')).toContain('ລາວ')
    expect(termsOf('ភាសាខ្មែរ', 'stem').length).toBeGreaterThan(3)
    expect(termsOf('မြန်မာ', 'stem').length).toBeGreaterThan(2)
  })

  it('uses both halves of a text in two scripts', () => {
    expect(termsOf('deploy部署', 'stem')).toEqual(['deploy', '部', '部署', '署'])
  })
})

describe('spaced scripts past Latin', () => {
  it('gives their words 4-grams of the word with its beginning marked', () => {
    expect(termsOf('Сергей', 'gram')).toEqual(['_сер', 'серг', 'ерге', 'ргей'])
    expect(termsOf('я', 'gram')).toEqual(['_я'])
    expect(termsOf('Müller', 'gram')).toEqual([])
  })
})

describe('text without words', () => {
  it.each([
    '☃',
    '🎉',
    '***',
    '(*)',
    '"',
    ':',
    '...',
    '\u0301',
    '\u200d',
    '\ufe0f',
    '\ud800',
    '\u0000',
    '\ue000',
    '¿?',
  ])('gives %j a term', (text) => {
    expect(analyse(text)).not.toEqual([])
  })

  it.each(['', ' ', '\t\n', '\u3000', '\u0085'])('gives %j none', (text) => {
    expect(analyse(text)).toEqual([])
  })

  it('makes a key of each emoji, whole', () => {
    expect(termsOf('🎉👩‍👩‍👧 well done 🇨🇭!', 'key')).toEqual(['🎉', '👩👩👧', '🇨🇭'])
  })
})

it('gives offsets into the text as it was given, whatever normalisation does to its length', () => {
  const text = 'ﬁle cafe\u0301 ㍿ end'
  const spans = analyse(text).map(({ start, end }) => text.slice(start, end))
  expect([...new Set(spans)]).toEqual(['ﬁle', 'cafe\u0301', '㍿', 'end'])
})

it('states the version of its analysis', () => {
  expect(ANALYSER).toBe(1)
})
