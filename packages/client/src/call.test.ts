import { describe, expect, it } from 'vitest'
import { callOf } from './call.ts'
import { connect } from './connection.ts'

const connection = connect({ baseUrl: 'http://cairn.test/api/' })
const call = (...[id, input, options = {}]: [Parameters<typeof callOf>[1], object, object?]) =>
  callOf(connection, id, input as Record<string, unknown>, options)

describe('a call', () => {
  it('puts the names of the path into it, each as one segment, and the rest behind it', () => {
    const { address, body } = call('factHistory', {
      entity: 'a/b?#%',
      key: 'ä ',
      limit: 2,
      cursor: undefined,
    })
    expect(address).toBe('http://cairn.test/api/v1/facts/a%2Fb%3F%23%25/%C3%A4%20/history?limit=2')
    expect(body).toBeNull()
  })

  it.each(['', '.', '..', undefined, 7])('refuses %j as a segment: it would lead elsewhere', (document) => {
    expect(() => call('deleteDocument', { source: 's', document })).toThrow(TypeError)
  })

  it('sends what is not in the path as its body where the contract has it so', () => {
    const { address, body, headers } = call('putFact', { entity: 'e', key: 'k', value: null })
    expect(address).toBe('http://cairn.test/api/v1/facts/e/k')
    expect(body).toBe('{"value":null}')
    expect(headers['Content-Type']).toBe('application/json')
  })

  it('sends a state as it is and its time to live in the address', () => {
    const { address, body } = call('putSessionState', { session: 's', state: null, ttl_seconds: 60 })
    expect(address).toMatch(/\/v1\/sessions\/s\/state\?ttl_seconds=60$/)
    expect(body).toBe('null')
  })

  it('names its namespace and its consistency where the operation has them', () => {
    const options = { namespace: 'n-1', consistency: 'bounded' }
    expect(call('listSources', {}, options).address).toMatch(/\?namespace=n-1&consistency=bounded$/)
    expect(call('putSource', { source: 's', manifest: {} }, options).address).toMatch(/\/s\?namespace=n-1$/)
    expect(call('health', {}, options).address).toMatch(/\/health$/)
  })

  it('carries a key of its own when it creates, or the one it is given', () => {
    const input = { entity: 'e', key: 'k', value: 1 }
    const keys = [call('createFact', input), call('createFact', input)].map(
      ({ headers }) => headers['Idempotency-Key']!,
    )
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).not.toBe(keys[0])
    expect(call('createFact', input, { idempotencyKey: 'mine' }).headers['Idempotency-Key']).toBe('mine')
    expect(call('putFact', input).headers).not.toHaveProperty('Idempotency-Key')
  })

  it('negotiates the shape of CRC-v1 answers alone', () => {
    expect(call('search', { query: 'x' }).headers['Accept-Contract']).toBe('crc-v1')
    expect(call('search', { query: 'x' }, { contract: 'legacy' }).headers['Accept-Contract']).toBe('legacy')
    expect(call('listSources', {}).headers).not.toHaveProperty('Accept-Contract')
  })

  it('is not repeated after an unknown outcome when it is conditional: its own first try may have met the condition', () => {
    expect(call('putSessionState', { session: 's', state: 1 }).isRepeatable).toBe(true)
    const guarded = call('putSessionState', { session: 's', state: 1 }, { ifMatch: '"1"' })
    expect(guarded.isRepeatable).toBe(false)
    expect(guarded.headers['If-Match']).toBe('"1"')
    const first = call('putSessionState', { session: 's', state: 1 }, { ifNoneMatch: '*' })
    expect([first.isRepeatable, first.headers['If-None-Match']]).toEqual([false, '*'])
  })
})

describe('a connection', () => {
  it.each(['cairn.test', 'ftp://cairn.test', 'http://cairn.test/?a=b', 'http://cairn.test/#a'])(
    'is not made to %s',
    (baseUrl) => expect(() => connect({ baseUrl })).toThrow(TypeError),
  )

  it.each([{ timeoutMs: 0 }, { timeoutMs: Number.NaN }, { retries: -1 }, { retries: 21 }, { retries: 0.5 }])(
    'is not made with %j',
    (bound) => expect(() => connect({ baseUrl: 'http://cairn.test', ...bound })).toThrow(RangeError),
  )

  it.each([{ timeoutMs: 1 }, { retries: 0 }, { retries: 20 }])('is made with %j', (bound) => {
    expect(connect({ baseUrl: 'http://cairn.test', ...bound })).toMatchObject(bound)
  })
})
