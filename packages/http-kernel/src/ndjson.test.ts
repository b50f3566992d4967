import { describe, expect, it } from 'vitest'
import { type NdjsonLine, ndjsonLines } from './ndjson.ts'

async function* chunks(...parts: (string | Uint8Array)[]) {
  for (const part of parts) yield typeof part === 'string' ? new TextEncoder().encode(part) : part
}
const read = async (lines: AsyncIterable<NdjsonLine>) => {
  const all: [number, string][] = []
  for await (const { line, text, problem } of lines) all.push([line, text ?? `!${problem?.code}`])
  return all
}

describe('ndjsonLines', () => {
  it('ends a line with LF or CRLF, and the last one without either', async () => {
    expect(await read(ndjsonLines(chunks('{"a":1}\r\n{"b":2}\n{"c":3}')))).toEqual([
      [1, '{"a":1}'],
      [2, '{"b":2}'],
      [3, '{"c":3}'],
    ])
  })

  it('counts blank lines and passes over them', async () => {
    expect(await read(ndjsonLines(chunks('\n1\n \t\n\r\n2\n')))).toEqual([
      [2, '1'],
      [5, '2'],
    ])
  })

  it('yields nothing for an empty body', async () => {
    expect(await read(ndjsonLines(chunks()))).toEqual([])
  })

  it('joins a line, and a character, that chunks cut', async () => {
    const bytes = new TextEncoder().encode('"é😀"\n2')
    const parts = [...bytes].map((byte) => new Uint8Array([byte]))
    expect(await read(ndjsonLines(chunks(...parts)))).toEqual([
      [1, '"é😀"'],
      [2, '2'],
    ])
  })

  it('reports a line past the bound and loses no other', async () => {
    expect(await read(ndjsonLines(chunks('1\n12345', '6789\n1234567', '8\r\n12345678\n2'), 8))).toEqual([
      [1, '1'],
      [2, '!payload_too_large'],
      [3, '12345678'],
      [4, '12345678'],
      [5, '2'],
    ])
  })

  it('refuses the line after the last that may be, blank ones not counted', async () => {
    expect(await read(ndjsonLines(chunks('1\n\n2\n'), 8, 2))).toHaveLength(2)
    await expect(read(ndjsonLines(chunks('1\n\n2\n3'), 8, 2))).rejects.toMatchObject({
      code: 'payload_too_large',
    })
  })

  it('reports a line that is not UTF-8 and loses no other', async () => {
    expect(await read(ndjsonLines(chunks('1\n', new Uint8Array([0x22, 0xff, 0x22]), '\n2')))).toEqual([
      [1, '1'],
      [2, '!malformed_unicode'],
      [3, '2'],
    ])
  })
})
