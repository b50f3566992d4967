import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { keepBundle, readBundle } from '../src/context-bundle.ts'
import { newNamespace, T0 } from './fixtures.ts'

const DAY = 86_400_000
const keep = (ns: number, id: string, at: number, record = `{"of":"${id}"}`) =>
  keepBundle(env.MEMORY_0, { ns, id, record, at, keptMs: DAY })
const read = (ns: number, id: string, since = 0) => readBundle(env.MEMORY_0, { ns, id, since })

it('a bundle is read as it was kept, and kept again it is the newer one', async () => {
  const { ns } = await newNamespace()
  await keep(ns, 'r1', T0)
  expect(await read(ns, 'r1')).toBe('{"of":"r1"}')
  await keep(ns, 'r1', T0 + 1, '{}')
  expect(await read(ns, 'r1', T0 + 1)).toBe('{}')
})

it('a bundle of another namespace is not there', async () => {
  const [one, other] = [await newNamespace(), await newNamespace()]
  await keep(one.ns, 'r1', T0)
  expect(await read(other.ns, 'r1')).toBeNull()
})

it('a bundle past its time is not read, and the next ones take its place', async () => {
  const { ns } = await newNamespace()
  for (let n = 0; n < 12; n++) await keep(ns, `old${n}`, T0 + n)
  const later = T0 + DAY + 100
  expect(await read(ns, 'old0', later - DAY)).toBeNull()
  await keep(ns, 'r1', later)
  const left = await Promise.all(Array.from({ length: 12 }, (_, n) => read(ns, `old${n}`)))
  expect(left.map((record) => record !== null)).toEqual([...Array(10).fill(false), true, true])
  expect(await read(ns, 'r1', later - DAY)).toBe('{"of":"r1"}')
})
