import { expect, test } from 'vitest'
import {
  checkResearch,
  type ResearchCitation,
  type ResearchKind,
  type ResearchNotebook,
  type ResearchPassage,
  type ResearchSource,
} from './research.ts'

const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const source: ResearchSource = {
  schema: 'hux.source.v1',
  id: 'src-1',
  kind: 'web',
  title: 'Keys',
  classification: 'primary',
  retrieved_at: '2026-11-30T09:30:00Z',
  content_hash: `sha256:${hash}`,
  provenance: { origin: 'import', parent_ids: ['src-0'], captured_at: '2026-11-30T09:30:00+01:00' },
}
const passage: ResearchPassage = {
  schema: 'hux.passage.v1',
  id: 'p:1',
  source_id: 'src-1',
  text: 'Rotate the key.',
  hash,
  locator: { char_start: 0, char_end: 15, line_start: 1, line_end: 1 },
}
const citation: ResearchCitation = {
  schema: 'hux.citation.v1',
  id: 'c-1',
  message_id: 'm 1',
  claim: 'The key is rotated.',
  passage_ids: ['p:1'],
  support: 'supports',
}
const notebook: ResearchNotebook = {
  schema: 'hux.research_notebook.v1',
  id: 'n-1',
  conversation_id: 'chat-42',
  question: 'How often is the key rotated?',
  status: 'open',
  source_ids: ['src-1'],
  passage_ids: [],
  citation_ids: [],
  assumptions: [],
  unresolved_questions: ['Who rotates it?'],
  updated_at: '2026-11-30T09:30:00Z',
}
const good = { source, passage, citation, notebook }
const places = (kind: ResearchKind, change: object) =>
  checkResearch(kind, { ...good[kind], ...change }).map(({ pointer, rule }) => `${pointer} ${rule}`)

test.each(Object.keys(good) as ResearchKind[])('a good %s passes, and passes as nothing else', (kind) => {
  for (const other of Object.keys(good) as ResearchKind[]) {
    expect(checkResearch(other, good[kind]).length === 0, other).toBe(other === kind)
  }
})

test.each([
  ['source', { id: '-a' }, '/id pattern'],
  ['source', { id: `a${'b'.repeat(120)}` }, '/id maxLength'],
  ['source', { retrieved_at: '2023-02-30T00:00:00Z' }, '/retrieved_at format'],
  ['source', { content_hash: hash.toUpperCase() }, '/content_hash pattern'],
  ['source', { content_hash: `md5:${hash}` }, '/content_hash pattern'],
  ['source', { provenance: {} }, '/provenance/origin required'],
  ['source', { provenance: { origin: 'robot' } }, '/provenance/origin enum'],
  ['source', { provenance: { origin: 'user', mood: 'good' } }, '/provenance/mood additionalProperties'],
  [
    'source',
    { provenance: { origin: 'user', parent_ids: ['a', 'a'] } },
    '/provenance/parent_ids uniqueItems',
  ],
  ['passage', { text: '' }, '/text minLength'],
  ['passage', { text: '😀'.repeat(4001) }, '/text maxLength'],
  ['passage', { locator: { page: 0 } }, '/locator/page minimum'],
  ['citation', { passage_ids: [] }, '/passage_ids minItems'],
  ['citation', { passage_ids: ['a', 'b', 'a'] }, '/passage_ids uniqueItems'],
  ['citation', { support: 'maybe' }, '/support enum'],
  ['notebook', { status: 'closed' }, '/status enum'],
  ['notebook', { source_ids: ['a', 'a'] }, '/source_ids uniqueItems'],
  ['notebook', { extra: 1 }, '/extra additionalProperties'],
] as const)('a %s with %j is refused there', (kind, change, place) => {
  expect(places(kind, change)).toEqual([place])
})

test('a passage may have 4,000 code points', () => {
  expect(places('passage', { text: '😀'.repeat(4000) })).toEqual([])
})

test('a hundred thousand distinct ids are judged, and one of them twice is found', () => {
  const ids = Array.from({ length: 100_000 }, (_, n) => `id-${n}`)
  expect(places('notebook', { source_ids: ids })).toEqual([])
  expect(places('notebook', { source_ids: [...ids, 'id-7'] })).toEqual(['/source_ids uniqueItems'])
})
