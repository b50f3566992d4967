import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PROBLEMS, problemType } from '@cairn/contract/problems'
import { RESOLUTION_CODES, resolutionPointer } from '@cairn/contract/resolution'
import { repositoryRoot, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let cairn: TestCairn
let authorized: Record<string, string>
beforeAll(async () => {
  cairn = await startCairn()
  authorized = { Authorization: `Bearer ${await cairn.token('acme', { scopes: ['query:read'] })}` }
})
afterAll(() => cairn?.stop())

const read = async (topic: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${cairn.url}/v1/bootstrap/${topic}`, { headers })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

describe('bootstrap', () => {
  it.each(['tool-output', '__bootstrap__::tool-output'])(
    'serves the schema byte for byte as %s, to anybody',
    async (topic) => {
      const file = path.join(repositoryRoot, 'packages/contract/schemas/crc-v1.schema.json')
      const { status, text } = await read(topic)
      expect(status).toBe(200)
      expect(text).toBe(readFileSync(file, 'utf8'))
    },
  )

  it.each(['limits', 'errors'])('tells %s to anybody', async (topic) => {
    const { status, text } = await read(topic)
    expect([status, JSON.parse(text).topic]).toEqual([200, topic])
  })

  it('answers an unchanged topic with 304', async () => {
    const { headers } = await read('limits')
    expect((await read('limits', { 'If-None-Match': headers.get('ETag')! })).status).toBe(304)
  })

  it.each(Object.keys(PROBLEMS) as (keyof typeof PROBLEMS)[])(
    'explains %s where its type leads',
    async (code) => {
      const { pathname, hash } = new URL(problemType(code), cairn.url)
      const response = await fetch(cairn.url + pathname)
      const { data } = (await response.json()) as { data: { code: string }[] }
      expect(data.map((row) => row.code)).toContain(hash.slice(1))
    },
  )

  it.each(RESOLUTION_CODES)('has the playbook of %s where its pointer leads', async (code) => {
    const { status, text } = await read(resolutionPointer(code), authorized)
    expect([status, JSON.parse(text).topic]).toEqual([200, `resolution:${code}`])
  })

  it.each([
    ['docs', 'getting-started'],
    ['patterns', 'getting-started'],
    ['tools', 'endpoints'],
    ['token-profile', 'token-profile'],
  ])('finds %s as %s', async (name, topic) => {
    expect(JSON.parse((await read(name, authorized)).text).topic).toBe(topic)
  })

  it('asks for a token where a topic is not public, and for the scope', async () => {
    expect((await read('getting-started')).status).toBe(401)
    const weak = { Authorization: `Bearer ${await cairn.token('acme', { scopes: ['facts:read'] })}` }
    expect((await read('getting-started', weak)).status).toBe(403)
  })

  it('has no topic by an unknown name', async () => {
    for (const name of ['nothing', '__bootstrap__::', 'constructor', 'resolution:Nothing']) {
      const { status, text } = await read(name, authorized)
      expect([status, JSON.parse(text).code]).toEqual([404, 'topic_not_found'])
    }
  })

  it('lists every topic once', async () => {
    const response = await fetch(`${cairn.url}/v1/bootstrap`, { headers: authorized })
    const { topics } = (await response.json()) as { topics: { topic: string }[] }
    expect(new Set(topics.map(({ topic }) => topic)).size).toBe(topics.length)
    for (const { topic } of topics) expect((await read(topic, authorized)).status).toBe(200)
  })
})
