import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { expect, it } from 'vitest'
import {
  keptIdentity,
  LOCAL_AUDIENCE,
  LOCAL_ISSUER,
  localVariables,
  makeIdentity,
  signToken,
} from './identity.ts'

it('is made once for a folder, readable by its owner alone', async () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'cairn-identity-')), '.cairn')
  const first = await keptIdentity(folder)
  expect(await keptIdentity(folder)).toEqual(first)
  expect(statSync(path.join(folder, 'identity.json')).mode & 0o077).toBe(0)
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
