import { CannotExercise } from '../cannot-exercise.ts'
import { corpusOf, MARKERS, SOURCE } from '../corpus.ts'
import { SIDES, type Side } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { linesOf } from '../read.ts'
import type { Scenario } from '../scenario.ts'

/** The value of the fact that every side states. */
export const MOTTO = 'Steter Tropfen höhlt den Stein 💧 "sagt man"'
/** A fact whose value is no string, and the RFC 8785 bytes of it. */
export const NUMBERS = {
  value: { b: 1, a: [1, 2.5, null], é: 'x' },
  canonical: '{"a":[1,2.5,null],"b":1,"é":"x"}',
}
/** The state of the session that every side keeps, and the RFC 8785 bytes of it. */
export const STATE = {
  value: { step: 3, plan: ['search', 'read'] },
  canonical: '{"plan":["search","read"],"step":3}',
}

/** Stores the same things at every side; what is there already is left as it is. */
export const SEED_SCENARIOS: readonly Scenario[] = SIDES.map((side) => ({
  id: `seed-${side}`,
  title: `Store the corpus, facts and a session at side ${side}`,
  callsMax: 7,
  judges: ['written-is-found'],
  run: (probe) => seed(probe, side),
}))

async function seed(probe: Probe, side: Side): Promise<void> {
  await probe.need('putSource', {
    side,
    path: { id: SOURCE },
    json: { display_name: 'Conformance', kinds: ['doc'], capabilities: { search: true, exact_get: true } },
  })
  await seedDocuments(probe, side)
  const facts = [
    ['conformance', 'motto', MOTTO],
    ['conformance', 'numbers', NUMBERS.value],
    [`only-${side}`, 'secret', MARKERS[side]],
  ] as const
  for (const [entity, key, value] of facts)
    await probe.need('putFact', {
      side,
      path: { entity, key },
      json: { value, valid_from: '2024-01-01', confidence: 0.9 },
    })
  await probe.need('putSessionState', { side, path: { id: 'conformance' }, json: STATE.value })
  await probe.need('putSessionState', { side, path: { id: `only-${side}` }, json: { secret: MARKERS[side] } })
}

async function seedDocuments(probe: Probe, side: Side): Promise<void> {
  const documents = corpusOf(side).map(({ id, title, text, tags, format }) =>
    JSON.stringify({ id, title, text, tags, format }),
  )
  const answer = await probe.need('addDocuments', {
    side,
    path: { id: SOURCE },
    raw: { type: 'application/x-ndjson', text: `${documents.join('\n')}\n` },
  })
  const lines = linesOf(answer)
  const refused = lines.find((line) => line.status === 'refused')
  if (refused !== undefined)
    throw new CannotExercise(`document ${refused.id} was refused: ${JSON.stringify(refused.problem)}`)
  if (lines.length !== documents.length)
    throw new CannotExercise(`${documents.length} documents were sent and ${lines.length} lines answered`)
}
