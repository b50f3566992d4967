import { expect, test } from 'vitest'
import type { Caller } from './call.ts'
import { allowanceHeaders, perMinuteOf, RateLimiter } from './rate-limit.ts'

const caller = (tokenId: string, tenant = 'acme'): Caller => ({
  tenant,
  tokenId,
  namespaces: ['*'],
  scopes: [],
})
const T0 = Date.UTC(2026, 10, 30)
const SECOND = 1000

test('a token has its quota at once and no more, and gets it back evenly', () => {
  const limiter = new RateLimiter()
  const ask = (now: number) => limiter.admit(caller('t'), 60, now)
  const first = Array.from({ length: 60 }, () => ask(T0))
  expect(first.every(({ isAdmitted }) => isAdmitted)).toBe(true)
  expect(first.at(-1)).toMatchObject({ policy: 'token', quota: 60, remaining: 0, seconds: 60 })
  expect(ask(T0)).toMatchObject({ isAdmitted: false, remaining: 0, retrySeconds: 1 })
  expect(ask(T0 + 999)).toMatchObject({ isAdmitted: false })
  expect(ask(T0 + SECOND)).toMatchObject({ isAdmitted: true, remaining: 0 })
  expect(ask(T0 + 61 * SECOND)).toMatchObject({ isAdmitted: true, remaining: 59 })
})

test('a request that is refused takes nothing', () => {
  const limiter = new RateLimiter()
  for (let n = 0; n < 3; n += 1) limiter.admit(caller('t'), 2, T0)
  expect(limiter.admit(caller('t'), 2, T0 + 30 * SECOND).isAdmitted).toBe(true)
})

test('a tenant has the quota of ten tokens, however many it has; another tenant has its own', () => {
  const limiter = new RateLimiter()
  const asked = Array.from({ length: 11 }, (_, n) => limiter.admit(caller(`t${n}`), 1, T0))
  expect(asked.filter(({ isAdmitted }) => isAdmitted)).toHaveLength(10)
  expect(asked.at(-1)).toMatchObject({ policy: 'tenant', quota: 10, remaining: 0, retrySeconds: 6 })
  expect(limiter.admit(caller('t0', 'other'), 1, T0).isAdmitted).toBe(true)
})

test('a clock that runs back gives nothing and takes nothing', () => {
  const limiter = new RateLimiter()
  limiter.admit(caller('t'), 60, T0)
  expect(limiter.admit(caller('t'), 60, T0 - 60 * SECOND)).toMatchObject({ isAdmitted: true, remaining: 58 })
})

test('who asked the longest ago is forgotten, so that strangers cannot fill the memory', () => {
  const limiter = new RateLimiter()
  limiter.admit(caller('first'), 1, T0)
  expect(limiter.admit(caller('first'), 1, T0).isAdmitted).toBe(false)
  for (let n = 0; n < 10_000; n += 1) limiter.admit(caller('t', `tenant-${n}`), 1, T0)
  expect(limiter.admit(caller('first'), 1, T0).isAdmitted).toBe(true)
})

test('the headers name one policy: its quota and window, what is left, and when it is whole', () => {
  const allowance = new RateLimiter().admit(caller('t'), 600, T0)
  expect(allowanceHeaders(allowance)).toEqual({
    'RateLimit-Policy': '"token";q=600;w=60',
    RateLimit: '"token";r=599;t=1',
  })
})

test.each([undefined, ''])('a configuration of %s has no limit', (text) => {
  expect(perMinuteOf(text)).toBe(null)
})

test.each(['0', '-1', '1.5', 'many', '1e3', ' 5'])(
  'a configuration of %s is a fault, not a limit',
  (text) => {
    expect(() => perMinuteOf(text)).toThrow('RATE_LIMIT_PER_MINUTE')
    expect(perMinuteOf('600')).toBe(600)
  },
)
