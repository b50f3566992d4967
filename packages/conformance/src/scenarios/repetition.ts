import type { CallOptions } from '../call.ts'
import { SOURCE } from '../corpus.ts'
import type { Probe } from '../probe.ts'
import type { Scenario } from '../scenario.ts'
import { READS, somePointers } from './reads.ts'

/** The same request again, and again with its ETag. */
export const REPETITION_SCENARIOS: readonly Scenario[] = [
  {
    id: 'same-bytes',
    title: 'Every CRC read twice: the same bytes',
    callsMax: 18,
    judges: ['same-request-same-bytes'],
    run: async (probe) => {
      for (const { operation, options } of READS) {
        const call = await options(probe)
        const [first, second] = [await probe.need(operation, call), await probe.need(operation, call)]
        const isSame = withoutAge(first.text) === withoutAge(second.text)
        probe.judge(
          'same-request-same-bytes',
          [first, second],
          isSame ? null : 'the second answer differs from the first',
        )
      }
    },
  },
  {
    id: 'etags',
    title: 'GET again with the ETag: 304 and no body',
    callsMax: 9,
    judges: ['etag-spares-the-body'],
    run: async (probe) => {
      const refs = (await somePointers(probe)).join(',')
      await sendAgain(probe, 'searchByQuery', { query: { query: 'walkabout' } })
      await sendAgain(probe, 'fetchContentByQuery', { query: { refs } })
      await sendAgain(probe, 'sessionState', { path: { id: 'conformance' } })
      await sendAgain(probe, 'getDocument', { path: { id: SOURCE, document: 'walk/00' } })
    },
  },
]

async function sendAgain(probe: Probe, operation: string, call: CallOptions): Promise<void> {
  const first = await probe.need(operation, call)
  const etag = first.headers.get('etag')
  if (etag === null) {
    probe.judge('etag-spares-the-body', first, 'there is no ETag')
    return
  }
  const again = await probe.send(operation, { ...call, headers: { 'if-none-match': etag } })
  const isSpared = again.status === 304 && again.text === ''
  probe.judge(
    'etag-spares-the-body',
    [first, again],
    isSpared ? null : `answered ${again.status} with ${again.text.length} characters`,
  )
}

/** How old a fact is may change between two readings; nothing else may. */
function withoutAge(text: string): string {
  return text.replace(/"(age_hours|effective_confidence)":[^,}]*/g, '"$1":0')
}
