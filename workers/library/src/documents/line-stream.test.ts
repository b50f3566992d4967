import { describe, expect, test } from 'vitest'
import { lineStream } from './line-stream.ts'

describe('lineStream', () => {
  test('writes each value as a line, in order', async () => {
    async function* pages() {
      yield [{ a: 1 }, { a: '2\n' }]
      yield []
      yield [{ a: 3 }]
    }
    expect(await new Response(lineStream(pages())).text()).toBe('{"a":1}\n{"a":"2\\n"}\n{"a":3}\n')
  })

  test('runs ahead of its reader by about 4 MiB and no further', async () => {
    let made = 0
    async function* pages() {
      for (; made < 100; made++) yield ['x'.repeat(1024 * 1024)]
    }
    const reader = lineStream(pages()).getReader()
    await reader.read()
    for (let turn = 0; turn < 1000; turn++) await Promise.resolve()
    expect(made).toBeGreaterThanOrEqual(4)
    expect(made).toBeLessThanOrEqual(7)
    await reader.cancel()
  })

  test('ends the pages when the reader goes away', async () => {
    let ended = false
    async function* pages() {
      try {
        for (;;) yield ['x'.repeat(8 * 1024 * 1024)]
      } finally {
        ended = true
      }
    }
    const reader = lineStream(pages()).getReader()
    await reader.read()
    await reader.cancel()
    expect(ended).toBe(true)
  })

  test('a failure of the pages breaks the stream off instead of ending it', async () => {
    async function* pages() {
      yield [1]
      throw new TypeError('broken')
    }
    await expect(new Response(lineStream(pages())).text()).rejects.toThrow(TypeError)
  })
})
