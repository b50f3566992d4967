import { canonical } from '../../src/canonical.ts'
import { leafHash, type Sha256 } from '../../src/receipts/merkle.ts'
import { growthOf, pathOf, rootOf, signer } from '../../test/receipt-log.ts'
import type { Vector } from './vector.ts'

const [ours, theirs] = await Promise.all([
  signer('2026-11', new Uint8Array(32).fill(11)),
  signer('2026-12', new Uint8Array(32).fill(12)),
])
const keys = [ours.key, theirs.key]
const SIZE = 11
const statement = (n: number, change: object = {}) => ({
  type: 'cairn.receipt.v1',
  receipt_id: `r${n}`,
  namespace: 'default',
  commit_id: `commit-${n}`,
  documents: [{ id: 'handbook/kéys', hash: `sha256:${'ab'.repeat(32)}` }],
  ...change,
})
const flipped = (text: string, at: number): string =>
  `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`

/** Receipts, checkpoints and proofs, signed by two keys that exist for this alone. */
export async function receiptVectors(): Promise<Vector[]> {
  const texts = await Promise.all(Array.from({ length: SIZE }, (_, n) => ours.sign(statement(n))))
  const leaves = await Promise.all(
    Array.from({ length: SIZE }, (_, n) => leafHash(new TextEncoder().encode(canonical(statement(n))))),
  )
  return [
    ...(await receipts(texts[0]!)),
    ...(await checkpoints(leaves)),
    ...(await proofs(texts, leaves)),
    ...(await growths(leaves)),
  ]
}

async function receipts(text: string): Promise<Vector[]> {
  const signed = JSON.parse(text)
  const receipt = (name: string, why: string, source: string, code: string | null, by = keys): Vector =>
    vector('receipt', name, why, { receipt: source, keys: by }, code)
  const again = (change: object) => canonical({ ...signed, ...change })
  return [
    receipt('as it was stored', 'Canonical text, true hash, true signature.', text, null),
    receipt('by the other key', 'The kid names the key.', await theirs.sign(statement(0)), null),
    receipt('no JSON', 'A receipt is JSON.', text.slice(1), 'malformed'),
    receipt('another member', 'A signed statement has four members.', again({ note: 1 }), 'malformed'),
    receipt(
      'a statement of another type',
      'A receipt says that it is one.',
      await ours.sign(statement(0, { type: 'cairn.note.v1' })),
      'malformed',
    ),
    receipt(
      'no commit',
      'A receipt names its commit.',
      await ours.sign(statement(0, { commit_id: '' })),
      'malformed',
    ),
    receipt(
      'a signature in another spelling',
      'The unused bits of base64url are zero.',
      again({
        signature: `${signed.signature.slice(0, -1)}${String.fromCharCode(signed.signature.charCodeAt(85) + 1)}`,
      }),
      'malformed',
    ),
    receipt('a space more', 'The text is canonical.', `${text} `, 'not_canonical'),
    receipt(
      'members in another order',
      'The text is canonical.',
      JSON.stringify({ statement: signed.statement, ...signed, hash: signed.hash }),
      'not_canonical',
    ),
    receipt(
      'an escape that need not be',
      'The text is canonical.',
      text.replace('commit-0', 'commit\\u002d0'),
      'not_canonical',
    ),
    receipt(
      'another hash',
      'The hash is that of the statement.',
      again({ hash: flipped(signed.hash, 20) }),
      'hash_mismatch',
    ),
    receipt(
      'another statement',
      'The hash is that of the statement.',
      again({ statement: statement(1) }),
      'hash_mismatch',
    ),
    receipt('an unknown kid', 'The kid names one of the keys.', again({ kid: 'nobody' }), 'unknown_key'),
    receipt('the key withdrawn', 'The kid names one of the keys.', text, 'unknown_key', [theirs.key]),
    receipt(
      "the other key's kid",
      'The signature is by the key that kid names.',
      again({ kid: '2026-12' }),
      'signature_invalid',
    ),
    receipt(
      'the signature of another receipt',
      'The signature is over this statement.',
      again({ signature: JSON.parse(await ours.sign(statement(1))).signature }),
      'signature_invalid',
    ),
  ]
}

const checkpointText = async (
  leaves: readonly Sha256[],
  size: number,
  change: object = {},
): Promise<string> =>
  ours.sign({
    type: 'cairn.checkpoint.v1',
    namespace: 'default',
    size,
    root: await rootOf(leaves.slice(0, size)),
    ...change,
  })

async function checkpoints(leaves: readonly Sha256[]): Promise<Vector[]> {
  const checkpoint = async (name: string, change: object, code: string | null): Promise<Vector> =>
    vector(
      'checkpoint',
      name,
      'A checkpoint signs the size and the root of a log.',
      { checkpoint: await checkpointText(leaves, SIZE, change), keys },
      code,
    )
  return Promise.all([
    checkpoint('as it was signed', {}, null),
    checkpoint('half a leaf', { size: 10.5 }, 'malformed'),
    checkpoint('a root without its prefix', { root: 'ab'.repeat(32) }, 'malformed'),
    checkpoint('a receipt instead', statement(0), 'malformed'),
  ])
}

async function proofs(texts: readonly string[], leaves: readonly Sha256[]): Promise<Vector[]> {
  const checkpoint = await checkpointText(leaves, SIZE)
  const proof = async (index: number) => ({ index, hashes: await pathOf(index, leaves) })
  const inclusion = (name: string, given: object, code: string | null): Vector =>
    vector(
      'inclusion',
      name,
      'A receipt stands in the log of a checkpoint (RFC 6962).',
      { checkpoint, keys, ...given },
      code,
    )
  const third = await proof(3)
  const all = await Promise.all(
    texts.map(async (receipt, n) =>
      inclusion(`leaf ${n} of ${SIZE}`, { receipt, proof: await proof(n) }, null),
    ),
  )
  return [
    ...all,
    inclusion('the receipt of another leaf', { receipt: texts[4], proof: third }, 'not_included'),
    inclusion(
      'the index of another leaf',
      { receipt: texts[3], proof: { ...third, index: 4 } },
      'not_included',
    ),
    inclusion('an index outside', { receipt: texts[3], proof: { ...third, index: SIZE } }, 'not_included'),
    inclusion(
      'a hash less',
      { receipt: texts[3], proof: { ...third, hashes: third.hashes.slice(1) } },
      'not_included',
    ),
    inclusion(
      'a hash more',
      { receipt: texts[3], proof: { ...third, hashes: [...third.hashes, leaves[0]] } },
      'not_included',
    ),
    inclusion(
      'the log before it',
      { receipt: texts[3], proof: third, checkpoint: await checkpointText(leaves, 5) },
      'not_included',
    ),
    inclusion(
      'the log of another namespace',
      {
        receipt: texts[3],
        proof: third,
        checkpoint: await checkpointText(leaves, SIZE, { namespace: 'other' }),
      },
      'other_log',
    ),
  ]
}

async function growths(leaves: readonly Sha256[]): Promise<Vector[]> {
  const growth = async (size: number, change: object = {}, second: object = {}) => ({
    first: await checkpointText(leaves, size),
    second: await checkpointText(leaves, SIZE, second),
    hashes: size === 0 ? [] : await growthOf(size, leaves),
    keys,
    ...change,
  })
  const consistency = (name: string, given: object, code: string | null): Vector =>
    vector('consistency', name, 'A log only grows (RFC 6962).', given, code)
  const sizes = await Promise.all(
    Array.from({ length: SIZE + 1 }, async (_, size) =>
      consistency(`${size} grows to ${SIZE}`, await growth(size), null),
    ),
  )
  return [
    ...sizes,
    consistency('no proof', await growth(5, { hashes: [] }), 'not_consistent'),
    consistency(
      'a proof for another size',
      await growth(5, { hashes: await growthOf(6, leaves) }),
      'not_consistent',
    ),
    consistency(
      'a leaf changed',
      await growth(5, {}, { root: await rootOf([leaves[1]!, ...leaves.slice(1)]) }),
      'not_consistent',
    ),
    consistency(
      'a log that shrank',
      {
        first: await checkpointText(leaves, SIZE),
        second: await checkpointText(leaves, 5),
        hashes: await growthOf(5, leaves),
        keys,
      },
      'not_consistent',
    ),
    consistency('another namespace', await growth(5, {}, { namespace: 'other' }), 'other_log'),
  ]
}

function vector(sort: string, name: string, why: string, document: object, code: string | null): Vector {
  return {
    name: `${sort}: ${name}`,
    why,
    sort,
    document,
    verdict: code === null ? 'pass' : 'fail',
    rule: code ?? sort,
  }
}
