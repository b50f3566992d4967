import type { AiBinding } from '@cairn/embedder/embed-texts'
import { expect, test } from 'vitest'
import { IsolateMemory } from './isolate-memory.ts'
import { QueryVectors } from './query-vectors.ts'

const ASKED = {
  tenant: 'acme',
  embedder: 'workers-ai:@cf/baai/bge-small-en-v1.5',
  query: 'keys',
  msMax: 1000,
}

/** A fake of the binding: the n-th call gives a vector of n and 2, then zeros. */
function fake() {
  const asked: string[] = []
  const ai: AiBinding = {
    run: async (_, { text }) => {
      asked.push(...text)
      return { data: text.map(() => [asked.length, 2, ...Array(382).fill(0)]) }
    },
  }
  return { ai, asked }
}

test('a question is asked of the model once; another question, tenant or model is another one', async () => {
  const { ai, asked } = fake()
  const vectors = new QueryVectors(ai, new IsolateMemory())
  const first = await vectors.of(ASKED)
  expect([...first!.slice(0, 3)]).toEqual([64, 127, 0])
  expect(await vectors.of({ ...ASKED })).toBe(first)
  await vectors.of({ ...ASKED, query: 'locks' })
  await vectors.of({ ...ASKED, tenant: 'other' })
  expect(asked).toEqual(['keys', 'locks', 'keys'])
})

test('there is no vector without the binding, nor from one that fails; the next call asks again', async () => {
  expect(await new QueryVectors(null, new IsolateMemory()).of(ASKED)).toBe(null)
  const { ai } = fake()
  let isDown = true
  const flaky: AiBinding = { run: (...call) => (isDown ? Promise.reject(new Error()) : ai.run(...call)) }
  const vectors = new QueryVectors(flaky, new IsolateMemory())
  expect(await vectors.of(ASKED)).toBe(null)
  isDown = false
  expect(await vectors.of(ASKED)).not.toBe(null)
})
