import { PROBLEMS, type ProblemCode } from '@cairn/contract/problems'
import type { CallOptions } from '../call.ts'
import { CannotExercise } from '../cannot-exercise.ts'
import { SOURCE } from '../corpus.ts'
import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { codeOf, contentOf, costOf, member, memoriesOf, nextOf, pointersOf } from '../read.ts'
import type { Scenario } from '../scenario.ts'

const PLAYBOOKS_MAX = 12

/** Looking for what is not there. */
export const EMPTINESS_SCENARIOS: readonly Scenario[] = [
  {
    id: 'nothing-found',
    title: 'Search and list what nobody stored: an empty answer that says where to turn',
    callsMax: 4,
    judges: ['nothing-found-is-empty'],
    run: async (probe) => {
      for (const hydrate of ['pointer', 'full'])
        expectEmpty(probe, await probe.send('search', { json: { query: 'zzyzxq quuxleworp', hydrate } }))
      expectEmpty(probe, await probe.send('search', { json: { query: 'Сергей' } }))
      expectEmpty(probe, await probe.send('listFacts', { query: { entity: 'nobody-at-all' } }))
    },
  },
  {
    id: 'absent-by-name',
    title: 'Ask by name for what was never there: 404 and the playbook of the catalogue',
    callsMax: 7,
    judges: ['absent-is-told'],
    run: async (probe) => {
      await expectAbsent(probe, 'fetchContent', { json: { refs: ['999999999:0'] } }, 'pointer_not_found')
      await expectAbsent(probe, 'getFact', { path: { entity: 'nobody-at-all', key: 'x' } }, 'fact_not_found')
      await expectAbsent(
        probe,
        'factHistory',
        { path: { entity: 'nobody-at-all', key: 'x' } },
        'fact_not_found',
      )
      await expectAbsent(probe, 'sessionState', { path: { id: 'nobody-at-all' } }, 'session_not_found')
      await expectAbsent(probe, 'getSource', { path: { id: 'nothing-at-all' } }, 'source_not_found')
      await expectAbsent(
        probe,
        'getDocument',
        { path: { id: SOURCE, document: 'never/was' } },
        'document_not_found',
      )
      await expectAbsent(probe, 'getTopic', { path: { topic: 'never-a-topic' } }, 'topic_not_found')
    },
  },
  {
    id: 'playbooks',
    title: 'Every resolution pointer that the run met is a topic',
    callsMax: PLAYBOOKS_MAX + 2,
    judges: ['resolution-pointer-resolves'],
    run: async (probe) => {
      await probe.send('search', { json: { query: 'zzyzxq quuxleworp' } })
      await probe.send('getFact', { path: { entity: 'nobody-at-all', key: 'x' } })
      const printed = probe.state.resolutionPointers
      if (printed.length === 0) throw new CannotExercise('no answer printed a resolution pointer')
      for (const topic of printed.slice(0, PLAYBOOKS_MAX)) {
        const found = await probe.send('getTopic', { path: { topic } })
        probe.judge(
          'resolution-pointer-resolves',
          found,
          found.status === 200 ? null : `${topic} answered ${found.status}`,
        )
      }
    },
  },
]

function expectEmpty(probe: Probe, exchange: Exchange): void {
  probe.judge('nothing-found-is-empty', exchange, emptyFinding(exchange))
}

function emptyFinding(exchange: Exchange): string | null {
  if (exchange.status !== 200) return `answered ${exchange.status}, expected 200`
  const isSearch = exchange.operation.kind === 'search'
  if (isSearch && !Array.isArray(member(exchange.json, 'pointers')))
    return 'pointers are absent, expected an empty list'
  const shown = pointersOf(exchange).length + contentOf(exchange).length + memoriesOf(exchange).length
  if (shown > 0) return `${shown} things are shown for what nobody stored`
  const { pointer, summary, full } = costOf(exchange)
  if (pointer !== 0 || summary !== 0 || full !== 0)
    return `costs are ${pointer}, ${summary}, ${full}, expected zeros`
  if (isSearch && (member(exchange.json, 'agent_decision') ?? null) === null)
    return 'agent_decision is absent'
  return typeof nextOf(exchange).resolution_pointer === 'string' ? null : 'next.resolution_pointer is absent'
}

async function expectAbsent(
  probe: Probe,
  operation: string,
  call: CallOptions,
  code: ProblemCode,
): Promise<void> {
  const exchange = await probe.send(operation, call)
  const { status } = PROBLEMS[code]
  const isTold = exchange.status === status && codeOf(exchange) === code
  probe.judge(
    'absent-is-told',
    exchange,
    isTold ? null : `answered ${exchange.status} ${codeOf(exchange)}, expected ${status} ${code}`,
  )
}
