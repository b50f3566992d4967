import fc from 'fast-check'
import { expect, test } from 'vitest'
import { growthOf, pathOf, rootOf, signer } from '../../test/receipt-log.ts'
import { canonical } from '../canonical.ts'
import {
  checkpointConsistency,
  leafHash,
  receiptInLog,
  type VerificationKey,
  verifyCheckpoint,
  verifyReceipt,
} from '../receipts.ts'

const [ours, theirs] = await Promise.all([signer('2026-11'), signer('2026-12')])
const keys: readonly VerificationKey[] = [ours.key, theirs.key]
const statement = (n: number, namespace = 'default') => ({
  type: 'cairn.receipt.v1',
  receipt_id: `r${n}`,
  namespace,
  commit_id: `commit-${n}`,
  documents: [{ id: 'handbook/kéys', hash: `sha256:${'ab'.repeat(32)}` }],
})
const receipts = await Promise.all(Array.from({ length: 11 }, (_, n) => ours.sign(statement(n))))
const bytes = await Promise.all(
  receipts.map(async (text) => {
    const verified = await verifyReceipt(text, keys)
    if (!verified.ok) throw new Error(verified.message)
    return verified.bytes
  }),
)
const leaves = await Promise.all(bytes.map(leafHash))
const checkpointOf = async (size: number, namespace = 'default') =>
  ours.sign({ type: 'cairn.checkpoint.v1', namespace, size, root: await rootOf(leaves.slice(0, size)) })
const [first, second] = await Promise.all([checkpointOf(5), checkpointOf(11)])
const codeOf = (verified: { readonly ok: true } | { readonly ok: false; readonly code: string }) =>
  verified.ok ? 'ok' : verified.code

test('a receipt is verified as it is stored, by the key that its kid names', async () => {
  expect(await verifyReceipt(receipts[3]!, keys)).toMatchObject({
    ok: true,
    kid: '2026-11',
    statement: statement(3),
  })
  expect(new TextDecoder().decode(bytes[3])).toBe(canonical(statement(3)))
})

test('every change of one byte of a receipt or a checkpoint is found', async () => {
  for (const [text, verify] of [
    [receipts[0]!, verifyReceipt],
    [first, verifyCheckpoint],
  ] as const) {
    const stored = new TextEncoder().encode(text)
    await fc.assert(
      fc.asyncProperty(fc.nat(stored.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = stored.slice()
        changed[at]! ^= change
        const told = new TextDecoder('utf-8', { ignoreBOM: true }).decode(changed)
        expect((await verify(told, keys)).ok).toBe(false)
      }),
      { numRuns: 3000 },
    )
    for (let at = 0; at < stored.length; at++) {
      const changed = stored.slice()
      changed[at]! ^= 1
      expect(
        (await verify(new TextDecoder('utf-8', { ignoreBOM: true }).decode(changed), keys)).ok,
        `${at}`,
      ).toBe(false)
    }
  }
})

test('a byte that is added or taken away is found', async () => {
  const text = receipts[0]!
  await fc.assert(
    fc.asyncProperty(fc.nat(text.length), fc.string({ minLength: 1, maxLength: 2 }), async (at, more) => {
      expect((await verifyReceipt(text.slice(0, at) + more + text.slice(at), keys)).ok).toBe(false)
      if (at < text.length)
        expect((await verifyReceipt(text.slice(0, at) + text.slice(at + 1), keys)).ok).toBe(false)
    }),
    { numRuns: 1000 },
  )
})

test('each sort of fault has its code', async () => {
  const signed = JSON.parse(receipts[0]!)
  const again = (change: object) => canonical({ ...signed, ...change })
  const cases = [
    ['', 'malformed'],
    ['[]', 'malformed'],
    ['null', 'malformed'],
    [again({ note: 1 }), 'malformed'],
    [again({ signature: `${signed.signature.slice(0, -1)}B` }), 'malformed'],
    [` ${receipts[0]}`, 'not_canonical'],
    [JSON.stringify({ statement: signed.statement, ...signed }), 'not_canonical'],
    [again({ statement: statement(1) }), 'hash_mismatch'],
    [again({ kid: 'nobody' }), 'unknown_key'],
    [again({ kid: '2026-12' }), 'signature_invalid'],
    [await ours.sign({ ...statement(0), commit_id: '' }), 'malformed'],
    [first, 'malformed'],
  ] as const
  for (const [text, code] of cases)
    expect(codeOf(await verifyReceipt(text, keys)), text.slice(0, 60)).toBe(code)
  expect(codeOf(await verifyCheckpoint(receipts[0]!, keys))).toBe('malformed')
  expect(codeOf(await verifyReceipt(receipts[0]!, [{ ...ours.key, x: 'AA' }]))).toBe('unknown_key')
})

test('a receipt in the log of a checkpoint is proven offline', async () => {
  const proof = { index: 3, hashes: await pathOf(3, leaves) }
  const given = { receipt: receipts[3]!, checkpoint: second, proof, keys }
  expect(await receiptInLog(given)).toMatchObject({
    ok: true,
    receipt: { receipt_id: 'r3' },
    checkpoint: { size: 11 },
  })
  expect(codeOf(await receiptInLog({ ...given, receipt: receipts[4]! }))).toBe('not_included')
  expect(codeOf(await receiptInLog({ ...given, proof: { ...proof, index: 4 } }))).toBe('not_included')
  expect(codeOf(await receiptInLog({ ...given, checkpoint: first }))).toBe('not_included')
  expect(codeOf(await receiptInLog({ ...given, checkpoint: await checkpointOf(11, 'other') }))).toBe(
    'other_log',
  )
  expect(codeOf(await receiptInLog({ ...given, checkpoint: `${second} ` }))).toBe('not_canonical')
  expect(codeOf(await receiptInLog({ ...given, receipt: '{}' }))).toBe('malformed')
})

test('a later checkpoint continues an earlier one', async () => {
  const hashes = await growthOf(5, leaves)
  const given = { first, second, hashes, keys }
  expect(await checkpointConsistency(given)).toMatchObject({
    ok: true,
    first: { size: 5 },
    second: { size: 11 },
  })
  expect(codeOf(await checkpointConsistency({ ...given, hashes: hashes.slice(1) }))).toBe('not_consistent')
  expect(codeOf(await checkpointConsistency({ ...given, first: second, second: first }))).toBe(
    'not_consistent',
  )
  expect(codeOf(await checkpointConsistency({ ...given, second: await checkpointOf(11, 'other') }))).toBe(
    'other_log',
  )
  expect(codeOf(await checkpointConsistency({ ...given, keys: [theirs.key] }))).toBe('unknown_key')
})
