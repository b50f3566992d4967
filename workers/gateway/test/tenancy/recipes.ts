import { STRATEGIES } from '@cairn/contract/operations/context'
import type { Ask } from './ask.ts'
import { firstPage, type Handles, pageBehind } from './handles.ts'
import { researchRecipes } from './research.ts'
import { MARKER, NEAR, SECRET_WORD } from './stores.ts'

/** What one side can ask for: with handles of its own, of the other side, and of nobody. */
export type Recipe = (own: Handles, foreign: Handles) => readonly Ask[]

const SLUGS = [
  'acme/works_at',
  'acme/only_there',
  'vault/password',
  `${MARKER}/${MARKER}`,
  'nobody/nothing',
] as const
const SESSIONS = ['chat-42', 'only-there', MARKER, 'nobody'] as const
const SOURCES = ['handbook', 'vault', 'nobody'] as const
const DOCUMENTS = [
  'handbook/documents/guide%2Fkeys',
  'handbook/documents/guide%2Fsecret',
  'handbook/documents/only-there',
  'handbook/documents/gone',
  'vault/documents/ledger',
  `vault/documents/ledger%20${MARKER}`,
  'nobody/documents/nothing',
] as const
const ARCHIVE_HEADER = JSON.stringify({
  n: 1,
  type: 'export',
  format: 1,
  epoch: 'e1',
  number: 7,
  version: 1,
  written_at: 0,
  documents: 0,
  passages: 0,
  facts: 0,
  bytes: 0,
})
const ABSENT_RUN = '0'.repeat(32)

const QUERIES = [
  'signing key',
  SECRET_WORD,
  MARKER,
  `"signing key" ${SECRET_WORD}`,
  'nothing of the sort',
] as const

/** Every shape a filter has, with names that only the other side has and with names that both have. */
const FILTERS = [
  { source: 'vault' },
  { source: ['vault', 'handbook'] },
  { kind: MARKER },
  { tags: MARKER },
  { tags: ['security', MARKER] },
  { speaker: `Ada ${SECRET_WORD} ${MARKER}` },
  { speaker: 'Ada' },
  { created_at: { gte: '2024-03-02T00:00:00Z' } },
  { event_at: { lt: '2030-01-01T00:00:00Z' } },
  { and: [{ source: 'handbook' }, { tags: 'security' }] },
  { or: [{ source: 'vault' }, { source: 'handbook' }] },
  { not: { source: 'handbook' } },
] as const

const KNOBS = [
  { limit: 100 },
  { hydrate: 'summary' },
  { hydrate: 'full' },
  { detail: 'full' },
  { token_budget: 400 },
  { lanes: ['Bm25'] },
  { lanes: ['Indexing'] },
  { deadline_ms: 10_000 },
] as const

const searches = [
  ...QUERIES.map((query) => ({ query })),
  ...FILTERS.map((filter) => ({ query: 'signing key', filter })),
  ...KNOBS.map((knob) => ({ query: 'signing key', ...knob })),
]

/** Questions that bring a vector, which an address has no room for. */
const nears = [
  { query: 'signing key', embedding: NEAR },
  { query: SECRET_WORD, embedding: NEAR, lanes: ['Dense'], hydrate: 'full', detail: 'full' },
  { query: 'signing key', embedding: NEAR, filter: { source: 'vault' } },
  { query: 'signing key', embedding: [...NEAR, 1] },
  { query: 'signing key', lanes: ['Bm25', 'Dense'] },
]

/** Pointers of both sides alone and together, ones that nobody has, and fact ids. */
const refLists = (own: Handles, foreign: Handles) => [
  own.pointers.slice(0, 1),
  ...foreign.pointers.map((pointer) => [pointer]),
  [...own.pointers, ...foreign.pointers, ...own.factIds, ...foreign.factIds, '9999:0', '7.9999:0'],
  ...['9:0', '10:0', '11:0', '12:0', '1.3:0', '2.3:0', '2.9:0', '3.3:0', 'f12', 'f15'].map((ref) => [ref]),
]

const get = (path: string, query: Record<string, string> = {}): Ask => ({ method: 'GET', path, query })
const rpc = (method: string, params: object): Ask => ({
  method: 'POST',
  path: '/mcp',
  body: { jsonrpc: '2.0', id: 1, method, params },
})
const inAddress = (input: object): Record<string, string> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, spelled(value)]))
const spelled = (value: unknown) =>
  Array.isArray(value) ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** The requests behind a walk's first page, with a cursor of each side. */
const walks = (operation: string, own: Handles, foreign: Handles): Ask[] =>
  [own.pointers, foreign.pointers].flatMap((pointers) => {
    const page = firstPage(operation, pointers)
    const cursors = [own.cursors[operation]!, foreign.cursors[operation]!]
    return [page, ...cursors.map((cursor) => pageBehind(page, cursor))]
  })

/** One recipe for each operation of the service; the matrix fails for an operation that has none. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  search: (own, foreign) => [
    ...[...searches, ...nears].map((body) => ({ method: 'POST', path: '/v1/query/search', body })),
    ...walks('search', own, foreign),
  ],
  searchByQuery: (own, foreign) => [
    ...searches.map((input) => get('/v1/query/search', inAddress(input))),
    ...walks('searchByQuery', own, foreign),
  ],
  retrieve: (own, foreign) => [
    ...[...searches, ...nears].map((body) => ({ method: 'POST', path: '/v1/memory/retrieve', body })),
    ...['acme works at', 'password of the vault', MARKER].map((query) => ({
      method: 'POST',
      path: '/v1/memory/retrieve',
      body: { query, hydrate: 'full' },
    })),
    ...walks('retrieve', own, foreign),
  ],
  fetchContent: (own, foreign) => [
    ...refLists(own, foreign).map((refs) => ({
      method: 'POST',
      path: '/v1/query/fetch-content',
      body: { refs, hydrate: 'full' },
    })),
    ...walks('fetchContent', own, foreign),
  ],
  fetchContentByQuery: (own, foreign) => [
    ...refLists(own, foreign).map((refs) => get('/v1/query/fetch-content', { refs: refs.join(',') })),
    ...walks('fetchContentByQuery', own, foreign),
  ],
  putFact: (_own, foreign) => [
    { method: 'PUT', path: '/v1/facts/acme/phone', body: { value: 1 } },
    { method: 'PUT', path: '/v1/facts/vault/password', body: { value: 'mine' } },
    ...foreign.factIds.map((supersedes) => ({
      method: 'PUT',
      path: '/v1/facts/acme/works_at',
      body: { value: `after ${supersedes}`, supersedes, valid_from: '2022' },
    })),
    { method: 'PUT', path: '/v1/facts/acme/works_at', body: { value: 'x', supersedes: 'f14' } },
  ],
  getFact: () => [
    ...SLUGS.flatMap((slug) => [get(`/v1/facts/${slug}`), get(`/v1/facts/${slug}`, { hydrate: 'full' })]),
    get('/v1/facts/acme/works_at', { as_of: '2025-06', hydrate: 'full' }),
    get('/v1/facts/acme/works_at', { recorded_as_of: '2020', hydrate: 'full' }),
  ],
  createFact: () => [
    { method: 'POST', path: '/v1/facts', body: { entity: 'acme', key: 'founded', value: 1999 } },
    {
      method: 'POST',
      path: '/v1/facts',
      body: { entity: 'vault', key: 'keyed', value: 'mine' },
      headers: { 'idempotency-key': 'the-key-of-the-other-side' },
    },
  ],
  listFacts: (own, foreign) => [
    get('/v1/facts', { hydrate: 'full' }),
    ...['acme', 'vault', MARKER, 'nobody'].flatMap((name) => [
      get('/v1/facts', { entity: name, include_superseded: 'true', hydrate: 'full' }),
      get('/v1/facts', { prefix: name.slice(0, 3) }),
    ]),
    get('/v1/facts', { as_of: '2025-06', recorded_as_of: '2025-06' }),
    ...walks('listFacts', own, foreign),
  ],
  factHistory: (own, foreign) => [
    ...SLUGS.map((slug) => get(`/v1/facts/${slug}/history`, { hydrate: 'full' })),
    ...walks('factHistory', own, foreign),
  ],
  factWhy: (own, foreign) => [
    ...SLUGS.map((slug) => get(`/v1/facts/${slug}/why`)),
    get('/v1/facts/acme/works_at/why', { as_of: '2025-06', recorded_as_of: '2025-06' }),
    ...walks('factWhy', own, foreign),
  ],
  checkFacts: (own, foreign) => [
    {
      method: 'POST',
      path: '/v1/facts/check',
      body: {
        facts: [
          ...[...own.factIds, ...foreign.factIds, 'f12', 'f15', 'f9999'].map((fact_id) => ({ fact_id })),
          { entity: 'acme', key: 'works_at', value: 'Globex' },
          { entity: 'acme', key: 'only_there', value: 'x' },
          { entity: 'vault', key: 'password', value: { word: `value ${SECRET_WORD} ${MARKER}` } },
        ],
        as_of: '2025-06',
        recorded_as_of: '2030',
      },
    },
  ],
  batchFacts: () => [
    {
      method: 'POST',
      path: '/v1/facts/batch',
      body: {
        facts: [
          { entity: 'acme', key: 'batched', value: 1 },
          { entity: 'vault', key: 'keyed', value: 'mine' },
          { entity: 'vault', key: 'password', value: 'batched' },
        ],
      },
      headers: { 'idempotency-key': 'the-key-of-the-other-side' },
    },
  ],
  retractFact: (own, foreign) => [
    ...[...foreign.factIds, 'f14', own.factIds[0]!].map((fact_id) => ({
      method: 'POST',
      path: '/v1/facts/acme/works_at/retract',
      body: { fact_id, reason: 'wrong' },
    })),
    { method: 'POST', path: '/v1/facts/vault/password/retract', body: { fact_id: 'f14' } },
    { method: 'POST', path: '/v1/facts/acme/only_there/retract', body: { fact_id: foreign.factIds[0] } },
  ],
  reverifyFact: (own, foreign) => [
    ...[...foreign.factIds, 'f14', own.factIds.at(-1)!].map((fact_id) => ({
      method: 'POST',
      path: '/v1/facts/acme/works_at/reverify',
      body: { fact_id },
    })),
    { method: 'POST', path: '/v1/facts/vault/password/reverify', body: { fact_id: 'f14' } },
  ],
  putSessionState: (own, foreign) => [
    { method: 'PUT', path: '/v1/sessions/mine/state', body: { step: 1 }, query: { ttl_seconds: '3600' } },
    { method: 'PUT', path: '/v1/sessions/only-there/state', body: 'mine' },
    ...[foreign.sessionTag, '*', own.sessionTag].map((tag) => ({
      method: 'PUT',
      path: '/v1/sessions/chat-42/state',
      body: { step: 3 },
      headers: { 'if-match': tag },
    })),
    {
      method: 'PUT',
      path: '/v1/sessions/absent/state',
      body: 1,
      headers: { 'if-match': foreign.sessionTag },
    },
  ],
  sessionState: () => SESSIONS.map((id) => get(`/v1/sessions/${id}/state`, { hydrate: 'full' })),
  deleteSessionState: (_own, foreign) => [
    { method: 'DELETE', path: '/v1/sessions/spare/state', headers: { 'if-match': foreign.sessionTag } },
    { method: 'DELETE', path: '/v1/sessions/spare/state' },
    ...[MARKER, 'nobody'].map((id) => ({ method: 'DELETE', path: `/v1/sessions/${id}/state` })),
  ],
  sessionHistory: () => SESSIONS.map((id) => get(`/v1/sessions/${id}/history`)),
  putSource: () => [
    { method: 'PUT', path: '/v1/sources/mine', body: { display_name: 'Mine' } },
    { method: 'PUT', path: '/v1/sources/handbook', body: { display_name: 'Handbook, renamed' } },
  ],
  getSource: () => SOURCES.map((id) => get(`/v1/sources/${id}`)),
  listSources: (own, foreign) => [get('/v1/sources'), ...walks('listSources', own, foreign)],
  deleteSource: () =>
    ['vault', 'handbook', 'nobody', 'spare'].map((id) => ({
      method: 'DELETE',
      path: `/v1/sources/${id}`,
      query: { cascade: String(id !== 'handbook') },
    })),
  addDocuments: () => [
    {
      method: 'POST',
      path: '/v1/sources/handbook/documents',
      body: { id: 'mine', text: 'a new signing key' },
    },
    { method: 'POST', path: '/v1/sources/handbook/documents', body: { id: 'only-there', text: 'mine' } },
    { method: 'POST', path: '/v1/sources/vault/documents', body: { id: 'ledger', text: 'mine' } },
    {
      method: 'POST',
      path: '/v1/sources/handbook/documents',
      ndjson: '{"id":"line","text":"a line"}\n{"id":1}\n',
      headers: { 'idempotency-key': 'the-key-of-the-other-side' },
    },
  ],
  listDocuments: (own, foreign) => [
    ...SOURCES.map((id) => get(`/v1/sources/${id}/documents`)),
    ...walks('listDocuments', own, foreign),
  ],
  getDocument: () => DOCUMENTS.map((path) => get(`/v1/sources/${path}`)),
  deleteDocument: () =>
    ['handbook/documents/spare', 'handbook/documents/guide%2Fsecret', 'vault/documents/ledger'].map(
      (path) => ({
        method: 'DELETE',
        path: `/v1/sources/${path}`,
      }),
    ),
  getEmbedder: () => [get('/v1/embedder')],
  putEmbedder: () =>
    [
      { embedder: 'caller', dimensions: 8 },
      { embedder: 'caller', dimensions: 8, version: '2' },
      { embedder: 'caller', dimensions: 9 },
      { embedder: 'caller' },
      { embedder: 'workers-ai:@cf/baai/bge-m3' },
    ].map((body) => ({ method: 'PUT', path: '/v1/embedder', body })),
  contextBundle: () =>
    [
      ...QUERIES.map((asked) => ({ query: asked })),
      ...['12:0', 'acme/works_at', 'chat-42', 'only-there', `vault/ledger`].map((asked) => ({
        query: asked,
      })),
      ...STRATEGIES.map((strategy) => ({ query: 'signing key', strategy })),
      { query: 'signing key', sources: ['handbook', 'cairn:facts'], deadline_ms: 10_000 },
      { query: 'signing key', sources: ['vault'] },
      { query: 'signing key', content: false },
    ].map((asked) => ({
      method: 'POST',
      path: '/v1/context/bundles',
      body: { task_id: 'matrix', budget_tokens: 4000, ...asked },
    })),
  mcp: (own, foreign) => [
    ...[
      { name: 'search', arguments: { query: MARKER } },
      { name: 'search', arguments: { query: 'signing key', hydrate: 'full', limit: 20 } },
      ...refLists(own, foreign).map((refs) => ({
        name: 'fetch_content',
        arguments: { refs, hydrate: 'full' },
      })),
      ...SLUGS.map((slug) => slug.split('/')).flatMap(([entity, key]) => [
        { name: 'get_facts', arguments: { entity, key } },
        { name: 'get_facts', arguments: { entity } },
      ]),
      ...SESSIONS.map((session_id) => ({ name: 'session_state', arguments: { session_id } })),
      { name: 'context_bundle', arguments: { query: 'signing key', budget_tokens: 2000 } },
      ...[...own.pointers.slice(0, 1), ...foreign.pointers].map((pointer) => ({
        name: 'cite',
        arguments: { pointer, claim: 'The signing key.' },
      })),
    ].map((params) => rpc('tools/call', params)),
    ...['bootstrap/errors', 'documents/handbook/guide%2Fkeys', 'documents/vault/ledger'].map((name) =>
      rpc('resources/read', { uri: `cairn://${name}` }),
    ),
    { ...rpc('tools/list', {}), query: { namespace: 'theirs' } },
  ],
  contextReceipt: (own, foreign) =>
    [own.receipt, foreign.receipt, `r${'0'.repeat(32)}`].map((id) => get(`/v1/context/receipts/${id}`)),
  putUpstream: () =>
    ['vault', 'handbook', 'nobody'].flatMap((id) =>
      [{ url: 'https://peer.example.org', token: 'mine' }, { url: null }].map((body) => ({
        method: 'PUT',
        path: `/v1/sources/${id}/upstream`,
        body,
      })),
    ),
  sourceChanges: (own, foreign) => [
    ...SOURCES.map((id) => get(`/v1/sources/${id}/changes`)),
    ...[own.consistencyToken, foreign.consistencyToken].map((since) =>
      get('/v1/sources/handbook/changes', { since }),
    ),
  ],
  ...researchRecipes(walks),
  exportNamespace: () => [get('/v1/export')],
  importNamespace: () => [
    { method: 'POST', path: '/v1/import', ndjson: ARCHIVE_HEADER },
    { method: 'POST', path: '/v1/import', ndjson: '{}' },
  ],
  usage: () => [get('/v1/usage')],
  startErasure: () => [
    ...[
      { scope: 'document', source: 'handbook', document: 'guide/tokens' },
      { scope: 'document', source: 'vault', document: 'ledger' },
      { scope: 'source', source: 'vault' },
      { scope: 'entity', entity: 'vault' },
      { scope: 'entity', entity: MARKER },
    ].map((body) => ({ method: 'POST', path: '/v1/erasures', body })),
    {
      method: 'POST',
      path: '/v1/erasures',
      body: { scope: 'source', source: 'nobody' },
      headers: { 'idempotency-key': 'the-key-of-the-other-side' },
    },
  ],
  getErasure: (own, foreign) =>
    [own.erasure, foreign.erasure, '0'.repeat(16)].map((id) => get(`/v1/erasures/${id}`)),
  listNamespaces: () => [get('/v1/namespaces')],
  maintenanceStep: () => [
    { method: 'POST', path: '/v1/maintenance/step' },
    { method: 'POST', path: '/v1/maintenance/step', query: { rebuild: 'true' } },
  ],
  getReceipt: (own, foreign) =>
    [own.commitReceipt, foreign.commitReceipt, 'rnobodys'].map((id) => get(`/v1/receipts/${id}`)),
  receiptVerification: (own, foreign) =>
    [own.commitReceipt, foreign.commitReceipt, 'rnobodys'].map((id) =>
      get(`/v1/receipts/${id}/verification`),
    ),
  listCheckpoints: () => [
    get('/v1/receipts/checkpoints', { limit: '100' }),
    get('/v1/receipts/checkpoints', { since: '1' }),
  ],
  receiptKeys: () => [get('/v1/receipts/keys')],
  listTopics: () => [get('/v1/bootstrap')],
  getTopic: () => ['errors', 'getting-started', MARKER].map((topic) => get(`/v1/bootstrap/${topic}`)),
  startRun: () => [{ method: 'POST', path: '/v1/conformance/runs' }],
  listRuns: () => [get('/v1/conformance/runs')],
  getRun: () => [get(`/v1/conformance/runs/${ABSENT_RUN}`)],
  stepRun: () => [{ method: 'POST', path: `/v1/conformance/runs/${ABSENT_RUN}/steps` }],
  validateDocument: () => [
    { method: 'POST', path: '/v1/conformance/validate', body: { contract: 'crc-v1', kind: 'search' } },
  ],
  health: () => [get('/health')],
  ready: () => [get('/ready')],
  openapi: () => [get('/openapi.json')],
  contractFile: () => ['crc-v1.schema.json', 'nothing.json'].map((file) => get(`/contracts/${file}`)),
  protectedResource: () => [get('/.well-known/oauth-protected-resource')],
}
