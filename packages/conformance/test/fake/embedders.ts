import type { Handler } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import { type FakeBindings, type FakeEmbedder, type Space, spaceOf } from './space.ts'

const NONE = { embedder: null, dimensions: null, version: null }

/** The embedder of a space, which stays as it is while a vector is stored. */
export const EMBEDDERS: Readonly<Record<string, Handler<FakeBindings>>> = {
  getEmbedder: async (call) => ({ body: spaceOf(call).embedder ?? NONE }),
  putEmbedder: async (call) => {
    const space = spaceOf(call)
    const before = space.embedder
    const embedder: FakeEmbedder = { version: '1', ...(call.body as Omit<FakeEmbedder, 'version'>) }
    const isSame =
      before !== null &&
      Object.entries(before).every(([name, value]) => embedder[name as keyof FakeEmbedder] === value)
    if (!isSame && space.passages.some(({ isDead, embedding }) => !isDead && embedding !== undefined))
      throw new Problem('embedder_in_use', 'Vectors of another embedder are stored.')
    space.embedder = embedder
    const status = before === null ? 'created' : isSame ? 'unchanged' : 'replaced'
    return { body: { ...embedder, status } }
  },
}

/** Throws for an embedding that cannot be compared with those of a space. */
export function assertComparable({ embedder }: Space, embedding: readonly number[] | undefined): void {
  if (embedding === undefined) return
  if (embedder?.dimensions === embedding.length && embedding.some((value) => value !== 0)) return
  const message = 'found an embedding that is none of the embedder of the namespace'
  throw new Problem('invalid_body', message, {
    errors: [{ pointer: '/embedding', rule: 'dimensions', message }],
  })
}

/** The cosine of two vectors; 0 where one is missing. */
export function nearness(a: readonly number[] | undefined, b: readonly number[] | undefined): number {
  if (a === undefined || b === undefined) return 0
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, i) => sum + value * y[i]!, 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}
