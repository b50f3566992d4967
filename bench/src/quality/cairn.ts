import { createClient, type DocumentInput } from '@cairn/client'
import { type Answer, type Speaker, startCairn } from '@cairn/test-kit/start-cairn'
import type { Rank } from './rank.ts'
import type { Group } from './retrieval-set.ts'

/** A running Cairn: `fill` puts a group into a namespace of its own, over HTTP. */
export interface CairnUnderTest {
  fill(namespace: string, group: Group): Promise<Filled>
  stop(): Promise<void>
}

/** A namespace that holds a group. */
export interface Filled {
  /** The unit of each pointer, and the document. */
  readonly unitOf: ReadonlyMap<string, string>
  readonly documentOf: ReadonlyMap<string, string>
  /** The answer to a search, as it was sent. */
  search(body: object): Promise<Answered>
  /** The answer to a fetch of whole bodies, as it was sent. */
  read(refs: readonly string[]): Promise<Answered>
  readonly rank: Rank
}

/** The body of an answer. */
export type Answered = Answer['body']

export async function startCairnUnderTest(): Promise<CairnUnderTest> {
  const cairn = await startCairn()
  const speaker = await cairn.as('bench')
  return {
    stop: () => cairn.stop(),
    fill: async (namespace, group) => {
      const body = { display_name: namespace }
      await speaker.json('PUT', `/v1/sources/texts?namespace=${namespace}`, { body })
      const unitOf = new Map<string, string>()
      const documentOf = new Map<string, string>()
      const client = createClient({ baseUrl: cairn.url, token: speaker.token, namespace })
      const documents = group.documents as readonly DocumentInput[]
      for await (const { id, pointers } of client.addDocuments({ source: 'texts', documents })) {
        const units = group.unitsOf.get(id ?? '') ?? []
        for (const [i, pointer] of pointers.entries()) {
          unitOf.set(pointer, units[Math.min(i, units.length - 1)]!)
          documentOf.set(pointer, id ?? '')
        }
      }
      return filled(speaker, namespace, { unitOf, documentOf })
    },
  }
}

function filled(
  speaker: Speaker,
  namespace: string,
  pointers: Pick<Filled, 'unitOf' | 'documentOf'>,
): Filled {
  const post = async (path: string, body: object): Promise<Answered> => {
    const answer = await speaker.json('POST', `${path}?namespace=${namespace}`, { body })
    if (answer.status !== 200)
      throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const search = (body: object) => post('/v1/query/search', body)
  return {
    ...pointers,
    search,
    read: (refs) => post('/v1/query/fetch-content', { refs, hydrate: 'full' }),
    rank: async (query) => {
      const page = await search({ query, limit: 30 })
      return page.pointers.map(({ id }: { id: string }) => pointers.unitOf.get(id)!)
    },
  }
}
