import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { codeOf, textsOf } from '../read.ts'
import type { Scenario } from '../scenario.ts'

const pathOf = ({ state }: Probe) => ({ id: `lifecycle ${state.id}` })

/** A session written under guard and deleted. */
export const SESSION_SCENARIOS: readonly Scenario[] = [
  {
    id: 'sessions',
    title: 'Store, guard and delete the state of a session',
    callsMax: 8,
    judges: ['written-is-found', 'if-match-guards', 'deleted-is-gone'],
    at: ['facts'],
    run: async (probe) => {
      const first = await probe.need('putSessionState', {
        path: pathOf(probe),
        json: { turn: 1, run: probe.state.id },
      })
      const second = await probe.need('putSessionState', {
        path: pathOf(probe),
        json: { turn: 2 },
        headers: ifMatch(first),
      })
      const stale = await probe.send('putSessionState', {
        path: pathOf(probe),
        json: { turn: 3 },
        headers: ifMatch(first),
      })
      const isStopped = stale.status === 412 && codeOf(stale) === 'precondition_failed'
      probe.judge(
        'if-match-guards',
        [second, stale],
        isStopped ? null : `a stale If-Match answered ${stale.status} ${codeOf(stale)}`,
      )
      await expectState(probe, '{"turn":2}')
      await probe.need('deleteSessionState', { path: pathOf(probe) })
      const gone = await probe.send('sessionState', { path: pathOf(probe) })
      probe.judge(
        'deleted-is-gone',
        gone,
        gone.status === 404 ? null : `a deleted session answered ${gone.status}, expected 404`,
      )
      const history = await probe.send('sessionHistory', { path: pathOf(probe) })
      probe.judge(
        'deleted-is-gone',
        history,
        history.text.includes('"turn"') ? 'a deleted session still shows its versions' : null,
      )
    },
  },
]

async function expectState(probe: Probe, state: string): Promise<void> {
  const read = await probe.need('sessionState', { path: pathOf(probe), query: { hydrate: 'full' } })
  const found = textsOf(read).join()
  const why = found === state ? null : `the state is ${found}, expected ${state}`
  probe.judge('written-is-found', read, why)
  probe.judge('if-match-guards', read, why)
}

/** The ETag that the write was answered with, as it stands: quotes belong to it. */
const ifMatch = (written: Exchange) => ({ 'if-match': written.headers.get('etag') ?? '' })
