import type { Speaker } from '@cairn/test-kit/start-cairn'
import { passagesBetween } from './speed/corpus.ts'

/** A variable of a Cairn that is filled: one machine's KV has no lag to wait for. */
export const NAMED_AT_ONCE = { NAMED_AFTER_SECONDS: '0' }

const SOURCE = 'passages'
/** Passages a request; past it what has come in is merged. */
const AT_ONCE = 1000
const STEPS_MAX = 200

/** Sends the first `count` synthetic passages to a namespace, each a document, and lets it be merged until nothing is left to do. */
export async function fillNamespace(speaker: Speaker, namespace: string, count: number): Promise<void> {
  await speaker.json('PUT', `/v1/sources/${SOURCE}?namespace=${namespace}`, { body: {} })
  for (let from = 0; from < count; from += AT_ONCE) {
    await send(speaker, namespace, [from, Math.min(count, from + AT_ONCE)])
    await settle(speaker, 4)
  }
  await settle(speaker, STEPS_MAX)
}

async function send(
  speaker: Speaker,
  namespace: string,
  [from, to]: readonly [number, number],
): Promise<void> {
  const lines = Array.from(passagesBetween(from, to), ({ number, title, text }) =>
    JSON.stringify({ id: `p${number}`, title, text, format: 'plain' }),
  )
  const response = await speaker.send('POST', `/v1/sources/${SOURCE}/documents?namespace=${namespace}`, {
    ndjson: lines.join('\n'),
  })
  const refused = (await response.text()).split('\n').filter((line) => line.includes('"refused"'))
  if (response.status !== 200 || refused.length > 0)
    throw new Error(`the documents were refused: ${response.status} ${refused[0]}`)
}

async function settle(speaker: Speaker, steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    const { body } = await speaker.json('POST', '/v1/maintenance/step')
    if (!body.more) return
  }
}
