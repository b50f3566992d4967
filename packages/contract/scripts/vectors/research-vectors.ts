import { checkResearch, parseResearch, type ResearchKind } from '../../src/research.ts'
import type { Vector } from './vector.ts'

const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const GOOD = {
  source: {
    schema: 'hux.source.v1',
    id: 'src-1',
    kind: 'web',
    uri: 'https://example.org/keys',
    title: 'Keys',
    publisher: 'Example',
    published_at: '2026-11-29T00:00:00Z',
    retrieved_at: '2026-11-30T09:30:00Z',
    classification: 'primary',
    content_hash: hash,
    provenance: { origin: 'import', parent_ids: ['src-0'], captured_at: '2026-11-30T09:30:00Z' },
  },
  passage: {
    schema: 'hux.passage.v1',
    id: 'p:1',
    source_id: 'src-1',
    text: 'Rotate the key.',
    hash,
    locator: { page: 1, line_start: 1, line_end: 1, char_start: 0, char_end: 15 },
  },
  citation: {
    schema: 'hux.citation.v1',
    id: 'c-1',
    message_id: 'm 1',
    claim: 'The key is rotated.',
    passage_ids: ['p:1'],
    support: 'supports',
    note: 'said once',
  },
  notebook: {
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
  },
} as const satisfies Record<ResearchKind, object>

type Change = Readonly<Record<string, unknown>>
const long = (length: number) => 'é'.repeat(length)

/** For each kind what may be said, at the bound where there is one, and the one spelling that it gets. */
const PASSES: readonly (readonly [ResearchKind, string, Change])[] = [
  ['source', 'an id of 120 characters', { id: `a${'b'.repeat(119)}` }],
  ['source', 'an id with every sign', { id: 'A.b_c:d-9' }],
  ['source', 'a digest with its prefix', { content_hash: `sha256:${hash}` }],
  ['source', 'a time with an offset', { retrieved_at: '2026-11-30T09:30:00.2500+01:00' }],
  ['source', 'a time in lower case', { retrieved_at: '2026-11-30t09:30:00z' }],
  ['source', 'a leap second', { retrieved_at: '2016-12-31T23:59:60Z' }],
  ['source', 'a title of 300 code points', { title: long(300) }],
  [
    'source',
    'no optional member',
    {
      uri: undefined,
      publisher: undefined,
      published_at: undefined,
      content_hash: undefined,
      provenance: undefined,
    },
  ],
  ['passage', 'a text of 4,000 code points', { text: '😀'.repeat(4000) }],
  ['passage', 'one line', { locator: { line_start: 7, line_end: 7 } }],
  ['passage', 'an end alone', { locator: { char_end: 1 } }],
  ['passage', 'an empty locator', { locator: {} }],
  ['citation', '32 passages', { passage_ids: Array.from({ length: 32 }, (_, n) => `p${n}`) }],
  ['citation', 'a claim of 1,000 code points', { claim: long(1000) }],
  ['notebook', 'an answered one', { status: 'answered' }],
  ['notebook', '64 assumptions, some alike', { assumptions: Array(64).fill('The clock is right.') }],
]
const FAILS: readonly (readonly [ResearchKind, string, Change, rule: string, at: string])[] = [
  ['source', 'an id that begins with a sign', { id: '-a' }, 'pattern', '/id'],
  ['source', 'an empty id', { id: '' }, 'minLength', '/id'],
  ['source', 'an id with a space', { id: 'a b' }, 'pattern', '/id'],
  ['source', 'an id of 121 characters', { id: 'a'.repeat(121) }, 'maxLength', '/id'],
  [
    'source',
    'a day that does not exist',
    { retrieved_at: '2023-02-30T00:00:00Z' },
    'format',
    '/retrieved_at',
  ],
  ['source', 'a time without an offset', { retrieved_at: '2026-11-30T09:30:00' }, 'format', '/retrieved_at'],
  ['source', 'a day alone', { published_at: '2026-11-30' }, 'format', '/published_at'],
  [
    'source',
    'a year past 9999 in UTC',
    { retrieved_at: '9999-12-31T23:59:59-01:00' },
    'timestamp',
    '/retrieved_at',
  ],
  ['source', 'a digest in capitals', { content_hash: hash.toUpperCase() }, 'pattern', '/content_hash'],
  ['source', 'a digest of another sort', { content_hash: `md5:${hash}` }, 'pattern', '/content_hash'],
  ['source', 'a digest too short', { content_hash: hash.slice(1) }, 'pattern', '/content_hash'],
  ['source', 'an unknown kind', { kind: 'book' }, 'enum', '/kind'],
  ['source', 'an empty title', { title: '' }, 'minLength', '/title'],
  ['source', 'a title of 301 code points', { title: long(301) }, 'maxLength', '/title'],
  ['source', 'a provenance without an origin', { provenance: {} }, 'required', '/provenance/origin'],
  ['source', 'an unknown origin', { provenance: { origin: 'robot' } }, 'enum', '/provenance/origin'],
  [
    'source',
    'an unknown member of provenance',
    { provenance: { origin: 'user', mood: 'good' } },
    'additionalProperties',
    '/provenance/mood',
  ],
  [
    'source',
    'a parent twice',
    { provenance: { origin: 'user', parent_ids: ['a', 'a'] } },
    'uniqueItems',
    '/provenance/parent_ids',
  ],
  ['source', 'an unknown schema', { schema: 'hux.source.v2' }, 'schema', '/schema'],
  ['passage', 'an empty text', { text: '' }, 'minLength', '/text'],
  ['passage', 'a text of 4,001 code points', { text: '😀'.repeat(4001) }, 'maxLength', '/text'],
  ['passage', 'page 0', { locator: { page: 0 } }, 'minimum', '/locator/page'],
  ['passage', 'a negative offset', { locator: { char_start: -1 } }, 'minimum', '/locator/char_start'],
  ['passage', 'half a line', { locator: { line_start: 1.5 } }, 'type', '/locator/line_start'],
  [
    'passage',
    'lines that run backwards',
    { locator: { line_start: 3, line_end: 2 } },
    'locator-order',
    '/locator/line_end',
  ],
  [
    'passage',
    'characters that run backwards',
    { locator: { char_start: 3, char_end: 2 } },
    'locator-order',
    '/locator/char_end',
  ],
  [
    'passage',
    'no character',
    { locator: { char_start: 3, char_end: 3 } },
    'locator-order',
    '/locator/char_end',
  ],
  [
    'passage',
    'an unknown locator',
    { locator: { paragraph: 1 } },
    'additionalProperties',
    '/locator/paragraph',
  ],
  ['citation', 'no passage', { passage_ids: [] }, 'minItems', '/passage_ids'],
  [
    'citation',
    '33 passages',
    { passage_ids: Array.from({ length: 33 }, (_, n) => `p${n}`) },
    'maxItems',
    '/passage_ids',
  ],
  ['citation', 'a passage twice', { passage_ids: ['a', 'b', 'a'] }, 'uniqueItems', '/passage_ids'],
  ['citation', 'an unknown support', { support: 'maybe' }, 'enum', '/support'],
  ['citation', 'a claim of 1,001 code points', { claim: long(1001) }, 'maxLength', '/claim'],
  ['notebook', 'an unknown status', { status: 'closed' }, 'enum', '/status'],
  ['notebook', 'a source twice', { source_ids: ['a', 'a'] }, 'uniqueItems', '/source_ids'],
  ['notebook', '65 assumptions', { assumptions: Array(65).fill('x') }, 'maxItems', '/assumptions'],
  ['notebook', 'an empty question', { question: '' }, 'minLength', '/question'],
]
const REQUIRED: Readonly<Record<ResearchKind, readonly string[]>> = {
  source: ['id', 'kind', 'title', 'classification', 'retrieved_at'],
  passage: ['id', 'source_id', 'text', 'hash'],
  citation: ['id', 'message_id', 'claim', 'passage_ids', 'support'],
  notebook: [
    'id',
    'conversation_id',
    'question',
    'status',
    'source_ids',
    'passage_ids',
    'citation_ids',
    'assumptions',
    'unresolved_questions',
    'updated_at',
  ],
}

/** HUX documents: what passes, with `normal`, the spelling it gets; and what does not. */
export function researchVectors(): Vector[] {
  const kinds = Object.keys(GOOD) as ResearchKind[]
  return [
    ...kinds.map((kind) => pass(kind, 'an example', {})),
    ...PASSES.map((args) => pass(...args)),
    ...FAILS.map((args) => fail(...args)),
    ...kinds.flatMap((kind) =>
      REQUIRED[kind].map((name) => fail(kind, `no ${name}`, { [name]: undefined }, 'required', `/${name}`)),
    ),
    ...kinds.map((kind) => fail(kind, 'an unknown member', { extra: 1 }, 'additionalProperties', '/extra')),
  ]
}

const documentOf = (kind: ResearchKind, change: Change): Record<string, unknown> =>
  JSON.parse(JSON.stringify({ ...GOOD[kind], ...change }))

function pass(kind: ResearchKind, name: string, change: Change): Vector {
  const document = documentOf(kind, change)
  const parsed = parseResearch(document)
  return {
    name: `${kind}: ${name}`,
    why: `A ${kind} may have ${name}.`,
    document,
    verdict: 'pass',
    rule: 'research',
    schema: true,
    ...(parsed.ok ? { normal: parsed.document } : {}),
  }
}

function fail(kind: ResearchKind, name: string, change: Change, rule: string, at: string): Vector {
  const document = documentOf(kind, change)
  return {
    name: `${kind}: ${name}`,
    why: `A ${kind} with ${name} is refused.`,
    document,
    verdict: 'fail',
    rule,
    at,
    schema: checkResearch(kind, document).length === 0,
  }
}
