import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { WORKERS } from '@cairn/contract/operation'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { expect, it } from 'vitest'
import {
  keptIdentity,
  LOCAL_AUDIENCE,
  LOCAL_ISSUER,
  localVariables,
  makeIdentity,
  secretsOf,
  signToken,
} from './identity.ts'

it('is made once for a folder, readable by its owner alone', async () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'cairn-identity-')), '.cairn')
  const first = await keptIdentity(folder)
  expect(await keptIdentity(folder)).toEqual(first)
  expect(statSync(path.join(folder, 'identity.json')).mode & 0o077).toBe(0)
})

it('one that an earlier version kept goes on with its keys, and gets the one it lacks', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cairn-identity-'))
  const { receiptKey: _lacked, ...earlier } = await makeIdentity()
  writeFileSync(path.join(folder, 'identity.json'), JSON.stringify(earlier), { mode: 0o600 })
  const kept = await keptIdentity(folder)
  expect(kept).toEqual({ ...earlier, receiptKey: expect.objectContaining({ kid: 'receipts' }) })
  expect(await keptIdentity(folder)).toEqual(kept)
})

it('hands the key that signs receipts to the Workers that write, and to no other', async () => {
  const identity = await makeIdentity()
  const holders = WORKERS.filter((name) => 'RECEIPT_KEY' in secretsOf(name, identity))
  expect(holders.sort()).toEqual(['facts', 'library'])
  expect(JSON.stringify(localVariables(identity))).not.toContain(identity.receiptKey.d)
})

it('signs tokens that the keys handed to the Workers verify, and hands over no private part', async () => {
  const identity = await makeIdentity()
  const variables = localVariables(identity)
  expect(variables.TOKEN_KEYS).not.toContain('"d"')
  const token = await signToken(identity, {
    tenant: 'acme',
    namespaces: ['a', 'b'],
    scopes: ['query:read', 'admin'],
  })
  const keys = createLocalJWKSet(JSON.parse(variables.TOKEN_KEYS!))
  const { payload } = await jwtVerify(token, keys, {
    issuer: LOCAL_ISSUER,
    audience: LOCAL_AUDIENCE,
    algorithms: ['EdDSA'],
  })
  expect(payload).toMatchObject({ tenant: 'acme', ns: ['a', 'b'], scope: 'query:read admin' })
  expect(decodeProtectedHeader(token).alg).toBe('EdDSA')
})

it('restricts the conformance key to the reserved tenants and marks the issuer as one for development', async () => {
  const { keys } = JSON.parse(localVariables(await makeIdentity()).TOKEN_KEYS!)
  expect(keys).toMatchObject([
    { kid: 'development', cairn_development: true },
    { kid: 'conformance', cairn_tenants: ['conformance-a', 'conformance-b'] },
  ])
})
