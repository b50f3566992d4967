import type { CallOptions } from '../call.ts'
import { SOURCE } from '../corpus.ts'
import type { Probe } from '../probe.ts'
import { codeOf } from '../read.ts'
import type { Scenario } from '../scenario.ts'

/** Creating twice under one Idempotency-Key. */
export const IDEMPOTENCY_SCENARIOS: readonly Scenario[] = [
  {
    id: 'idempotency',
    title: 'Create twice under one key: the stored answer; another body: 422',
    callsMax: 6,
    judges: ['idempotency-key-is-kept'],
    run: async (probe) => {
      const text = `Created once by run ${probe.state.id}.`
      await createTwice(
        probe,
        'addDocuments',
        { path: { id: SOURCE }, json: { id: 'once', text } },
        { id: 'once', text: 'Another text.' },
      )
      const fact = { entity: 'once', key: 'x', value: 1, valid_from: '2024' }
      await createTwice(probe, 'createFact', { json: fact }, { ...fact, value: 2 })
    },
  },
]

async function createTwice(probe: Probe, operation: string, call: CallOptions, other: object): Promise<void> {
  const headers = { 'idempotency-key': `conformance-${probe.state.id}` }
  const first = await probe.need(operation, { ...call, headers })
  const second = await probe.send(operation, { ...call, headers })
  probe.judge(
    'idempotency-key-is-kept',
    [first, second],
    first.text === second.text ? null : 'the second answer is not the stored one',
  )
  const third = await probe.send(operation, { ...call, json: other, headers })
  const isRefused = third.status === 422 && codeOf(third) === 'idempotency_mismatch'
  probe.judge(
    'idempotency-key-is-kept',
    [first, third],
    isRefused ? null : `another body under the key answered ${third.status} ${codeOf(third)}`,
  )
}
