import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Speaker, startCairn, type TestCairn } from '../../test-kit/src/start-cairn.ts'
import { chromiumPath, startBrowser, troublesOf } from './browser.fixture.ts'

const KEYS_TEXT = 'Rotate the signing key every 90 days. The old key verifies for a week.'
const PLACES = {
  search: '/console/search?q=signing+key',
  library: '/console/library',
  source: '/console/library/handbook',
  document: '/console/library/handbook/keys?at=1:0',
  facts: '/console/facts',
  fact: '/console/facts/acme/signing_key',
  sessions: '/console/sessions/chat-42',
  context: '/console/context',
  notebooks: '/console/notebooks',
  notebook: '/console/notebooks/keys',
  conformance: '/console/conformance',
  usage: '/console/usage',
} as const

if (chromiumPath === null)
  console.warn(
    'no Chromium on this machine: the console was not looked at in a browser (CHROMIUM=<path> names one)',
  )

describe.skipIf(chromiumPath === null)('the console in Chromium', () => {
  let cairn: TestCairn
  let browser: Browser
  let token: string

  beforeAll(async () => {
    cairn = await startCairn()
    browser = await startBrowser()
    const { json, token: own } = await cairn.as('reader')
    token = own
    const manifest = { display_name: 'Handbook', kinds: ['doc'], capabilities: { search: true } }
    await json('PUT', '/v1/sources/handbook', { body: manifest })
    for (const [id, text] of [
      ['keys', KEYS_TEXT],
      ['lighthouse', 'The lighthouse keeper retired in 1931.'],
    ] as const)
      await json('POST', '/v1/sources/handbook/documents', { body: { id, title: id, text } })
    for (const [value, valid_from] of [
      ['k-2025', '2025'],
      ['k-2026', '2026-03'],
    ])
      await json('PUT', '/v1/facts/acme/signing_key', { body: { value, valid_from } })
    await json('PUT', '/v1/sessions/chat-42/state', { body: { step: 2 } })
    await makeNotebook(json)
  })
  afterAll(async () => {
    await browser?.close()
    await cairn?.stop()
  })

  async function open(
    address: string,
    { scheme = 'light', width = 1280 }: { scheme?: 'light' | 'dark'; width?: number } = {},
  ): Promise<{ page: Page; context: BrowserContext; troubles: string[] }> {
    const context = await browser.newContext({
      colorScheme: scheme,
      viewport: { width, height: 800 },
      bypassCSP: false,
    })
    const page = await context.newPage()
    const troubles = troublesOf(page, cairn.url)
    await page.goto(`${cairn.url}${address}#token=${token}`)
    await page.locator('main h1, main [data-main-field]').first().waitFor()
    await page.waitForLoadState('networkidle')
    return { page, context, troubles }
  }

  for (const scheme of ['light', 'dark'] as const)
    it.each(Object.entries(PLACES))(
      `%s is whole, accessible and fits every width, ${scheme}`,
      async (_, address) => {
        const { page, context, troubles } = await open(address, { scheme })
        for (const width of [360, 1280, 2560]) {
          await page.setViewportSize({ width, height: 800 })
          expect([width, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([
            width,
            width,
          ])
        }
        expect(await page.locator('.note.trouble').count()).toBe(0)
        expect(await seriousFindings(page)).toEqual([])
        expect(troubles).toEqual([])
        await context.close()
      },
    )

  it('a token from a link is taken out of the address, kept in the tab, and gone after signing out', async () => {
    const { page, context } = await open('/console/usage')
    expect(page.url()).toBe(`${cairn.url}/console/usage`)
    await page.reload()
    await page.getByRole('heading', { name: 'Usage' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Access token').fill('nonsense')
    await page.keyboard.press('Enter')
    await page.getByText('That is no token').waitFor()
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
    await context.close()
  })

  it('with the keyboard alone: ask, go to a pointer, read it, fold it, and the meter runs', async () => {
    const { page, context } = await open('/console/library')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Skip to the content')
    await page.goto(`${cairn.url}/console/search`)
    await page.keyboard.press('/')
    await page.keyboard.type('how often is the signing key rotated')
    await page.locator('button.turn').first().waitFor()
    const before = await page.locator('.meter strong').first().textContent()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('pre.text').waitFor()
    expect(await page.locator('pre.text').textContent()).toBe(KEYS_TEXT)
    expect(await page.locator('.meter strong').first().textContent()).not.toBe(before)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-expanded'))).toBe('true')
    await page.keyboard.press('Enter')
    await page.locator('pre.text').waitFor({ state: 'detached' })
    await page.keyboard.press('e')
    await page.locator('pre.text').waitFor()
    await context.close()
  })

  it('a bundle is laid out against its budget, with its bodies in place', async () => {
    const { page, context } = await open(PLACES.context)
    await page.getByLabel('Task or question').fill('rotate the signing key')
    await page.keyboard.press('Enter')
    await page.getByText(/of \d+ candidates/).waitFor()
    await page.locator('summary', { hasText: 'handbook' }).first().click()
    await page.locator('pre.text', { hasText: 'Rotate the signing key' }).waitFor()
    await context.close()
  })

  it('a bundle is judged by the contract where it is shown, and its signed receipt verified', async () => {
    const { page, context } = await open(PLACES.context)
    await page.getByLabel('Task or question').fill('rotate the signing key, judged')
    await page.keyboard.press('Enter')
    await page.getByText('adds up').waitFor()
    await page
      .getByText(/^Signed receipt/)
      .getByText(/pending|verified/)
      .first()
      .waitFor()
    await context.close()
  })

  it('a claim that its passage does not hold is marked, and a passage leads to its place in the document', async () => {
    const { page, context } = await open(PLACES.notebook)
    await page.getByText('quote_missing').waitFor()
    expect(await page.locator('.claims > li').count()).toBe(2)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as Markdown' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('keys.md')
    await page.locator('blockquote a').first().click()
    await page.locator('mark', { hasText: 'Rotate the signing key' }).waitFor()
    await context.close()
  })

  it('filters narrow what is found, by source and by when it was written', async () => {
    const { json } = await cairn.as('reader')
    await json('PUT', '/v1/sources/log', { body: { display_name: 'Log' } })
    const written = { id: 'old', text: 'The signing key was lost.', created_at: '2020-01-02T03:04:05Z' }
    await json('POST', '/v1/sources/log/documents', { body: written })
    const { page, context } = await open('/console/search?q=signing+key&source=log')
    await page.locator('button.turn').first().waitFor()
    expect(await page.locator('button.turn').allTextContents()).toEqual([expect.stringContaining('was lost')])
    expect(await page.locator('.pointer time').first().getAttribute('datetime')).toBe(
      '2020-01-02T03:04:05.000Z',
    )
    await page.getByLabel('written since').fill('2021-01-01')
    await page.getByRole('heading', { name: 'Nothing was found' }).waitFor()
    expect(page.url()).toContain('since=2021-01-01')
    await context.close()
  })

  it('a passage lights up in its document', async () => {
    const { page, context } = await open(PLACES.document)
    expect(await page.locator('mark').textContent()).toBe(KEYS_TEXT)
    await context.close()
  })

  it('the slider asks what held then, and the timeline shows which', async () => {
    const { page, context } = await open(PLACES.fact)
    await page.locator('.held', { hasText: 'k-2026' }).waitFor()
    await page.getByRole('slider').fill(String(Date.UTC(2025, 6, 1)))
    await page.locator('.held', { hasText: 'k-2025' }).waitFor()
    await page.locator('tr.holds', { hasText: 'k-2025' }).waitFor()
    await context.close()
  })

  it('a retracted fact is marked where it stands in its history', async () => {
    const { json } = await cairn.as('reader')
    const put = (value: string) => json('PUT', '/v1/facts/acme/owner', { body: { value } })
    const { body: wrong } = await put('Mallory')
    await json('POST', '/v1/facts/acme/owner/retract', {
      body: { fact_id: wrong.fact_id, reason: 'a typing error' },
    })
    const { page, context } = await open('/console/facts/acme/owner')
    await page.locator('tr.retracted', { hasText: /Mallory.*retracted 20.*: a typing error/ }).waitFor()
    await page.locator('.held', { hasText: 'nothing held' }).waitFor()
    await page.getByText('Why this holds').click()
    await page.locator('details li', { hasText: 'a typing error' }).waitFor()
    await context.close()
  })

  it('a requirement that failed opens the exchange that shows it', async () => {
    const { page, context } = await open('/console/usage')
    const failure = {
      scenario: 's',
      why: 'found 500',
      exchanges: [
        {
          request: { method: 'GET', address: '/v1/facts?entity=a', headers: {}, body: null },
          response: { status: 500, headers: {}, body: 'no' },
        },
      ],
    }
    const result = {
      worker: 'facts',
      requirement: 'no-server-error',
      keyword: 'MUST',
      authority: 'cairn',
      layer: 'L3',
      text: 'No 5xx.',
      outcome: 'fail',
      judged: 1,
      why: ['found 500'],
      failures: [failure],
    }
    // A fake report: a Worker that fails is not to be had from one that works.
    await page.route('**/v1/conformance/runs/broken', (route) =>
      route.fulfill({
        headers: { 'contract-version': '1.3.0' },
        json: {
          id: 'broken',
          status: 'finished',
          remaining: 0,
          verdict: { crc_v1: false, cairn: false },
          totals: { pass: 0, fail: 1, 'not exercised': 0 },
          results: [result],
          text: '',
        },
      }),
    )
    await page.goto(`${cairn.url}/console/conformance/broken`)
    await page.locator('summary', { hasText: 'No 5xx.' }).click()
    await page.locator('pre.text', { hasText: 'GET /v1/facts?entity=a' }).waitFor()
    expect(await page.locator('.matrix td.bad').count()).toBe(1)
    await context.close()
  })

  it('files that are chosen become documents, and what is no text is named', async () => {
    const { page, context } = await open('/console/library/dropped')
    await page.locator('input[type=file]').setInputFiles([
      { name: 'tides.md', mimeType: 'text/markdown', buffer: Buffer.from('# Tides\n\nHigh water at noon.') },
      { name: 'cat.png', mimeType: 'image/png', buffer: Buffer.from([1, 2, 3]) },
    ])
    await page.getByText('1 of 1 stored; not text: cat.png').waitFor()
    await page
      .getByRole('link', { name: 'Tides' })
      .or(page.getByRole('link', { name: 'tides.md' }))
      .first()
      .waitFor()
    await context.close()
  })

  it('stored text is text: what looks like HTML is shown, not run', async () => {
    const { json } = await cairn.as('reader')
    const hostile = '<img src=x onerror="document.title=1"><script>document.title=1</script> zeppelin'
    await json('POST', '/v1/sources/handbook/documents', {
      body: { id: hostile.slice(0, 60), text: hostile, format: 'plain' },
    })
    const { page, context, troubles } = await open('/console/search?q=zeppelin')
    await page.locator('button.turn').first().click()
    await page.locator('pre.text').waitFor()
    expect(await page.locator('pre.text').textContent()).toBe(hostile)
    expect(await page.title()).toBe('Search · Cairn')
    expect(await page.locator('main img, main script').count()).toBe(0)
    expect(troubles).toEqual([])
    await context.close()
  })
})

/** Findings of axe that are serious or worse, by rule and place. Its source runs as a test's own, which the policy of the page allows to nobody else. */
async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run())
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))
}

/** A notebook of two claims that quote one passage: one quotation is in it, the other is not. */
async function makeNotebook(json: Speaker['json']): Promise<void> {
  const { body: found } = await json('GET', '/v1/query/search?query=signing+key')
  const { body: passage } = await json('POST', '/v1/research/passages/from-pointer', {
    body: { pointer: found.pointers[0].id },
  })
  const claims = { c1: 'Keys rotate “every 90 days”.', c2: 'Keys rotate “every fortnight”.' }
  for (const [id, claim] of Object.entries(claims))
    await json('POST', '/v1/research/citations', {
      body: { id, message_id: 'm1', claim, passage_ids: [passage.id], support: 'supports' },
    })
  await json('POST', '/v1/research/notebooks', {
    body: {
      id: 'keys',
      conversation_id: 'console',
      question: 'How often do keys rotate?',
      status: 'open',
      source_ids: [passage.source_id],
      passage_ids: [passage.id],
      citation_ids: Object.keys(claims),
      assumptions: ['The handbook is current.'],
      unresolved_questions: [],
    },
  })
}
