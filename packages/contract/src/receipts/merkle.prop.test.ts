import fc from 'fast-check'
import { expect, test } from 'vitest'
import { growthOf, leavesOf, pathOf, rootOf } from '../../test/receipt-log.ts'
import { leafHash, rootOfNothing, type Sha256, verifyConsistency, verifyInclusion } from './merkle.ts'

const SIZE_MAX = 40
const leaves = await leavesOf(Array.from({ length: SIZE_MAX }, (_, n) => `receipt ${n}`))
const other = (await leavesOf(['another']))[0]!

test('the hashes are those of RFC 6962', async () => {
  expect(await rootOfNothing()).toBe(
    'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  )
  expect(await leafHash(new Uint8Array())).toBe(
    'sha256:6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  )
})

test('every leaf of every tree is proven, at its own index and in its own tree alone', async () => {
  for (let size = 1; size <= SIZE_MAX; size++) {
    const tree = leaves.slice(0, size)
    const root = await rootOf(tree)
    for (let index = 0; index < size; index++) {
      const hashes = await pathOf(index, tree)
      const proof = { leaf: tree[index]!, index, size, hashes, root }
      expect(await verifyInclusion(proof), `${index} of ${size}`).toBe(true)
      expect(await verifyInclusion({ ...proof, leaf: other })).toBe(false)
      expect(await verifyInclusion({ ...proof, index: (index + 1) % size })).toBe(size === 1)
      expect(await verifyInclusion({ ...proof, hashes: [...hashes, other] })).toBe(false)
      if (hashes.length > 0)
        expect(await verifyInclusion({ ...proof, hashes: hashes.slice(0, -1) })).toBe(false)
    }
  }
})

test('a path that ends below the root of the size that is claimed proves nothing', async () => {
  const tree = leaves.slice(0, 4)
  const proof = { leaf: tree[1]!, index: 1, hashes: await pathOf(1, tree), root: await rootOf(tree) }
  expect(await verifyInclusion({ ...proof, size: 4 })).toBe(true)
  for (const size of [2, 5, 8, 64]) expect(await verifyInclusion({ ...proof, size }), `${size}`).toBe(false)
})

test('every tree is the beginning of every larger one, and of none that changed a leaf of it', async () => {
  for (let second = 1; second <= SIZE_MAX; second += 3) {
    const tree = leaves.slice(0, second)
    const root = await rootOf(tree)
    for (let first = 0; first <= second; first++) {
      const hashes = first === 0 ? [] : await growthOf(first, tree)
      const begin = { size: first, root: await rootOf(leaves.slice(0, first)) }
      const proof = { first: begin, second: { size: second, root }, hashes }
      expect(await verifyConsistency(proof), `${first} of ${second}`).toBe(true)
      expect(await verifyConsistency({ ...proof, first: { size: first, root: other } })).toBe(false)
      expect(await verifyConsistency({ ...proof, hashes: [...hashes, other] })).toBe(false)
      if (first > 0) {
        const changed = { size: second, root: await rootOf([other, ...tree.slice(1)]) }
        expect(await verifyConsistency({ ...proof, second: changed })).toBe(false)
      }
    }
  }
})

const tree = leaves.slice(0, 23)
const [root, path, beginRoot, growth] = await Promise.all([
  rootOf(tree),
  pathOf(13, tree),
  rootOf(tree.slice(0, 13)),
  growthOf(13, tree),
])
/** The same digest with one hexadecimal digit changed. */
const flipped = (hash: Sha256, at: number): Sha256 =>
  `${hash.slice(0, 7 + at)}${hash[7 + at] === '0' ? '1' : '0'}${hash.slice(8 + at)}` as Sha256

test('a proof with one digit of one hash changed proves nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(path.length + 1), fc.nat(63), async (which, at) => {
      const hashes = path.map((hash, n) => (n === which ? flipped(hash, at) : hash))
      const leaf = which === path.length ? flipped(tree[13]!, at) : tree[13]!
      const changedRoot = which === path.length + 1 ? flipped(root, at) : root
      expect(await verifyInclusion({ leaf, index: 13, size: 23, hashes, root: changedRoot })).toBe(false)
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.nat(growth.length - 1), fc.nat(63), async (which, at) => {
      const hashes = growth.map((hash, n) => (n === which ? flipped(hash, at) : hash))
      const [first, second] = [
        { size: 13, root: beginRoot },
        { size: 23, root },
      ]
      expect(await verifyConsistency({ first, second, hashes })).toBe(false)
      expect(await verifyConsistency({ first, second, hashes: growth })).toBe(true)
    }),
  )
})

test('hashes that are none, sizes that are none and indexes outside prove nothing and throw nothing', async () => {
  const proof = { leaf: tree[13]!, index: 13, size: 23, hashes: path, root }
  const wrong = [
    { leaf: tree[13]!.toUpperCase() as Sha256 },
    { root: root.slice(7) as Sha256 },
    { hashes: path.map((hash) => hash.slice(0, -1) as Sha256) },
    { index: -1 },
    { index: 23 },
    { index: 12.5 },
    { size: Number.NaN },
    { size: 2 ** 60 },
  ]
  for (const change of wrong)
    expect(await verifyInclusion({ ...proof, ...change }), JSON.stringify(change)).toBe(false)
  expect(
    await verifyConsistency({
      first: { size: 24, root },
      second: { size: 23, root: beginRoot },
      hashes: growth,
    }),
  ).toBe(false)
})
