import { hex, sha256 } from '../sha256.ts'

/** A digest as `sha256:` and 64 lower-case hexadecimal digits. */
export type Sha256 = `sha256:${string}`

/** A proof that one leaf stands at a place of a tree (RFC 6962, section 2.1.1): the hashes beside its path, lowest first. */
export interface Inclusion {
  readonly leaf: Sha256
  readonly index: number
  readonly size: number
  readonly hashes: readonly Sha256[]
  readonly root: Sha256
}

/** A proof that one tree is the beginning of another (RFC 6962, section 2.1.2). */
export interface Consistency {
  readonly first: { readonly size: number; readonly root: Sha256 }
  readonly second: { readonly size: number; readonly root: Sha256 }
  readonly hashes: readonly Sha256[]
}

const LEAF = 0
const NODE = 1

/** The hash of a leaf: SHA-256 of a zero byte and its bytes. */
export async function leafHash(bytes: Uint8Array): Promise<Sha256> {
  return digest(LEAF, bytes)
}

/** The root of the tree without a leaf: SHA-256 of nothing. */
export async function rootOfNothing(): Promise<Sha256> {
  return `sha256:${hex(await sha256(new Uint8Array()))}`
}

/** The hash of an inner node: SHA-256 of a one byte and the hashes of both halves. */
export async function nodeHash(left: Sha256, right: Sha256): Promise<Sha256> {
  return digest(NODE, bytesOf(left), bytesOf(right))
}

/** Whether a leaf stands at an index of the tree that has a root. Anything malformed is no proof; nothing throws. */
export async function verifyInclusion({ leaf, index, size, hashes, root }: Inclusion): Promise<boolean> {
  if (!areDigests([leaf, root, ...hashes]) || !isSize(size) || !isSize(index) || index >= size) return false
  let [at, last, hash] = [index, size - 1, leaf]
  for (const beside of hashes) {
    if (last === 0) return false
    if (isOdd(at) || at === last) {
      hash = await nodeHash(beside, hash)
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)]
    } else hash = await nodeHash(hash, beside)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && hash === root
}

/** Whether the first tree is the beginning of the second. The tree of nothing begins every tree; nothing throws. */
export async function verifyConsistency({ first, second, hashes }: Consistency): Promise<boolean> {
  if (!areDigests([first.root, second.root, ...hashes]) || !isSize(first.size) || !isSize(second.size))
    return false
  if (first.size > second.size) return false
  if (first.size === second.size) return hashes.length === 0 && first.root === second.root
  if (first.size === 0) return hashes.length === 0 && first.root === (await rootOfNothing())
  return grows(first, second, isPowerOfTwo(first.size) ? [first.root, ...hashes] : hashes)
}

async function grows(
  first: Consistency['first'],
  second: Consistency['second'],
  [start, ...hashes]: readonly Sha256[],
): Promise<boolean> {
  if (start === undefined || hashes.length === 0) return false
  let [at, last] = [first.size - 1, second.size - 1]
  while (isOdd(at)) [at, last] = [half(at), half(last)]
  let [old, whole] = [start, start]
  for (const beside of hashes) {
    if (last === 0) return false
    if (isOdd(at) || at === last) {
      old = await nodeHash(beside, old)
      whole = await nodeHash(beside, whole)
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)]
    } else whole = await nodeHash(whole, beside)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && old === first.root && whole === second.root
}

async function digest(sort: number, ...parts: readonly Uint8Array[]): Promise<Sha256> {
  const bytes = new Uint8Array(1 + parts.reduce((sum, { length }) => sum + length, 0))
  bytes[0] = sort
  let at = 1
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return `sha256:${hex(await sha256(bytes))}`
}

const bytesOf = (hash: Sha256): Uint8Array =>
  Uint8Array.from({ length: 32 }, (_, n) => Number.parseInt(hash.slice(7 + 2 * n, 9 + 2 * n), 16))

/** Whether all are digests in their one spelling. */
export function areDigests(texts: readonly unknown[]): texts is readonly Sha256[] {
  return texts.every((text) => typeof text === 'string' && /^sha256:[0-9a-f]{64}$/.test(text))
}

const isSize = (value: number): boolean => Number.isSafeInteger(value) && value >= 0
const isOdd = (value: number): boolean => value % 2 === 1
const half = (value: number): number => Math.floor(value / 2)
const isPowerOfTwo = (value: number): boolean =>
  Number.isInteger(Math.log2(value)) && 2 ** Math.log2(value) === value
