import type { Exchange } from '../exchange.ts'
import { codeOf, contentOf, envelopeOf, objects, pointerIds } from '../read.ts'
import type { Scenario } from '../scenario.ts'
import { somePointers } from './reads.ts'

const UNKNOWN = '999999999:0'

/** What fetch-content does with lists of refs. */
export const ADDRESSED_SCENARIOS: readonly Scenario[] = [
  {
    id: 'refs-in-order',
    title: 'Fetch refs out of order and repeated',
    callsMax: 3,
    judges: ['refs-once-in-order'],
    run: async (probe) => {
      const [first = '', second = '', third = ''] = await somePointers(probe)
      const refs = [third, first, third, second, first]
      const expected = [third, first, second].join(' ')
      for (const hydrate of ['pointer', 'full']) {
        const fetched = await probe.need('fetchContent', { json: { refs, hydrate } })
        const found = pointerIds(fetched).join(' ')
        const bodies = contentOf(fetched)
          .map(({ id }) => id)
          .join(' ')
        const isOrdered = found === expected && (hydrate === 'pointer' || bodies === expected)
        probe.judge(
          'refs-once-in-order',
          fetched,
          isOrdered ? null : `found [${found}], expected [${expected}]`,
        )
      }
    },
  },
  {
    id: 'refs-failing',
    title: 'Fetch refs of which some were never printed',
    callsMax: 4,
    judges: ['failing-refs-stand-beside'],
    run: async (probe) => {
      const refs = await somePointers(probe, 'walkabout', 2)
      const mixed = await probe.send('fetchContent', {
        json: { refs: [UNKNOWN, ...refs, 'no pointer'], hydrate: 'full' },
      })
      probe.judge('failing-refs-stand-beside', mixed, besideFinding(mixed, refs))
      const none = await probe.send('fetchContent', { json: { refs: [UNKNOWN, 'no pointer'] } })
      const isTold = none.status === 404 && codeOf(none) === 'pointer_not_found'
      probe.judge(
        'failing-refs-stand-beside',
        none,
        isTold ? null : `only unknown refs answered ${none.status} ${codeOf(none)}`,
      )
    },
  },
]

function besideFinding(mixed: Exchange, refs: readonly string[]): string | null {
  if (mixed.status !== 200) return `answered ${mixed.status}, expected 200`
  const unavailable = objects(envelopeOf(mixed).unavailable).map(({ id, code }) => `${id} ${code}`)
  const expected = [`${UNKNOWN} pointer_not_found`, 'no pointer pointer_not_found']
  if (unavailable.join() !== expected.join())
    return `unavailable is [${unavailable.join()}], expected [${expected.join()}]`
  return pointerIds(mixed).join() === refs.join()
    ? null
    : `pointers are [${pointerIds(mixed)}], expected [${refs}]`
}
