import { createHash } from 'node:crypto'
import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let cairn: TestCairn
let acme: Speaker
let made = 0
beforeAll(async () => {
  cairn = await startCairn()
  acme = await cairn.as('acme')
})
afterAll(() => cairn?.stop())

const fresh = (prefix: string) => `${prefix}-${++made}`
const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const SOURCE = {
  kind: 'web',
  title: 'Keys',
  classification: 'primary',
  retrieved_at: '2026-11-30T10:30:00+01:00',
}
const NOTEBOOK = {
  conversation_id: 'chat-42',
  question: 'How often?',
  status: 'open',
  source_ids: [],
  passage_ids: [],
  citation_ids: [],
  assumptions: [],
  unresolved_questions: [],
}
const at = (kind: string, id = '') => `/v1/research/${kind}${id && `/${id}`}`
const post = (kind: string, body: object, headers = {}) => acme.json('POST', at(kind), { body, headers })
const put = (kind: string, id: string, body: object, headers = {}) =>
  acme.json('PUT', at(kind, id), { body, headers })
const get = (kind: string, id: string) => acme.json('GET', at(kind, id))
const remove = (kind: string, id: string, query = '') => acme.json('DELETE', `${at(kind, id)}${query}`)
const check = async (id: string, query = '') =>
  (await acme.json('POST', `${at('notebooks', id)}/check${query}`)).body
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code}`

/** A source with a passage of it, cited, in a notebook. */
async function cited(text = 'Rotate the key every 90 days.', claim = 'It says “every 90 days”.') {
  const source = (await post('sources', SOURCE)).body
  const passage = (await post('passages', { source_id: source.id, text })).body
  const citation = (
    await post('citations', { message_id: 'm', claim, passage_ids: [passage.id], support: 'supports' })
  ).body
  const notebook = (
    await post('notebooks', {
      ...NOTEBOOK,
      source_ids: [source.id],
      passage_ids: [passage.id],
      citation_ids: [citation.id],
      status: 'answered',
    })
  ).body
  return { source, passage, citation, notebook }
}

describe('writing', () => {
  test('a document gets an id, its schema, its hash and its time, and is read byte for byte as it was answered', async () => {
    const { source, passage, citation, notebook } = await cited()
    expect(source).toEqual({
      schema: 'hux.source.v1',
      id: source.id,
      ...SOURCE,
      retrieved_at: '2026-11-30T09:30:00Z',
    })
    expect(passage.hash).toBe(digest(passage.text))
    expect([citation.schema, notebook.schema]).toEqual(['hux.citation.v1', 'hux.research_notebook.v1'])
    expect(Math.abs(Date.parse(notebook.updated_at) - Date.now())).toBeLessThan(60_000)
    const created = await acme.send('POST', at('sources'), { body: { ...SOURCE, id: fresh('s') } })
    const text = await created.text()
    const read = await acme.send('GET', at('sources', JSON.parse(text).id))
    expect([created.status, await read.text()]).toEqual([201, text])
    expect(read.headers.get('etag')).toBe(created.headers.get('etag'))
    expect(read.headers.get('etag')).toBe(`"${digest(text)}"`)
  })

  test('a taken id is refused, and one of a deleted document may be used again', async () => {
    const id = fresh('s')
    expect((await post('sources', { ...SOURCE, id })).status).toBe(201)
    expect(codeOf(await post('sources', { ...SOURCE, id }))).toBe('409 id_taken')
    await remove('sources', id)
    expect(codeOf(await get('sources', id))).toBe('410 research_gone')
    expect((await post('sources', { ...SOURCE, id })).status).toBe(201)
    expect(codeOf(await get('sources', 'absent'))).toBe('404 research_not_found')
  })

  test.each([
    ['sources', { schema: 'hux.source.v2' }, '/schema'],
    ['sources', { id: '-' }, '/id'],
    ['sources', { extra: 1 }, '/extra'],
    ['sources', { uri: 'cairn:nonsense' }, '/uri'],
    ['passages', { hash: '0'.repeat(64) }, '/hash'],
    ['passages', { locator: { char_start: 2, char_end: 2 } }, '/locator/char_end'],
    ['notebooks', { updated_at: '2100-01-01T00:00:00Z' }, '/updated_at'],
    ['notebooks', { assumptions: undefined }, '/assumptions'],
  ])('%s with %j is refused at its place', async (kind, change, pointer) => {
    const { source } = await cited()
    const bodies: Record<string, object> = {
      sources: SOURCE,
      passages: { source_id: source.id, text: 'x' },
      notebooks: NOTEBOOK,
    }
    const { status, body } = await post(kind, { ...bodies[kind], ...change })
    expect([status, body.code, body.errors[0].pointer]).toEqual([400, 'invalid_body', pointer])
  })

  test('a passage that states its right hash, with or without prefix, is stored', async () => {
    const { source } = await cited()
    const hash = digest('x')
    const { status, body } = await post('passages', {
      source_id: source.id,
      text: 'x',
      hash: `sha256:${hash}`,
    })
    expect([status, body.hash]).toEqual([201, hash])
  })

  test('what is named has to be there, and nothing is written where it is not', async () => {
    const { passage } = await cited()
    const id = fresh('c')
    const claim = {
      id,
      message_id: 'm',
      claim: 'x',
      passage_ids: [passage.id, 'absent'],
      support: 'supports',
    }
    const refused = await post('citations', claim)
    expect([codeOf(refused), refused.body.errors]).toEqual([
      '422 reference_unknown',
      [expect.objectContaining({ pointer: '/passage_ids/1' })],
    ])
    expect((await get('citations', id)).status).toBe(404)
    expect(codeOf(await post('passages', { source_id: 'absent', text: 'x' }))).toBe('422 reference_unknown')
    expect(codeOf(await post('notebooks', { ...NOTEBOOK, citation_ids: ['absent'] }))).toBe(
      '422 reference_unknown',
    )
  })

  test('a citation says whether it holds whenever it is stored, and is stored in both cases', async () => {
    const { passage } = await cited()
    const claims = [passage.text, 'words that stand nowhere'].map((words) => `It says “${words}”.`)
    const id = fresh('c')
    const as = (claim: string) => ({ message_id: 'm', claim, passage_ids: [passage.id], support: 'supports' })
    const key = { 'idempotency-key': fresh('key') }
    const told = [
      await post('citations', { id, ...as(claims[0]!) }),
      await put('citations', id, as(claims[1]!)),
      await put('citations', id, as(claims[1]!)),
      await get('citations', id),
      await post('citations', as(claims[1]!), key),
      await post('citations', as(claims[1]!), key),
    ]
    const fails = 'fails; reasons="quote_missing"'
    expect(told.map(({ headers }) => headers.get('citation-verdict'))).toEqual([
      'holds',
      ...Array(5).fill(fails),
    ])
    expect(told[3]!.body.claim).toBe(claims[1])
    expect((await get('passages', passage.id)).headers.has('citation-verdict')).toBe(false)
  })

  test('PUT replaces the whole where If-Match names what is stored', async () => {
    const id = fresh('s')
    const first = await put('sources', id, { ...SOURCE, publisher: 'Example' }, { 'if-none-match': '*' })
    expect([first.status, first.body.publisher]).toEqual([200, 'Example'])
    const etag = first.headers.get('etag')!
    expect((await put('sources', id, SOURCE, { 'if-match': etag })).body.publisher).toBeUndefined()
    expect(codeOf(await put('sources', id, SOURCE, { 'if-match': etag }))).toBe('412 precondition_failed')
    expect(codeOf(await put('sources', id, SOURCE, { 'if-none-match': '*' }))).toBe('412 precondition_failed')
    expect(codeOf(await put('sources', fresh('s'), SOURCE, { 'if-match': '*' }))).toBe(
      '412 precondition_failed',
    )
    expect(codeOf(await put('sources', id, { ...SOURCE, id: 'other' }))).toBe('400 invalid_body')
    const stale = await acme.json('DELETE', at('sources', id), { headers: { 'if-match': etag } })
    expect(codeOf(stale)).toBe('412 precondition_failed')
  })

  test('a PUT of what is stored writes nothing', async () => {
    const id = fresh('s')
    const versions = []
    for (let n = 0; n < 2; n++)
      versions.push((await put('sources', id, SOURCE)).headers.get('consistency-token'))
    expect(versions[1]).toBe(versions[0])
    const first = await put('notebooks', fresh('n'), NOTEBOOK)
    const again = await put('notebooks', first.body.id, NOTEBOOK)
    expect(again.headers.get('consistency-token')).toBe(first.headers.get('consistency-token'))
  })

  test('a passage is not replaced', async () => {
    const { passage } = await cited()
    const { status, headers } = await put('passages', passage.id, passage)
    expect([status, headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD, OPTIONS'])
  })

  test('a key answers again as it did at first, also after the document changed, and refuses another body', async () => {
    const key = { 'idempotency-key': fresh('key') }
    const first = await post('notebooks', NOTEBOOK, key)
    await put('notebooks', first.body.id, { ...NOTEBOOK, question: 'Another?' })
    const again = await post('notebooks', NOTEBOOK, key)
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([
      201,
      first.body,
      first.headers.get('etag'),
    ])
    expect(codeOf(await post('notebooks', { ...NOTEBOOK, question: 'x' }, key))).toBe(
      '422 idempotency_mismatch',
    )
  })

  test('of twenty that create one id at once, one does', async () => {
    const id = fresh('s')
    const all = await Promise.all(Array.from({ length: 20 }, () => post('sources', { ...SOURCE, id })))
    expect(all.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
  })

  test('a list is in the order of making and its pages join', async () => {
    const other = await cairn.as('lister')
    const ids = ['c', 'a', 'b']
    for (const id of ids) await other.json('POST', at('sources'), { body: { ...SOURCE, id } })
    const first = await other.json('GET', `${at('sources')}?limit=2`)
    const second = await other.json('GET', `${at('sources')}?limit=2&cursor=${first.body.next.cursor}`)
    const listed = [...first.body.sources, ...second.body.sources].map(({ id }: { id: string }) => id)
    expect([listed, second.body.next]).toEqual([ids, {}])
  })
})

describe('a notebook', () => {
  test('is answered with a supporting citation, may reopen, and stays abandoned', async () => {
    const { citation } = await cited()
    const id = fresh('n')
    const as = (status: string, citation_ids: string[] = []) =>
      put('notebooks', id, { ...NOTEBOOK, status, citation_ids })
    expect(codeOf(await as('answered'))).toBe('409 status_refused')
    const statuses = []
    for (const status of ['answered', 'open', 'answered', 'open', 'abandoned'])
      statuses.push((await as(status, [citation.id])).body.status)
    expect(statuses).toEqual(['answered', 'open', 'answered', 'open', 'abandoned'])
    expect(codeOf(await as('open', [citation.id]))).toBe('409 status_refused')
  })

  test('that is answered is open again once its only support is withdrawn', async () => {
    const { citation, notebook } = await cited()
    await put('citations', citation.id, { ...citation, support: 'contradicts' })
    const { body } = await get('notebooks', notebook.id)
    expect([body.status, body.updated_at >= notebook.updated_at]).toEqual(['open', true])
  })

  test('is not dated before what it replaces', async () => {
    const { notebook } = await cited()
    const earlier = { ...notebook, updated_at: '2020-01-01T00:00:00Z' }
    expect(codeOf(await put('notebooks', notebook.id, earlier))).toBe('400 invalid_body')
    expect((await put('notebooks', notebook.id, { ...notebook, question: 'Again?' })).status).toBe(200)
  })
})

describe('deleting', () => {
  test('what is cited stays, unless it is to go all the same', async () => {
    const { source, passage, citation, notebook } = await cited()
    const refusals = []
    for (const [kind, { id }] of Object.entries({ sources: source, passages: passage, citations: citation }))
      refusals.push(codeOf(await remove(kind, id)))
    expect(refusals).toEqual(Array(3).fill('409 still_cited'))
    const named = (await remove('passages', passage.id)).body.errors.map(
      (one: { message: string }) => one.message,
    )
    expect(named).toEqual([`the citation ${citation.id} names it`, `the notebook ${notebook.id} names it`])
  })

  test('a source takes its passages along; citations show it, notebooks list them no more', async () => {
    const { source, passage, citation, notebook } = await cited()
    expect((await remove('sources', source.id, '?cascade=true')).body).toEqual({
      id: source.id,
      deleted: true,
    })
    expect((await get('passages', passage.id)).status).toBe(410)
    const left = await get('citations', citation.id)
    expect(left.headers.get('citation-verdict')).toBe('fails; reasons="passage_missing quote_missing"')
    expect((await get('notebooks', notebook.id)).body).toMatchObject({
      source_ids: [],
      passage_ids: [],
      citation_ids: [citation.id],
      status: 'answered',
    })
    const withNote = await put('citations', citation.id, { ...citation, note: 'lost its passage' })
    expect([withNote.status, withNote.body.note]).toEqual([200, 'lost its passage'])
  })

  test('a citation opens the notebook that it alone supported', async () => {
    const { citation, notebook } = await cited()
    await remove('citations', citation.id, '?cascade=true')
    expect((await get('notebooks', notebook.id)).body).toMatchObject({ status: 'open', citation_ids: [] })
  })

  test('a notebook leaves all there, or with cascade what others cite', async () => {
    const one = await cited()
    await remove('notebooks', one.notebook.id)
    expect((await get('citations', one.citation.id)).status).toBe(200)
    const two = await cited()
    const elsewhere = { message_id: 'm', claim: 'x', passage_ids: [two.passage.id], support: 'supports' }
    await post('citations', elsewhere)
    await remove('notebooks', two.notebook.id, '?cascade=true')
    const statuses = []
    for (const [kind, { id }] of Object.entries({
      notebooks: two.notebook,
      citations: two.citation,
      passages: two.passage,
      sources: two.source,
    }))
      statuses.push((await get(kind, id)).status)
    expect(statuses).toEqual([410, 410, 200, 200])
    const three = await cited()
    await remove('notebooks', three.notebook.id, '?cascade=true')
    expect((await get('sources', three.source.id)).status).toBe(410)
  })
})

describe('a document of this namespace as a source', () => {
  const TEXT = '# Keys\n\nRotate 🔑 every 90 days.\nNever mail it.\n'
  async function document(text = TEXT) {
    const name = fresh('guide/keys')
    await acme.json('PUT', '/v1/sources/handbook', { body: {} })
    const { body } = await acme.json('POST', '/v1/sources/handbook/documents', { body: { id: name, text } })
    return { name, pointer: body.pointers[0] as string, uri: `cairn:default/handbook/${name}` }
  }
  const replace = (name: string, text: string) =>
    acme.json('POST', '/v1/sources/handbook/documents', { body: { id: name, text } })

  test('has the hash of its text, and no other', async () => {
    const { uri } = await document()
    const { status, body } = await post('sources', { ...SOURCE, kind: 'document', uri })
    expect([status, body.content_hash]).toEqual([201, digest(TEXT)])
    const wrong = await post('sources', { ...SOURCE, uri, content_hash: '0'.repeat(64) })
    expect([codeOf(wrong), wrong.body.errors[0].pointer]).toEqual(['400 invalid_body', '/content_hash'])
    for (const foreign of [`${uri}x`, uri.replace('default', 'other')])
      expect(codeOf(await post('sources', { ...SOURCE, uri: foreign }))).toBe('422 reference_unknown')
  })

  test('has passages that stand where they say: code points half-open, lines inclusive', async () => {
    const { uri } = await document()
    const source = (await post('sources', { ...SOURCE, uri })).body
    const text = 'Rotate 🔑 every 90 days.'
    const from = [...TEXT.slice(0, TEXT.indexOf('Rotate'))].length
    const to = from + [...text].length
    const statusOf = async (locator: object | undefined, excerpt = text) =>
      (await post('passages', { source_id: source.id, text: excerpt, ...(locator && { locator }) })).status
    for (const locator of [
      undefined,
      {},
      { char_start: from, char_end: to },
      { char_start: from },
      { char_end: to },
      { line_start: 3, line_end: 3, char_start: from },
      { line_start: 2, line_end: 4 },
      { line_end: 3 },
    ])
      expect(await statusOf(locator), JSON.stringify(locator)).toBe(201)
    for (const locator of [
      { char_start: from + 1, char_end: to + 1 },
      { char_start: from, char_end: to + 1 },
      { char_start: 0 },
      { char_end: 3 },
      { line_start: 4 },
      { line_start: 99 },
      { line_end: 2 },
      { line_end: 99 },
    ])
      expect(await statusOf(locator), JSON.stringify(locator)).toBe(400)
    expect(await statusOf(undefined, 'Rotate it every 90 days.')).toBe(400)
  })

  test('a pointer becomes a passage, located and with its source, and the same one when asked again', async () => {
    const { pointer, uri } = await document()
    const first = await post('passages/from-pointer', { pointer })
    const { body } = first
    expect([first.status, body.text, body.locator]).toEqual([
      201,
      TEXT.trim(),
      { line_start: 1, line_end: 4, char_start: 0, char_end: [...TEXT.trim()].length },
    ])
    const source = (await get('sources', body.source_id)).body
    expect(source).toMatchObject({ kind: 'document', uri, content_hash: digest(TEXT) })
    const again = await post('passages/from-pointer', { pointer })
    expect([again.status, again.body]).toEqual([200, body])
    const named = await post('passages/from-pointer', { pointer, id: fresh('p') })
    expect([named.status, named.body.source_id]).toEqual([201, body.source_id])
    expect(codeOf(await post('passages/from-pointer', { pointer, id: named.body.id }))).toBe('409 id_taken')
    const stored = await post('passages', { ...body, id: fresh('p') })
    expect(stored.status).toBe(201)
  })

  test('of a conversation the second turn is located in it', async () => {
    await acme.json('PUT', '/v1/sources/handbook', { body: {} })
    const messages = [
      { speaker: 'Ada', text: 'Who rotates it?' },
      { speaker: 'Bo', text: 'Ada does.' },
      { speaker: 'Ada', text: 'Ada does.' },
    ]
    const { body } = await acme.json('POST', '/v1/sources/handbook/documents', {
      body: { id: fresh('talk'), messages },
    })
    const taken = (await post('passages/from-pointer', { pointer: body.pointers[1] })).body
    expect(taken.locator).toEqual({ line_start: 3, line_end: 3, char_start: 17, char_end: 26 })
    expect((await post('passages', { ...taken, id: fresh('p') })).status).toBe(201)
  })

  test('a pointer of nothing, of a deleted document and of a replaced one are told apart', async () => {
    const { name, pointer } = await document()
    expect(codeOf(await post('passages/from-pointer', { pointer: '99999:0' }))).toBe('404 pointer_not_found')
    expect(codeOf(await post('passages/from-pointer', { pointer: 'f1' }))).toBe('404 pointer_not_found')
    await replace(name, 'Other.')
    expect(codeOf(await post('passages/from-pointer', { pointer }))).toBe('410 pointer_gone')
  })

  test('a replaced or deleted document shows in every citation that stands on it', async () => {
    const { name, pointer } = await document()
    const passage = (await post('passages/from-pointer', { pointer })).body
    const claim = {
      message_id: 'm',
      claim: '“NEVER  mail it”',
      passage_ids: [passage.id],
      support: 'supports',
    }
    const { id } = (await post('citations', claim)).body
    const verdict = async () => (await get('citations', id)).headers.get('citation-verdict')
    expect(await verdict()).toBe('holds')
    await replace(name, `${TEXT}And more.`)
    expect(await verdict()).toBe('fails; reasons="source_changed"')
    await replace(name, 'Quite another text.')
    expect(await verdict()).toBe('fails; reasons="hash_changed source_changed"')
    expect(codeOf(await post('passages', { source_id: passage.source_id, text: 'Keys' }))).toBe(
      '422 reference_unknown',
    )
    await replace(name, TEXT)
    expect(await verdict()).toBe('holds')
    await acme.json('DELETE', `/v1/sources/handbook/documents/${encodeURIComponent(name)}`)
    expect(await verdict()).toBe('fails; reasons="source_changed"')
    const source = (await get('sources', passage.source_id)).body
    expect((await put('sources', source.id, { ...source, title: 'Renamed' })).body.title).toBe('Renamed')
  })
})

describe('a fact of this namespace as a source', () => {
  const state = async (slug: string, value: unknown) => {
    const { body } = await acme.json('PUT', `/v1/facts/${slug}`, { body: { value } })
    return { id: body.fact_id as string, pointer: `${body.fact_id.slice(1)}:0` }
  }
  const take = (pointer: string) => post('passages/from-pointer', { pointer })
  const verdictOf = async (id: string) => (await get('citations', id)).headers.get('citation-verdict')
  const cite = async (passage: { id: string }, claim: string) =>
    (await post('citations', { message_id: 'm', claim, passage_ids: [passage.id], support: 'supports' })).body
      .id

  test('is taken whole by its pointer, as fetch-content reads it, and is one passage when asked again', async () => {
    const slug = `${fresh('lantern')}/oil`
    const { id, pointer } = await state(slug, { kind: 'whale', 'drops\n': 3 })
    const first = await take(pointer)
    const read = await acme.json('POST', '/v1/query/fetch-content', { body: { refs: [id], hydrate: 'full' } })
    expect([first.status, first.body.text]).toEqual([201, read.body.content[0].text])
    expect(first.body.locator).toMatchObject({
      char_start: 0,
      char_end: first.body.text.length,
      line_start: 1,
    })
    const source = (await get('sources', first.body.source_id)).body
    expect(source).toMatchObject({
      kind: 'memory',
      uri: `cairn:default/${id}`,
      title: slug.replace('/', ' '),
      content_hash: digest(first.body.text),
    })
    const again = await take(pointer)
    expect([again.status, again.body]).toEqual([200, first.body])
    const part = await post('passages', { source_id: source.id, text: 'whale' })
    expect(part.status).toBe(201)
    expect(codeOf(await post('passages', { source_id: source.id, text: 'olive' }))).toBe('400 invalid_body')
    expect((await put('sources', source.id, { ...source, title: 'Oil' })).body.title).toBe('Oil')
    expect(codeOf(await post('sources', { ...source, id: fresh('s') }))).toBe('400 invalid_body')
  })

  test('shows in every citation that stands on it once it is superseded or retracted, and holds again with it', async () => {
    const slug = `${fresh('lantern')}/oil`
    const old = await state(slug, 'whale oil')
    const citation = await cite((await take(old.pointer)).body, 'It burns “whale oil”.')
    expect(await verdictOf(citation)).toBe('holds')
    const newer = await state(slug, 'rape oil')
    expect(await verdictOf(citation)).toBe('fails; reasons="source_changed"')
    expect(codeOf(await take(old.pointer))).toBe('410 pointer_gone')
    const retract = (fact_id: string) => acme.json('POST', `/v1/facts/${slug}/retract`, { body: { fact_id } })
    await retract(newer.id)
    expect(await verdictOf(citation)).toBe('holds')
    expect(codeOf(await take(newer.pointer))).toBe('410 pointer_gone')
    await retract(old.id)
    expect(await verdictOf(citation)).toBe('fails; reasons="source_changed"')
  })

  test('that has ended, or is yet to begin, is evidence of what it states still', async () => {
    for (const when of [{ valid_from: '2001', valid_to: '2002' }, { valid_from: '2999' }]) {
      const { body } = await acme.json('PUT', `/v1/facts/${fresh('fair')}/held`, {
        body: { value: 'x', ...when },
      })
      const taken = await take(`${body.fact_id.slice(1)}:0`)
      expect(await verdictOf(await cite(taken.body, '“x”'))).toBe('holds')
    }
  })

  test('is refused where it is longer than a passage, or empty', async () => {
    for (const value of ['', 'x'.repeat(4001)]) {
      const { pointer } = await state(`${fresh('long')}/v`, value)
      const refused = await take(pointer)
      expect([codeOf(refused), refused.body.errors[0].pointer]).toEqual(['400 invalid_body', '/pointer'])
    }
    const { pointer } = await state(`${fresh('long')}/v`, '👩'.repeat(4000))
    expect((await take(pointer)).status).toBe(201)
  })

  test('of names that are too long together for a title has its entity for one', async () => {
    const entity = fresh('e').padEnd(200, 'x')
    const { pointer } = await state(`${entity}/${'k'.repeat(100)}`, 'v')
    expect((await get('sources', (await take(pointer)).body.source_id)).body.title).toBe(entity)
  })

  test('is only for those who may read facts', async () => {
    const { pointer } = await state(`${fresh('lantern')}/oil`, 'whale oil')
    const writer = await cairn.as('acme', { scopes: ['library:write'] })
    const path = `${at('passages')}/from-pointer`
    expect(codeOf(await writer.json('POST', path, { body: { pointer } }))).toBe('403 insufficient_scope')
  })
})

describe('the check of a notebook', () => {
  test('changes nothing, and tells each citation that fails and why', async () => {
    const { source, notebook, citation } = await cited()
    const fabricated = await post('citations', {
      message_id: 'm',
      claim: 'It says «every 30 days».',
      passage_ids: citation.passage_ids,
      support: 'supports',
    })
    await put('notebooks', notebook.id, { ...notebook, citation_ids: [citation.id, fabricated.body.id] })
    const before = await get('notebooks', notebook.id)
    expect(await check(notebook.id)).toEqual([
      { citation_id: citation.id, verdict: 'holds', reasons: [] },
      { citation_id: fabricated.body.id, verdict: 'fails', reasons: ['quote_missing'] },
    ])
    expect((await get('notebooks', notebook.id)).headers.get('consistency-token')).toBe(
      before.headers.get('consistency-token'),
    )
    await put('sources', source.id, { ...SOURCE, retrieved_at: '2026-12-01T00:00:00Z' })
    const reasons = (await check(notebook.id)).map((one: { reasons: string[] }) => one.reasons)
    expect(reasons).toEqual([['source_changed'], ['source_changed', 'quote_missing']])
  })

  test('applied, makes what fails unverified, and needs the scope to write', async () => {
    const { notebook, citation, source } = await cited()
    await put('sources', source.id, { ...SOURCE, uri: 'https://example.org/other' })
    const reader = await cairn.as('acme', { scopes: ['library:read'] })
    const path = `${at('notebooks', notebook.id)}/check`
    expect((await reader.json('POST', path)).status).toBe(200)
    expect(codeOf(await reader.json('POST', `${path}?apply=true`))).toBe('403 insufficient_scope')
    expect(await check(notebook.id, '?apply=true')).toEqual([
      { citation_id: citation.id, verdict: 'fails', reasons: ['source_changed'] },
    ])
    expect((await get('citations', citation.id)).body.support).toBe('unverified')
    expect((await get('notebooks', notebook.id)).body.status).toBe('open')
  })
})

describe('the export of a notebook', () => {
  test('as JSON has all that it lists and cites', async () => {
    const { source, passage, citation, notebook } = await cited()
    const { body } = await acme.json('GET', `${at('notebooks', notebook.id)}/export`)
    expect(body).toEqual({ notebook, citations: [citation], passages: [passage], sources: [source] })
  })

  test('as Markdown says of a claim that its passages do not hold why', async () => {
    const { notebook } = await cited('Rotate the key every 90 days.', 'It says “every 30 days”.')
    const answer = await acme.send('GET', `${at('notebooks', notebook.id)}/export?format=markdown`)
    expect(await answer.text()).toContain('(supports; does not hold: quote missing)')
  })

  test('as Markdown has footnotes, and no stored text is markup', async () => {
    const hostile = '# <b>x</b> [a](javascript:b) `c` *d* | ![e](f)\n\n[^1]: gone'
    const { notebook } = await cited(hostile, `see “${hostile}”`)
    const answer = await acme.send('GET', `${at('notebooks', notebook.id)}/export?format=markdown`)
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    const escaped =
      '\\# &lt;b&gt;x&lt;/b&gt; \\[a\\]\\(javascript\\:b\\) \\`c\\` \\*d\\* \\| \\!\\[e\\]\\(f\\) \\[\\^1\\]\\: gone'
    expect((await answer.text()).replace(/Updated: \S+/, 'Updated: T.')).toBe(
      [
        '# How often?',
        'Status: answered. Updated: T.',
        '## Findings',
        `- see “${escaped}”[^1] (supports)`,
        '## Sources',
        '- Keys, primary, retrieved 2026-11-30T09:30:00Z',
        `[^1]: “${escaped}” (Keys)\n`,
      ].join('\n\n'),
    )
  })

  test('of more passages than are read at once is whole', async () => {
    const source = (await post('sources', SOURCE)).body
    const ids = Array.from({ length: 512 }, (_, n) => `many-${n}`)
    for (let from = 0; from < ids.length; from += 64)
      await Promise.all(
        ids
          .slice(from, from + 64)
          .map((id) => post('passages', { id, source_id: source.id, text: `text ${id}` })),
      )
    const citation_ids = []
    for (let from = 0; from < ids.length; from += 32) {
      const cites = {
        message_id: 'm',
        claim: 'x',
        passage_ids: ids.slice(from, from + 32),
        support: 'supports',
      }
      citation_ids.push((await post('citations', cites)).body.id)
    }
    const { id } = (await post('notebooks', { ...NOTEBOOK, citation_ids })).body
    const { body } = await acme.json('GET', `${at('notebooks', id)}/export`)
    expect(body.passages.map((passage: { id: string }) => passage.id)).toEqual(ids)
    expect(body.sources).toEqual([source])
    const answer = await acme.send('GET', `${at('notebooks', id)}/export?format=markdown`)
    expect([...(await answer.text()).matchAll(/^\[\^\d+\]: /gm)]).toHaveLength(512)
  })
})
