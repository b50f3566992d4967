import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { addressOf, tokenOf } from './connection.ts'

const state = mkdtempSync(path.join(tmpdir(), 'cairn-connection-'))
writeFileSync(path.join(state, 'url'), 'http://127.0.0.1:9000\n')
writeFileSync(path.join(state, 'token'), 'kept\n')
const nowhere = path.join(state, 'nowhere')

it('what is given comes before what the folder keeps', () => {
  expect(addressOf({ url: 'https://cairn.example', state })).toBe('https://cairn.example')
  expect(tokenOf({ token: 'given', state })).toBe('given')
  expect(addressOf({ state })).toBe('http://127.0.0.1:9000')
  expect(tokenOf({ state })).toBe('kept')
})

it('an empty variable of the environment is none', () => {
  expect(addressOf({ url: '', state })).toBe('http://127.0.0.1:9000')
  expect(tokenOf({ token: '', state })).toBe('kept')
})

it('without a folder the address is the usual one, and the missing token is told with what would give one', () => {
  expect(addressOf({ state: nowhere })).toBe('http://127.0.0.1:8787')
  expect(() => tokenOf({ state: nowhere })).toThrow('CAIRN_TOKEN')
})
