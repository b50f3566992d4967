import { truncateSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { folderOf } from '../../test/documents.fixture.ts'
import { readInput } from './read-input.ts'

const MIB = 1024 * 1024
const readOf = (content: string | Buffer) => readInput(path.join(folderOf({ f: content }), 'f'))

it('reads UTF-8', async () => {
  expect(await readOf('{"a":"é😀"}')).toEqual({ text: '{"a":"é😀"}' })
})

it.each([
  ['', 'is empty'],
  [' \n', 'holds nothing but white space'],
  ['\ufeff{}', 'byte order mark'],
])('says what is wrong with %j', async (content, why) => {
  expect(await readOf(content)).toMatchObject({ why: expect.stringContaining(why) })
})

it('says that a file is UTF-16', async () => {
  expect(await readOf(Buffer.from('\ufeff{}', 'utf16le'))).toMatchObject({
    why: expect.stringContaining('UTF-16'),
  })
})

it('says which byte is not UTF-8', async () => {
  expect(await readOf(Buffer.from([0x22, 0xc3, 0xa9, 0xff, 0x22]))).toEqual({
    why: 'is not UTF-8: byte 3 belongs to no character',
  })
})

it('reads 64 MiB and no byte more', async () => {
  const file = path.join(folderOf({ f: '1' }), 'f')
  truncateSync(file, 64 * MIB)
  expect(await readInput(file)).toHaveProperty('text')
  truncateSync(file, 64 * MIB + 1)
  expect(await readInput(file)).toEqual({
    why: 'holds more than 64 MiB, which is the most that is read: split it',
  })
})

it('says of what is not there, is a folder or may not be read that it is so', async () => {
  const folder = folderOf({ secret: '1' })
  expect(await readInput(path.join(folder, 'none'))).toEqual({ why: 'is not there' })
  expect(await readInput(folder)).toMatchObject({ why: expect.stringContaining('is a folder') })
  expect(await readInput('x'.repeat(5000))).toEqual({ why: 'is no name that a file can have' })
  expect(await readInput(path.join(folder, 'secret', 'in'))).toHaveProperty('why')
  expect(await readInput('a\0b')).toHaveProperty('why')
})
