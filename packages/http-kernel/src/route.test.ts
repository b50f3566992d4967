import { describe, expect, it } from 'vitest'
import { allowOf, operationsOf, router } from './route.ts'

const find = router(operationsOf('facts'))
const at = async (method: string, path: string) => {
  const route = await find(method, new URL(path, 'https://cairn.example'))
  return route.operation === null ? route.methods : [route.operation.id, { ...route.rawPath }]
}

describe('router', () => {
  it('finds an operation and its raw path parameters', async () => {
    expect(await at('GET', '/v1/facts/acme/works%2Fat')).toEqual([
      'getFact',
      { entity: 'acme', key: 'works%2Fat' },
    ])
    expect(await at('GET', '/v1/facts/a/b/history')).toEqual(['factHistory', { entity: 'a', key: 'b' }])
  })

  it('takes HEAD as GET', async () => {
    expect(await at('HEAD', '/v1/facts')).toEqual(['listFacts', {}])
  })

  it('lists the methods of an address asked with another one', async () => {
    expect(await at('DELETE', '/v1/facts')).toEqual(['POST', 'GET'])
    expect(await at('PATCH', '/v1/facts/a/b')).toEqual(['PUT', 'GET'])
  })

  it.each([
    '/',
    '/v1/facts/',
    '/v1/facts/a',
    '/v1/facts/a/b/',
    '/v1/facts//b',
    '//v1/facts',
    '/V1/facts',
    '/v1/query/search',
  ])('has nothing at %s', async (path) => {
    expect(await at('GET', path.startsWith('//') ? `https://cairn.example${path}` : path)).toEqual([])
  })

  it('answers health for every Worker', async () => {
    expect(await at('GET', '/health')).toEqual(['health', {}])
  })
})

describe('allowOf', () => {
  it('adds HEAD beside GET, and OPTIONS', () => {
    expect(allowOf(['POST', 'GET'])).toBe('GET, HEAD, OPTIONS, POST')
    expect(allowOf(['PUT'])).toBe('OPTIONS, PUT')
  })
})
