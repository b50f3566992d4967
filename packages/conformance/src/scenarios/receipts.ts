import { commitmentOf, type Opening, type VerificationKey, verifyReceipt } from '@cairn/contract/receipts'
import { SOURCE } from '../corpus.ts'
import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { codeOf, linesOf, member } from '../read.ts'
import type { Scenario } from '../scenario.ts'

/** What a write leaves behind, verified without believing the service. */
export const RECEIPT_SCENARIOS: readonly Scenario[] = [
  {
    id: 'receipts',
    title: 'Write a document and verify its receipt offline; nobody else reads it',
    callsMax: 6,
    judges: ['writes-leave-receipts', 'receipts-verify-offline'],
    since: { contract: '1.2.0', of: ['library'] },
    run: async (probe) => {
      const document = `receipted-${probe.state.id}`
      const written = await probe.need('addDocuments', {
        path: { id: SOURCE },
        json: { id: document, text: `A document that leaves a receipt in run ${probe.state.id}.` },
      })
      const id = linesOf(written)[0]?.receipt
      const isNamed = typeof id === 'string' && id !== ''
      probe.judge('writes-leave-receipts', written, isNamed ? null : 'the answer line names no receipt')
      if (!isNamed) return
      await expectGenuine(probe, { id, document, written })
      const foreign = await probe.send('getReceipt', { side: 'b', path: { id } })
      const isHidden = foreign.status === 404 && codeOf(foreign) === 'receipt_not_found'
      probe.judge(
        'writes-leave-receipts',
        foreign,
        isHidden ? null : `to another tenant the receipt answered ${foreign.status} ${codeOf(foreign)}`,
      )
      await probe.send('deleteDocument', { path: { id: SOURCE, document } })
    },
  },
]

interface Written {
  readonly id: string
  readonly document: string
  readonly written: Exchange
}

async function expectGenuine(probe: Probe, { id, document, written }: Written): Promise<void> {
  const stored = await probe.need('getReceipt', { path: { id } })
  const keys = member((await probe.need('receiptKeys', { token: null })).json, 'keys')
  const shown = await probe.need('receiptVerification', { path: { id } })
  const verified = await verifyReceipt(stored.text, keys as readonly VerificationKey[])
  const why = verified.ok ? null : `${verified.code}: ${verified.message}`
  probe.judge('receipts-verify-offline', [written, stored], why)
  const isSame = member(shown.json, 'receipt') === stored.text && member(shown.json, 'verdict') !== 'refuted'
  probe.judge(
    'receipts-verify-offline',
    [stored, shown],
    isSame ? null : 'its verification is of another text, or refutes it',
  )
  const openings = (member(shown.json, 'openings') ?? []) as readonly Opening[]
  const opening = openings.find(({ name }) => name === `${SOURCE}/${document}`)
  const isSaid = opening !== undefined && stored.text.includes(await commitmentOf(opening))
  probe.judge(
    'receipts-verify-offline',
    [written, shown],
    isSaid ? null : 'no opening shows that the receipt is of the document',
  )
}
