import { commitmentOf, type Opening, type VerificationKey, verifyReceipt } from '@cairn/contract/receipts'
import { askBundle, receiptMember } from '../context-corpus.ts'
import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { codeOf, member } from '../read.ts'
import type { Scenario } from '../scenario.ts'
import { SINCE_BUNDLES } from './context.ts'

/** What a bundle leaves behind: itself without bodies, and a signed receipt of exactly that. */
export const CONTEXT_RECEIPT_SCENARIOS: readonly Scenario[] = [
  {
    id: 'context-again',
    title: 'Ask for a bundle twice and read it by its receipt; nobody else reads it',
    callsMax: 5,
    judges: ['same-question-same-bundle', 'bundle-is-read-again'],
    since: SINCE_BUNDLES,
    run: async (probe) => {
      const first = await askBundle(probe, {})
      const second = await askBundle(probe, {})
      const isSame = first.text === second.text
      probe.judge('same-question-same-bundle', [first, second], isSame ? null : 'the two answers differ')
      const path = { id: String(receiptMember(first, 'receipt_id')) }
      const read = await probe.need('contextReceipt', { path })
      const isRead = read.text === withoutBodies(first)
      probe.judge(
        'bundle-is-read-again',
        [first, read],
        isRead ? null : 'it is not read as it was answered, byte for byte',
      )
      for (const side of ['b', 'aside'] as const) {
        const foreign = await probe.send('contextReceipt', { side, path })
        const isHidden = foreign.status === 404 && codeOf(foreign) === 'bundle_not_found'
        probe.judge(
          'bundle-is-read-again',
          foreign,
          isHidden ? null : `to side ${side} it answered ${foreign.status} ${codeOf(foreign)}`,
        )
      }
    },
  },
  {
    id: 'context-signed',
    title: 'Verify offline that the signed receipt of a bundle is of the bytes that are read',
    callsMax: 5,
    judges: ['bundle-is-signed'],
    since: { contract: '1.3.0', of: ['agent', 'library'] },
    run: async (probe) => {
      const gathered = await askBundle(probe, {})
      const id = String(receiptMember(gathered, 'receipt_id'))
      const read = await probe.need('contextReceipt', { path: { id } })
      const signed = gathered.headers.get('receipt')
      const isNamed = signed !== null && signed !== '' && read.headers.get('receipt') === signed
      probe.judge(
        'bundle-is-signed',
        [read, gathered],
        isNamed ? null : 'the bundle and what is read of it name no one signed receipt',
      )
      if (isNamed) await expectSigned(probe, { signed, id, read })
    },
  },
]

function withoutBodies({ json }: Exchange): string {
  return JSON.stringify({
    bundle: member(json, 'bundle'),
    candidates: member(json, 'candidates'),
    receipt: member(json, 'receipt'),
  })
}

interface Signed {
  readonly signed: string
  readonly id: string
  readonly read: Exchange
}

async function expectSigned(probe: Probe, { signed, id, read }: Signed): Promise<void> {
  const stored = await probe.need('getReceipt', { path: { id: signed } })
  const keys = member((await probe.need('receiptKeys', { token: null })).json, 'keys')
  const verified = await verifyReceipt(stored.text, keys as readonly VerificationKey[])
  const why = verified.ok ? null : `${verified.code}: ${verified.message}`
  probe.judge('bundle-is-signed', [read, stored], why)
  const shown = await probe.need('receiptVerification', { path: { id: signed } })
  const openings = (member(shown.json, 'openings') ?? []) as readonly Opening[]
  const opening = openings.find(({ kind, name }) => kind === 'context_bundle' && name === id)
  const isOfIt =
    opening !== undefined &&
    opening.hash === (await sha256Of(read.text)) &&
    stored.text.includes(await commitmentOf(opening))
  probe.judge(
    'bundle-is-signed',
    [read, shown],
    isOfIt ? null : 'no opening shows that it is of the bytes that are read',
  )
}

async function sha256Of(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
