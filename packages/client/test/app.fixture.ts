import { type Client, createClient, Refused, Unreachable } from '@cairn/client'

const client: Client = createClient({ baseUrl: 'http://127.0.0.1:9', retries: 0 })
try {
  const found = await client.search({ query: 'x', hydrate: 'full' })
  const bodies: number = found.content.length
  console.log(bodies)
  // @ts-expect-error nothing of that name is answered
  console.log(found.nothing)
} catch (error) {
  if (error instanceof Refused) console.log(error.code.length)
  if (error instanceof Unreachable) console.log(error.name, error.why)
}
