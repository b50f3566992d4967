import { expect, test } from 'vitest'
import {
  citationReasons,
  mayBecome,
  parseResearch,
  passageHash,
  passageHashFindings,
  quotesIn,
  type ResearchCitation,
  type ResearchNotebook,
  type ResearchPassage,
  type ResearchSource,
  statusFindings,
} from '../research.ts'

const hash = '6e6bf29b3bb2ae6ec54ce3ca71aa9ccbaba02d2a07b5d8d2bc4a13e8e4be02e8'
const source: ResearchSource = {
  schema: 'hux.source.v1',
  id: 'src-1',
  kind: 'web',
  title: 'Keys',
  classification: 'primary',
  retrieved_at: '2026-11-30t09:30:00.250+01:00',
  content_hash: `sha256:${hash}`,
  provenance: { origin: 'import', captured_at: '2026-11-30T23:30:00-01:00', content_hash: `sha256:${hash}` },
}
const passage: ResearchPassage = {
  schema: 'hux.passage.v1',
  id: 'p1',
  source_id: 'src-1',
  text: 'Rotate the  ﬁrst\nkey every 90 days.',
  hash,
}
const citation: ResearchCitation = {
  schema: 'hux.citation.v1',
  id: 'c1',
  message_id: 'm1',
  claim: 'The key is rotated.',
  passage_ids: ['p1'],
  support: 'supports',
}
const notebook: ResearchNotebook = {
  schema: 'hux.research_notebook.v1',
  id: 'n1',
  conversation_id: 'chat-42',
  question: 'How often?',
  status: 'open',
  source_ids: [],
  passage_ids: [],
  citation_ids: ['c1'],
  assumptions: [],
  unresolved_questions: [],
  updated_at: '2026-11-30T09:30:00Z',
}
const placesOf = (document: unknown) => {
  const parsed = parseResearch(document)
  return parsed.ok ? [] : parsed.findings.map(({ pointer, rule }) => `${pointer} ${rule}`)
}

test('a source comes back with bare digests and its times in UTC, and what was passed is unchanged', () => {
  const before = structuredClone(source)
  expect(parseResearch(source)).toEqual({
    ok: true,
    kind: 'source',
    document: {
      ...source,
      retrieved_at: '2026-11-30T08:30:00.25Z',
      content_hash: hash,
      provenance: { origin: 'import', captured_at: '2026-12-01T00:30:00Z', content_hash: hash },
    },
  })
  expect(source).toEqual(before)
})

test.each([source, passage, citation, notebook])(
  'parsing $schema twice gives what parsing once gives',
  (document) => {
    const once = parseResearch(document)
    expect(once.ok && parseResearch(once.document)).toEqual(once)
  },
)

test('a moment that UTC has no year of four digits for is refused', () => {
  expect(placesOf({ ...source, retrieved_at: '9999-12-31T23:59:59-01:00' })).toEqual([
    '/retrieved_at timestamp',
  ])
  const provenance = { origin: 'user', captured_at: '0000-01-01T00:00:00+01:00' }
  expect(placesOf({ ...source, provenance })).toEqual(['/provenance/captured_at timestamp'])
})

test('a title that looks like a digest stays as it is', () => {
  const parsed = parseResearch({ ...source, title: `sha256:${hash}` })
  expect(parsed.ok && parsed.document).toMatchObject({ title: `sha256:${hash}` })
})

test('the kind is the one the schema names, and the one asked for when one is', () => {
  expect(placesOf({ schema: 'hux.note.v1' })).toEqual(['/schema schema'])
  expect([null, 3, 'x', [], { schema: 'constructor' }].map(placesOf)).toEqual(
    Array(5).fill(['/schema schema']),
  )
  expect(parseResearch(source, 'passage').ok).toBe(false)
  expect(parseResearch(passage, 'passage').ok).toBe(true)
})

test.each([
  [{ line_start: 3, line_end: 3, char_start: 0, char_end: 1 }, []],
  [{ line_start: 4, line_end: 3 }, ['/locator/line_end locator-order']],
  [{ char_start: 5, char_end: 5 }, ['/locator/char_end locator-order']],
  [
    { line_start: 2, line_end: 1, char_start: 1, char_end: 0 },
    ['/locator/line_end locator-order', '/locator/char_end locator-order'],
  ],
  [{ line_end: 1, char_start: 9 }, []],
  [{ page: 0, line_start: 2, line_end: 1 }, ['/locator/page minimum']],
] as const)('a passage with the locator %j has the findings %j', (locator, expected) => {
  expect(placesOf({ ...passage, locator })).toEqual(expected)
})

test('an open notebook is answered or abandoned, an answered one reopens, an abandoned one stays', () => {
  const all = ['open', 'answered', 'abandoned'] as const
  const allowed = all.flatMap((from) => all.filter((to) => mayBecome(from, to)).map((to) => `${from} ${to}`))
  expect(allowed).toEqual([
    'open open',
    'open answered',
    'open abandoned',
    'answered open',
    'answered answered',
    'abandoned abandoned',
  ])
})

test('answered needs a supporting citation that the notebook names', () => {
  const answered: ResearchNotebook = { ...notebook, status: 'answered' }
  const rules = (...citations: ResearchCitation[]) =>
    statusFindings(notebook, answered, citations).map(({ rule }) => rule)
  expect(rules(citation)).toEqual([])
  expect(rules()).toEqual(['answered-has-support'])
  expect(rules({ ...citation, support: 'partially_supports' })).toEqual(['answered-has-support'])
  expect(rules({ ...citation, id: 'c2' })).toEqual(['answered-has-support'])
  expect(statusFindings(null, answered, [citation])).toEqual([])
  expect(statusFindings({ ...notebook, status: 'abandoned' }, notebook, [])).toMatchObject([
    {
      pointer: '/status',
      rule: 'status-transition',
      message: 'found "open", expected "abandoned" after "abandoned"',
    },
  ])
})

test('what a claim quotes is in one of its passages, after folding', () => {
  const reasons = (claim: string, passages = [passage]) => citationReasons({ ...citation, claim }, passages)
  expect(reasons('It says “Rotate the first key”.')).toEqual([])
  expect(reasons('It says "rotate the FIRST  key,".')).toEqual([])
  expect(reasons('It says "rotate the second key".')).toEqual(['quote_missing'])
  expect(reasons('It says «every 90 days» and "never".')).toEqual(['quote_missing'])
  expect(reasons('It says "every 90 days".', [{ ...passage, id: 'p2' }])).toEqual([
    'passage_missing',
    'quote_missing',
  ])
  expect(quotesIn('no marks, only 5" and 「鍵」 and " "')).toEqual(['鍵'])
})

test('a passage states the digest of its text', async () => {
  const right = await passageHash(passage.text)
  expect(await passageHash('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(await passageHashFindings({ ...passage, hash: right })).toEqual([])
  expect(await passageHashFindings({ ...passage, hash: `sha256:${right}` })).toEqual([])
  expect(await passageHashFindings(passage)).toMatchObject([{ pointer: '/hash', rule: 'hash' }])
})
