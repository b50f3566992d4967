import type { Speaker } from '@cairn/test-kit/start-cairn'

/** Facts of an entity: four properties, of which the first was stated twice, so that a fifth of all facts is superseded. */
export const FACTS_AN_ENTITY = 5
const ENTITIES_A_BATCH = 20
/** Requests between two merges. */
const MERGE_EVERY = 50
const CITIES = ['Vienna', 'Graz', 'Linz', 'Salzburg', 'Innsbruck', 'Bregenz', 'Eisenstadt'] as const

/** What is stated of one entity, oldest first. */
export function factsOf(entity: number) {
  const stated = (key: string, value: unknown, valid_from: string) => ({
    entity: `person-${entity}`,
    key,
    value,
    valid_from,
    confidence: 0.9,
  })
  const city = (n: number) => CITIES[(entity + n) % CITIES.length]!
  return [
    stated('lives_in', city(0), '2020'),
    stated('lives_in', city(1), '2022'),
    stated('works_at', `Company ${entity % 997}`, '2021'),
    stated('born', 1930 + (entity % 80), '2020-02'),
    stated('speaks', ['de', 'en'], '2019-05-01'),
  ]
}

/** States the facts of so many entities, 100 facts a request, and merges on the way as a deployment's cron does. */
export async function fillFacts(speaker: Speaker, namespace: string, entities: number): Promise<void> {
  for (let from = 0, sent = 0; from < entities; from += ENTITIES_A_BATCH) {
    const range = Array.from({ length: Math.min(ENTITIES_A_BATCH, entities - from) }, (_, n) => from + n)
    const { status, body } = await speaker.json('POST', `/v1/facts/batch?namespace=${namespace}`, {
      body: { facts: range.flatMap(factsOf) },
    })
    if (status !== 200) throw new Error(`a batch answered ${status}: ${JSON.stringify(body)}`)
    sent += 1
    if (sent % MERGE_EVERY === 0) await merge(speaker, namespace)
  }
  await merge(speaker, namespace)
}

async function merge(speaker: Speaker, namespace: string): Promise<void> {
  for (let step = 0; step < 10; step++) {
    const { body } = await speaker.json('POST', `/v1/maintenance/step?namespace=${namespace}`)
    if (!body.more) return
  }
}
