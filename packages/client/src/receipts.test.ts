import { expect, test } from 'vitest'
import { signer } from '../../contract/test/receipt-log.ts'
import { receiptInLog, verifyReceipt } from './receipts.ts'

const statement = { type: 'cairn.receipt.v1', receipt_id: 'r1', namespace: 'default', commit_id: 'c1' }

test('a receipt verifies offline, and not with another key, nor with any one of its characters changed', async () => {
  const { key, sign } = await signer('k1')
  const text = await sign(statement)
  expect(await verifyReceipt(text, [key])).toMatchObject({ ok: true, statement })
  const stranger = await signer('k1')
  expect(await verifyReceipt(text, [stranger.key])).toMatchObject({ ok: false })
  for (let at = 0; at < text.length; at++) {
    const changed = text.slice(0, at) + (text[at] === 'x' ? 'y' : 'x') + text.slice(at + 1)
    expect((await verifyReceipt(changed, [key])).ok, `character ${at}`).toBe(false)
  }
})

test('a receipt is in the log of a checkpoint that is its root, and in no other', async () => {
  const { key, sign } = await signer('k1')
  const receipt = await sign(statement)
  const bytes = new TextEncoder().encode(
    '{"commit_id":"c1","namespace":"default","receipt_id":"r1","type":"cairn.receipt.v1"}',
  )
  const leaf = new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.of(0, ...bytes)))
  const root = `sha256:${Array.from(leaf, (byte) => byte.toString(16).padStart(2, '0')).join('')}` as const
  const checkpoint = (of: string) =>
    sign({ type: 'cairn.checkpoint.v1', namespace: 'default', size: 1, root: of })
  const proof = { index: 0, hashes: [] }
  expect(
    await receiptInLog({ receipt, checkpoint: await checkpoint(root), proof, keys: [key] }),
  ).toMatchObject({ ok: true })
  const other = root.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  expect(
    await receiptInLog({ receipt, checkpoint: await checkpoint(other), proof, keys: [key] }),
  ).toMatchObject({ ok: false })
})
