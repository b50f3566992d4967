import path from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { expect, test } from 'vitest'
import { startCairn } from '../../test-kit/src/start-cairn.ts'

/** A Worker that stores, finds and reads, and answers with what it read. */
const WORKER = `
import { createClient } from '@cairn/client'
export default {
  async fetch(request, env) {
    const client = createClient({ baseUrl: env.CAIRN_URL, token: env.CAIRN_TOKEN, validate: true })
    await client.putSource({ source: 'notes', manifest: {} })
    const documents = ['Lanterns burn oil.', 'Lighthouses have keepers.'].map((text, n) => ({ id: 'd' + n, text }))
    const statuses = []
    for await (const { status } of client.addDocuments({ source: 'notes', documents })) statuses.push(status)
    const found = await client.search({ query: 'keepers' })
    const { items, tokens } = await client.hydrate(found, { budget: 50 })
    const late = await client.health({}, { signal: AbortSignal.abort(new Error('no')) }).catch(({ message }) => message)
    return Response.json({ statuses, texts: items.map(({ text }) => text), isWithin: tokens <= 50, late })
  },
}`

async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: WORKER, resolveDir: path.join(import.meta.dirname, '..') },
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    write: false,
  })
  return outputFiles[0]!.text
}

test('the client works inside a Worker, its validators too', async () => {
  const cairn = await startCairn()
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      modules: [{ type: 'ESModule', path: 'index.js', contents: await bundled() }],
      compatibilityDate: '2026-08-01',
      bindings: { CAIRN_URL: cairn.url, CAIRN_TOKEN: await cairn.token('acme') },
    }),
  )
  try {
    const answer = await miniflare.dispatchFetch('http://worker.test/')
    expect(await answer.json()).toEqual({
      statuses: ['created', 'created'],
      texts: ['Lighthouses have keepers.'],
      isWithin: true,
      late: 'no',
    })
  } finally {
    await miniflare.dispose()
    await cairn.stop()
  }
})
