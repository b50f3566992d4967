import { createClient, type DocumentInput } from '@cairn/client'
import { type Speaker, startCairn } from '@cairn/test-kit/start-cairn'
import type { Rank } from './rank.ts'
import type { Group } from './retrieval-set.ts'

/** A running Cairn: `load` fills a namespace with a group and answers with how to ask it, over HTTP. */
export interface CairnUnderTest {
  load(namespace: string, group: Group): Promise<Rank>
  stop(): Promise<void>
}

export async function startCairnUnderTest(): Promise<CairnUnderTest> {
  const cairn = await startCairn()
  const speaker = await cairn.as('bench')
  return {
    stop: () => cairn.stop(),
    load: async (namespace, group) => {
      const body = { display_name: namespace }
      await speaker.json('PUT', `/v1/sources/texts?namespace=${namespace}`, { body })
      const unitOf = new Map<string, string>()
      const client = createClient({ baseUrl: cairn.url, token: speaker.token, namespace })
      const documents = group.documents as readonly DocumentInput[]
      for await (const { id, pointers } of client.addDocuments({ source: 'texts', documents })) {
        const units = group.unitsOf.get(id ?? '') ?? []
        for (const [i, pointer] of pointers.entries())
          unitOf.set(pointer, units[Math.min(i, units.length - 1)]!)
      }
      return (question) => ask(speaker, namespace, question, unitOf)
    },
  }
}

async function ask(
  speaker: Speaker,
  namespace: string,
  query: string,
  unitOf: ReadonlyMap<string, string>,
): Promise<string[]> {
  const { status, body } = await speaker.json('POST', `/v1/query/search?namespace=${namespace}`, {
    body: { query, limit: 30 },
  })
  if (status !== 200) throw new Error(`search answered ${status}: ${JSON.stringify(body)}`)
  return (body.pointers as { id: string }[]).map(({ id }) => unitOf.get(id)!)
}
