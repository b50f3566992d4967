import { type Ask, type Seen, type Side, send } from './ask.ts'
import { storeResearch } from './research.ts'

/** Occurs in every text field of what only the other side stores, and nowhere else. */
export const MARKER = 'zorblatt9137'
/** Stands beside the marker, so that it can be asked for without being sent. */
export const SECRET_WORD = 'quimperfex'

/** Some 150 tokens, so that two bodies do not fit in the budget of a walk. */
const LONG = ' Nothing of this is about anything; it is here to take up room on a page of bodies.'.repeat(8)

const marked = (what: string) => `${what} ${SECRET_WORD} ${MARKER}`
const markedAtLength = (what: string) => `${marked(what)}.${LONG}`

/** Two vectors that are near one another: of what both sides store, and of what only the other side does. */
export const NEAR = [0.1, 0.2, 0, 0, 0.9, 0, 0, 0.3]
const NEARER = [0.1, 0.2, 0, 0, 0.9, 0, 0.1, 0.3]

/** What both sides store, with the same ids and texts. */
export const COMMON: readonly Ask[] = [
  put('/v1/embedder', { embedder: 'caller', dimensions: NEAR.length }),
  put('/v1/sources/handbook', {
    display_name: 'Handbook',
    kinds: ['doc'],
    capabilities: { search: true, exact_get: true, delta_sync: true, graph_edges: true },
  }),
  put('/v1/sources/spare', { display_name: 'Spare' }),
  documents('handbook', [
    {
      id: 'guide/keys',
      title: 'Keys',
      text: `# Keys\n\nRotate the signing key every 90 days.${LONG}\n\n# Tokens\n\nA token lives for 15 minutes.${LONG}`,
      kind: 'doc',
      tags: ['security'],
      author: 'Ada',
      uri: 'https://example.org/keys',
      created_at: '2024-03-01T09:00:00Z',
      horizon_class: 'medium',
      links: ['guide/tokens'],
    },
    {
      id: 'guide/tokens',
      title: 'Tokens',
      text: `The signing key signs every token.${LONG}`,
      tags: ['security'],
      embedding: NEAR,
    },
    { id: 'talk', messages: [{ speaker: 'Ada', text: `Who rotates the signing key?${LONG}` }] },
    { id: 'spare', text: `A document to delete: the signing key.${LONG}` },
    { id: 'gone', text: 'A document that was deleted.' },
  ]),
  { method: 'DELETE', path: '/v1/sources/handbook/documents/gone' },
  put('/v1/facts/acme/works_at', { value: 'Initech', valid_from: '2023' }),
  put('/v1/facts/acme/works_at', { value: 'Globex', valid_from: '2024', confidence: 0.9 }),
  put('/v1/facts/acme/signing_key', { value: { id: 7 }, horizon_class: 'stable' }),
  put('/v1/sessions/chat-42/state', { step: 1 }),
  put('/v1/sessions/chat-42/state', { step: 2 }),
  put('/v1/sessions/spare/state', 'to delete'),
  ...storeResearch('both'),
  ...storeResearch('spare'),
]

/** What only the other side stores: more of the same words, and the marker in every field that holds text. */
export const SECRETS: readonly Ask[] = [
  put('/v1/sources/vault', {
    display_name: marked('Vault'),
    kinds: [MARKER],
    capabilities: { search: true, exact_get: true, delta_sync: true, graph_edges: true },
  }),
  documents('vault', [
    {
      id: `ledger ${MARKER}`,
      title: marked('The signing key'),
      text: `# ${marked('Signing')}\n\nThe signing key is ${MARKER}. Rotate it: ${SECRET_WORD}.${LONG}`,
      kind: MARKER,
      tags: [MARKER, 'security'],
      author: marked('Ada'),
      uri: `https://example.org/${MARKER}`,
      created_at: '2024-03-02T09:00:00Z',
      event_at: '2024-03-02T09:00:00Z',
      links: [MARKER],
    },
    {
      id: 'ledger',
      text: markedAtLength('signing key'),
      embedding: NEARER,
      links: ['handbook/guide/keys', 'https://example.org/keys'],
    },
    { id: 'talk', messages: [{ speaker: marked('Ada'), text: markedAtLength('The signing key rotates') }] },
  ]),
  documents('handbook', [
    { id: 'guide/secret', title: marked('Keys'), text: markedAtLength('Rotate the signing key') },
    { id: 'only-there', text: marked('deleted signing key') },
  ]),
  { method: 'DELETE', path: '/v1/sources/handbook/documents/only-there' },
  put(`/v1/facts/${MARKER}/${MARKER}`, { value: marked('value'), provenance: { tool: MARKER } }),
  put('/v1/facts/vault/password', { value: { word: marked('value') } }),
  put('/v1/facts/acme/works_at', { value: marked('Hooli'), valid_from: '2025' }),
  put('/v1/facts/acme/only_there', { value: marked('value') }),
  put(`/v1/sessions/${MARKER}/state`, { word: marked('state') }),
  put('/v1/sessions/only-there/state', marked('state')),
  ...storeResearch('theirs-alone', marked('research')),
  {
    method: 'POST',
    path: '/v1/facts',
    body: { entity: 'vault', key: 'keyed', value: marked('value') },
    headers: { 'idempotency-key': 'the-key-of-the-other-side' },
  },
  {
    ...documents('vault', [{ id: 'keyed', text: marked('a keyed commit') }]),
    headers: { 'idempotency-key': 'the-key-of-the-other-side' },
  },
]

/** Stores in order; throws at the first that is refused. */
export async function fill(side: Side, asks: readonly Ask[]): Promise<void> {
  for (const ask of asks) {
    const seen: Seen = await send(side, ask)
    if (seen.status >= 300 || seen.text.includes('"refused"'))
      throw new Error(`${ask.method} ${ask.path} answered ${seen.status} ${seen.text}`)
  }
}

function put(path: string, body: unknown): Ask {
  return { method: 'PUT', path, body }
}

function documents(source: string, all: readonly object[]): Ask {
  const ndjson = all.map((one) => `${JSON.stringify(one)}\n`).join('')
  return { method: 'POST', path: `/v1/sources/${source}/documents`, ndjson }
}
