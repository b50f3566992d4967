import { expect, test } from 'vitest'
import { type AiBinding, embedTexts } from './embed-texts.ts'
import { EmbedderFailed } from './embedder-failed.ts'

const SMALL = 'workers-ai:@cf/baai/bge-small-en-v1.5'
const vectorOf = (text: string) => [text.length, ...Array(383).fill(0)]

/** A fake of the binding, which answers as `data` says. */
function fake(data: (text: readonly string[]) => unknown) {
  const asked: unknown[] = []
  const ai: AiBinding = {
    run: async (model, input) => {
      asked.push([model, { ...input, text: input.text.length }])
      return { shape: [input.text.length, 384], data: data(input.text) }
    },
  }
  return { ai, asked }
}

const embed = (ai: AiBinding | null, texts: readonly string[], name = SMALL) =>
  embedTexts({ ai, name, msMax: 1000 }, texts)

test('every text gets its vector, however many calls that takes', async () => {
  const { ai, asked } = fake((texts) => texts.map(vectorOf))
  const texts = Array.from({ length: 150 }, (_, n) => 'x'.repeat(n + 1))
  expect(await embed(ai, texts)).toEqual(texts.map(vectorOf))
  expect(asked).toEqual([
    ['@cf/baai/bge-small-en-v1.5', { text: 100, pooling: 'cls' }],
    ['@cf/baai/bge-small-en-v1.5', { text: 50, pooling: 'cls' }],
  ])
})

test.each([
  ['no data', () => undefined],
  ['fewer vectors than texts', () => [vectorOf('a')]],
  ['a vector of another length', () => [vectorOf('a'), [1, 2]]],
  ['a vector without direction', () => [vectorOf('a'), Array(384).fill(0)]],
  ['a component that is no number', () => [vectorOf('a'), [null, ...Array(383).fill(1)]]],
])('an answer with %s fails', async (_, data) => {
  await expect(embed(fake(data).ai, ['a', 'b'])).rejects.toThrow(EmbedderFailed)
})

test('a binding that throws fails, and what it said is the cause alone', async () => {
  const ai: AiBinding = { run: async () => Promise.reject(new Error('3040: out of capacity')) }
  const failure = await embed(ai, ['a']).catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'EmbedderFailed', message: 'the binding `AI` failed' })
  expect((failure as Error).cause).toMatchObject({ message: '3040: out of capacity' })
})

test('a binding that never answers fails once its time is over', async () => {
  const ai: AiBinding = { run: () => new Promise(() => undefined) }
  await expect(embedTexts({ ai, name: SMALL, msMax: 1 }, ['a'])).rejects.toThrow('took too long')
})

test('a Worker without the binding, and an embedder that is no known model, fail', async () => {
  await expect(embed(null, ['a'])).rejects.toThrow('no binding `AI`')
  await expect(embed(fake(() => []).ai, ['a'], 'caller')).rejects.toThrow('no model')
  await expect(embed(fake(() => []).ai, ['a'], 'workers-ai:@cf/x/y')).rejects.toThrow('no model')
})
