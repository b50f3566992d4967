import { type Answer, type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { countTokens } from '@cairn/text/tokens'
import { afterAll, beforeAll, expect, it } from 'vitest'

let cairn: TestCairn
let speaker: Speaker

const PAGE = `<!doctype html><html><head><title>Falcons &amp; owls</title><style>.kestrel { color: red }</style>
<script>const secretwidget = "<p>kestrel</p>"</script></head><body class="bodyclass"><!-- editorial remark -->
<h1>Falcons &amp; owls</h1><p>The peregrine reaches <b>389</b>&nbsp;km/h &mdash; faster than any car on a motor<wbr>way.</p>
<img src="nest.jpg" alt="An eyrie on a cliff"><p>${'Owls hunt at night and hear mice under deep snow. '.repeat(12)}</p></body></html>`

beforeAll(async () => {
  cairn = await startCairn()
  speaker = await cairn.as('reader')
  await speaker.json('PUT', '/v1/sources/pages', { body: { display_name: 'Pages' } })
  const document = { id: 'falcons', format: 'html', text: PAGE }
  const sent = await speaker.json('POST', '/v1/sources/pages/documents', { body: document })
  expect(sent.body.status).toBe('created')
})
afterAll(() => cairn.stop())

const search = (query: string, more: object = {}): Promise<Answer> =>
  speaker.json('POST', '/v1/query/search', { body: { query, ...more } })

it('an HTML page is found by what a reader sees of it', async () => {
  for (const query of ['peregrine motorway', 'falcons & owls', 'eyrie', '389 km/h'])
    expect((await search(query)).body.pointers.length, query).toBeGreaterThan(0)
})

it('an HTML page is not found by its tags, scripts, styles, comments and entities', async () => {
  for (const query of [
    'secretwidget',
    'kestrel',
    'bodyclass',
    'editorial remark',
    'doctype',
    'nbsp',
    'mdash',
    'wbr',
  ])
    expect((await search(query)).body.pointers, query).toEqual([])
})

it('epitomes and summaries of an HTML page show no markup, and a summary costs what it says', async () => {
  const pointers = await search('how fast is the peregrine')
  expect(pointers.body.pointers[0].epitome).toContain(
    'The peregrine reaches 389\u00a0km/h — faster than any car',
  )
  expect(pointers.body.pointers[0].epitome).not.toMatch(/[<>]|&\w+;/)
  const summary = await search('owls hunt', { hydrate: 'summary' })
  const [item] = summary.body.content
  expect(item.text).not.toMatch(/[<>]|&\w+;/)
  expect(item.token_count).toBe(countTokens(item.text))
  const addressed = await speaker.json('POST', '/v1/query/fetch-content', {
    body: { refs: [pointers.body.pointers[0].id], hydrate: 'pointer' },
  })
  expect(addressed.body.pointers[0].epitome).not.toMatch(/[<>]|&\w+;/)
})

it('the passages of an HTML page are stored, fetched and searched out byte for byte', async () => {
  const full = await search('peregrine', { hydrate: 'full' })
  const [item] = full.body.content
  expect(PAGE).toContain(item.text)
  expect(item.text).toContain('<b>389</b>&nbsp;km/h &mdash;')
  const fetched = await speaker.json('POST', '/v1/query/fetch-content', {
    body: { refs: [item.id], hydrate: 'full' },
  })
  expect(fetched.body.content).toEqual([item])
  const legacy = await speaker.json('POST', '/v1/query/search?contract=legacy', {
    body: { query: 'peregrine' },
  })
  expect(legacy.body.results[0].content).toBe(item.text)
})

it('a deleted HTML page leaves nothing behind in what words count for', async () => {
  const add = (id: string, text: string, format = 'plain') =>
    speaker.json('POST', '/v1/sources/pages/documents', { body: { id, text, format } })
  await add('a', 'Gannets dive for herring.')
  await add('b', 'Herring swim in shoals near gannets and puffins.')
  const before = await search('herring gannets', { detail: 'full' })
  await add('c', '<p title="Herring">Gannets &amp; herring</p>', 'html')
  expect((await search('herring gannets')).body.pointers.length).toBe(3)
  await speaker.send('DELETE', '/v1/sources/pages/documents/c')
  const after = await search('herring gannets', { detail: 'full' })
  expect(after.body.pointers).toEqual(before.body.pointers)
})
