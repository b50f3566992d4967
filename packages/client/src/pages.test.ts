import { describe, expect, it } from 'vitest'
import { createClient } from './create-client.ts'
import { fakeService, json, type Seen } from './fake-service.fixture.ts'

/** A list of five pages; the cursor is the number of the page before. */
function fivePages(
  cursorAfter: (page: number) => string | undefined = (page) => (page < 5 ? `${page}` : undefined),
) {
  const service = fakeService(({ url }: Seen) => {
    const page = Number(url.searchParams.get('cursor') ?? 0) + 1
    const cursor = cursorAfter(page)
    return json({ sources: [{ source_id: `s${page}` }], next: cursor === undefined ? {} : { cursor } })
  })
  const client = createClient({ baseUrl: 'http://cairn.test', fetch: service.fetch })
  return { client, requests: service.requests }
}

async function idsOf(walk: AsyncIterable<{ sources: readonly { source_id: string }[] }>): Promise<string[]> {
  const ids: string[] = []
  for await (const { sources } of walk) ids.push(...sources.map(({ source_id }) => source_id))
  return ids
}

describe('pages', () => {
  it('are read to the last, each with the request of the first', async () => {
    const { client, requests } = fivePages()
    expect(await idsOf(client.listSourcesPages({ limit: 1 }, { namespace: 'n' }))).toEqual([
      's1',
      's2',
      's3',
      's4',
      's5',
    ])
    expect(requests.map(({ url }) => url.search)).toEqual([
      '?limit=1&namespace=n',
      ...[1, 2, 3, 4].map((cursor) => `?limit=1&cursor=${cursor}&namespace=n`),
    ])
  })

  it('are asked for when they are wanted', async () => {
    const { client, requests } = fivePages()
    for await (const _ of client.listSourcesPages()) if (requests.length === 2) break
    expect(requests).toHaveLength(2)
  })

  it('go on from a cursor, and end at the bound with the cursor that goes on', async () => {
    const { client } = fivePages()
    expect(await idsOf(client.listSourcesPages({ cursor: '2' }, { pagesMax: 2 }))).toEqual(['s3', 's4'])
    expect(await idsOf(client.listSourcesPages({ cursor: '4' }))).toEqual(['s5'])
  })

  it('do not go round in a circle', async () => {
    const { client, requests } = fivePages((page) => (page === 3 ? '1' : `${page}`))
    await expect(idsOf(client.listSourcesPages())).rejects.toMatchObject({
      name: 'BrokenAnswer',
      why: 'mismatch',
    })
    expect(requests).toHaveLength(3)
  })

  it.each([0, -1, Number.NaN])('are at least one: %d is refused', async (pagesMax) => {
    await expect(idsOf(fivePages().client.listSourcesPages({}, { pagesMax }))).rejects.toThrow(RangeError)
  })
})
