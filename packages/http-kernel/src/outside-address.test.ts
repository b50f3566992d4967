import { describe, expect, it } from 'vitest'
import { outsideFault, outsideRules } from './outside-address.ts'

const strict = outsideRules({ FEDERATION_HOSTS: 'peer.example.org, Other.example.org' })
const local = outsideRules({ FEDERATION_HOSTS: 'peer.example.org', FEDERATION_PRIVATE: 'allowed' })

describe('an address that may be asked', () => {
  it.each(['https://peer.example.org', 'https://peer.example.org:443/crux', 'https://OTHER.example.org/'])(
    'is https at a named host: %s',
    (address) => expect(outsideFault(address, strict)).toBeNull(),
  )

  it.each(['http://127.0.0.1:8787', 'http://localhost:1', 'http://[::1]:8787/crux', 'https://10.0.0.7'])(
    'is on this machine or network where that is allowed: %s',
    (address) => {
      expect(outsideFault(address, local)).toBeNull()
      expect(outsideFault(address, strict)).not.toBeNull()
    },
  )
})

it.each([
  ['a word', 'peer'],
  ['another scheme', 'ftp://peer.example.org'],
  ['http', 'http://peer.example.org'],
  ['a user', 'https://user@peer.example.org'],
  ['a password alone', 'https://:secret@peer.example.org'],
  ['another port', 'https://peer.example.org:8443'],
  ['a query', 'https://peer.example.org/?a=1'],
  ['a fragment', 'https://peer.example.org/#a'],
  ['a host that is not named', 'https://peer.example.com'],
  ['a host below one that is named', 'https://evil.peer.example.org'],
  ['a host that begins like one that is named', 'https://peer.example.org.evil.example'],
  ['a trailing dot', 'https://peer.example.org./'],
])('%s may not be asked, private servers allowed or not', (_what, address) => {
  expect(outsideFault(address, strict)).not.toBeNull()
  expect(outsideFault(address, local)).not.toBeNull()
})

it.each([
  'https://127.0.0.1',
  'https://2130706433',
  'https://0x7f.1',
  'https://0177.0.0.1',
  'https://127.1',
  'https://[::ffff:127.0.0.1]',
  'https://[fe80::1]',
  'https://localhost',
  'https://a.localhost',
  'https://169.254.169.254',
  'https://metadata',
])('an address of this machine or network in any spelling may not be asked: %s', (address) => {
  const named = { hosts: [new URL(address).hostname], privateAllowed: false }
  expect(outsideFault(address, named)).toMatch(/by name/)
})

it('no host is named where the variable is absent or empty', () => {
  for (const rules of [outsideRules({}), outsideRules({ FEDERATION_HOSTS: ' , ' })])
    expect(rules).toEqual({ hosts: [], privateAllowed: false })
})
