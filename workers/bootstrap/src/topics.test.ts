import { LANES } from '@cairn/contract/crc-v1'
import { LIMITS } from '@cairn/contract/limits'
import { OPERATIONS } from '@cairn/contract/operations'
import { parametersOf } from '@cairn/contract/parameters'
import { PROBLEMS, problemType } from '@cairn/contract/problems'
import { checkBody, checkParameters } from '@cairn/contract/requests'
import { RESOLUTION_CODES, resolutionPointer } from '@cairn/contract/resolution'
import { router } from '@cairn/http-kernel/route'
import { typedParameter } from '@cairn/http-kernel/typed-parameter'
import { describe, expect, it } from 'vitest'
import { ALIASES, findTopic, TOPICS } from './topics.ts'

describe('topics', () => {
  it.each(RESOLUTION_CODES)('have a playbook for %s, found by its pointer', (code) => {
    expect(findTopic(resolutionPointer(code))?.topic).toBe(`resolution:${code}`)
  })

  it.each(Object.keys(PROBLEMS) as (keyof typeof PROBLEMS)[])(
    'have an entry where the type of %s leads',
    (code) => {
      const { pathname, hash } = new URL(problemType(code), 'https://cairn.example')
      const topic = findTopic(pathname.replace('/v1/bootstrap/', ''))
      expect(topic).toMatchObject({
        isPublic: true,
        data: expect.arrayContaining([expect.objectContaining({ code: hash.slice(1) })]),
      })
    },
  )

  it('are found by their other names, and by no inherited one', () => {
    expect(Object.entries(ALIASES).map(([alias]) => findTopic(alias)?.topic)).toEqual([
      'getting-started',
      'getting-started',
      'endpoints',
      'agent-decision',
    ])
    expect(findTopic('constructor')).toBeUndefined()
    expect(findTopic('')).toBeUndefined()
  })

  it('are public where a stranger needs them', () => {
    expect(TOPICS.filter(({ isPublic }) => isPublic).map(({ topic }) => topic)).toEqual([
      'tool-output',
      'limits',
      'errors',
    ])
  })

  it('explain every lane, every suggestion and the name of the ranking', () => {
    const { text } = findTopic('agent-decision') as { readonly text: string }
    for (const word of [
      ...LANES,
      'Tie',
      'Unknown',
      'None',
      'EscalateEngine',
      'meta.bandit_variant',
      'missing_terms',
    ])
      expect(text).toContain(`\`${word}\``.replace('`missing_terms`', 'missing_terms'))
  })

  it('tell every limit of the contract', () => {
    expect(findTopic('limits')).toMatchObject({ data: LIMITS })
  })

  it('tell every operation of the contract', () => {
    expect(findTopic('endpoints')).toMatchObject({
      data: OPERATIONS.map(({ id }) => expect.objectContaining({ id })),
    })
  })

  it('stay short enough to be read: a text is at most 2,500 characters', () => {
    for (const topic of TOPICS) if ('text' in topic) expect(topic.text!.length).toBeLessThanOrEqual(2500)
  })
})

const find = router(OPERATIONS)
const calls = TOPICS.flatMap((topic) =>
  'text' in topic
    ? [...(topic.text ?? '').matchAll(/^ +(GET|PUT|POST|DELETE) (\S+)(?: (\{.*\}))?$/gm)].map((match) => ({
        topic: topic.topic,
        method: match[1]!,
        address: filledIn(match[2]!),
        body: match[3] === undefined ? undefined : JSON.parse(filledIn(match[3])),
      }))
    : [],
)
function filledIn(text: string): string {
  return text.replaceAll(/<[^>]*>/g, 'x1')
}

describe('the calls that texts tell to send', () => {
  it('are found in the texts', () => {
    expect(calls.length).toBeGreaterThan(20)
  })

  it.each(calls)('$method $address of $topic can be sent as written', async ({ method, address, body }) => {
    const url = new URL(address, 'https://cairn.example')
    const route = await find(method, url)
    if (route.operation === null) throw new Error('the call leads nowhere')
    const { operation } = route
    const schemas = new Map(parametersOf(operation).map(({ name, schema }) => [name, schema]))
    const typed = [...url.searchParams].map(([name, text]) => [
      name,
      typedParameter(name, schemas.get(name) ?? {}, text),
    ])
    expect(checkParameters(operation, { ...Object.fromEntries(typed), ...route.rawPath })).toEqual([])
    expect(checkBody(operation, body)).toEqual([])
  })
})
