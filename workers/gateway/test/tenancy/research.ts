import type { Ask } from './ask.ts'
import type { Handles } from './handles.ts'

const KINDS = ['sources', 'passages', 'citations', 'notebooks'] as const
type Kinds = (typeof KINDS)[number]

const get = (path: string, query: Record<string, string> = {}): Ask => ({ method: 'GET', path, query })
const post = (path: string, body: unknown): Ask => ({ method: 'POST', path: `/v1/research/${path}`, body })

/** A research document of each kind; `of` names what it stands on, and `word` stands in every text. */
export function researchOf(id: string, { of = id, word = 'a word' } = {}): Record<Kinds, object> {
  return {
    sources: {
      id,
      kind: 'web',
      title: word,
      publisher: word,
      uri: `https://example.org/${encodeURIComponent(word)}`,
      classification: 'primary',
      retrieved_at: '2026-11-30T09:30:00Z',
      provenance: { origin: 'user', actor: word },
    },
    passages: { id, source_id: of, text: `a passage of ${word}`, locator: { selector: word } },
    citations: {
      id,
      message_id: 'm',
      claim: `“${word}”`,
      passage_ids: [of],
      support: 'supports',
      note: word,
    },
    notebooks: {
      id,
      conversation_id: 'chat-42',
      question: word,
      status: 'answered',
      source_ids: [of],
      passage_ids: [of],
      citation_ids: [of],
      assumptions: [word],
      unresolved_questions: [word],
    },
  }
}

/** Stores a research document of each kind under one id. */
export function storeResearch(id: string, word?: string): Ask[] {
  const documents = researchOf(id, word === undefined ? {} : { word })
  return KINDS.map((kind) => post(kind, documents[kind]))
}

/** What the research operations of a kind are asked: for what both sides have, what one has, and what nobody has. */
const IDS = ['both', 'theirs-alone', 'nobodys'] as const
const each = (to: (id: string) => Ask | readonly Ask[]) => (): readonly Ask[] => IDS.flatMap(to)
const creating = (kind: Kinds) => (): readonly Ask[] => [
  post(kind, researchOf('mine', { of: 'both' })[kind]),
  post(kind, researchOf('theirs-alone', { of: 'both' })[kind]),
  post(kind, researchOf('mine-too', { of: 'theirs-alone' })[kind]),
  { ...post(kind, { ...researchOf('x', { of: 'both' })[kind], id: undefined }), headers: KEY },
]
const KEY = { 'idempotency-key': 'the-key-of-the-other-side' }
const replacing = (kind: Kinds) =>
  each((id) => [
    {
      method: 'PUT',
      path: `/v1/research/${kind}/${id}`,
      body: { ...researchOf(id, { of: 'both' })[kind], id: undefined },
    },
    {
      method: 'PUT',
      path: `/v1/research/${kind}/${id}`,
      body: { ...researchOf(id, { of: 'theirs-alone' })[kind] },
    },
  ])
const deleting = (kind: Kinds) => (): readonly Ask[] =>
  ['both', 'theirs-alone', 'nobodys', 'spare'].map((id) => ({
    method: 'DELETE',
    path: `/v1/research/${kind}/${id}`,
    query: { cascade: String(id === 'spare') },
  }))
const reading = (kind: Kinds) => each((id) => get(`/v1/research/${kind}/${id}`))

/** Requests to what each side took from a pointer of its own. */
const naming =
  (kind: Kinds, to: (path: string) => readonly Ask[]) =>
  (own: Handles, foreign: Handles): readonly Ask[] =>
    [own, foreign].flatMap((side) =>
      to(`/v1/research/${kind}/${kind === 'sources' ? side.takenSource : side.takenPassage}`),
    )
/** Documents of a kind that stand on what the other side took. */
const standingOnTaken = (kind: Kinds, { takenPassage, takenSource }: Handles): Ask[] =>
  [takenPassage, takenSource].map((of) => post(kind, researchOf('on-taken', { of })[kind]))

/** Recipes of the research operations; `walk` gives the requests behind the first page of a list. */
export function researchRecipes(walk: (operation: string, own: Handles, foreign: Handles) => Ask[]) {
  const listing = (operation: string, kind: Kinds) => (own: Handles, foreign: Handles) => [
    get(`/v1/research/${kind}`, { limit: '100' }),
    ...walk(operation, own, foreign),
  ]
  return {
    createResearchSource: () => [
      ...creating('sources')(),
      ...[
        'default/handbook/guide/keys',
        'theirs/vault/ledger',
        'default/vault/ledger',
        'mine/vault/ledger',
      ].map((name) => post('sources', { ...researchOf('x').sources, id: undefined, uri: `cairn:${name}` })),
    ],
    listResearchSources: listing('listResearchSources', 'sources'),
    getResearchSource: (own: Handles, foreign: Handles) => [
      ...reading('sources')(),
      ...naming('sources', (path) => [get(path)])(own, foreign),
    ],
    putResearchSource: replacing('sources'),
    deleteResearchSource: (_own: Handles, foreign: Handles) => [
      ...deleting('sources')(),
      { method: 'DELETE', path: `/v1/research/sources/${foreign.takenSource}`, query: { cascade: 'true' } },
    ],
    createPassage: (_own: Handles, foreign: Handles) => [
      ...creating('passages')(),
      ...standingOnTaken('passages', foreign),
    ],
    passageFromPointer: (own: Handles, foreign: Handles) => [
      ...[
        ...own.pointers.slice(0, 2),
        ...foreign.pointers,
        ...[...own.factIds, ...foreign.factIds].map(pointerOfFact),
        '9999:0',
      ].map((pointer) => post('passages/from-pointer', { pointer })),
      post('passages/from-pointer', { pointer: own.pointers[0], id: 'theirs-alone' }),
      { ...post('passages/from-pointer', { pointer: own.pointers[1] }), headers: KEY },
    ],
    listPassages: listing('listPassages', 'passages'),
    getPassage: (own: Handles, foreign: Handles) => [
      ...reading('passages')(),
      ...naming('passages', (path) => [get(path)])(own, foreign),
    ],
    deletePassage: (_own: Handles, foreign: Handles) => [
      ...deleting('passages')(),
      { method: 'DELETE', path: `/v1/research/passages/${foreign.takenPassage}`, query: { cascade: 'true' } },
    ],
    createCitation: (_own: Handles, foreign: Handles) => [
      ...creating('citations')(),
      ...standingOnTaken('citations', foreign),
    ],
    listCitations: listing('listCitations', 'citations'),
    getCitation: reading('citations'),
    putCitation: replacing('citations'),
    deleteCitation: deleting('citations'),
    createNotebook: (_own: Handles, foreign: Handles) => [
      ...creating('notebooks')(),
      ...standingOnTaken('notebooks', foreign),
    ],
    listNotebooks: listing('listNotebooks', 'notebooks'),
    getNotebook: reading('notebooks'),
    putNotebook: replacing('notebooks'),
    deleteNotebook: deleting('notebooks'),
    checkNotebook: each((id) => [
      { method: 'POST', path: `/v1/research/notebooks/${id}/check` },
      { method: 'POST', path: `/v1/research/notebooks/${id}/check`, query: { apply: 'true' } },
    ]),
    exportNotebook: each((id) => [
      get(`/v1/research/notebooks/${id}/export`),
      get(`/v1/research/notebooks/${id}/export`, { format: 'markdown' }),
    ]),
  }
}

/** The operations of research that show stored text. */
export const SHOWING_RESEARCH = [
  'listResearchSources',
  'getResearchSource',
  'listPassages',
  'getPassage',
  'listCitations',
  'getCitation',
  'listNotebooks',
  'getNotebook',
  'exportNotebook',
] as const

/** A fact is at the place that its id says. */
function pointerOfFact(id: string): string {
  const [batch, ordinal = '0'] = id.slice(1).split('.')
  return `${batch}:${ordinal}`
}
