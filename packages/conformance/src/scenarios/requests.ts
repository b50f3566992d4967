import type { CallOptions } from '../call.ts'
import { SOURCE } from '../corpus.ts'
import type { Exchange } from '../exchange.ts'
import { codeOf, textsOf } from '../read.ts'
import { STORE_WORKERS } from '../requirement.ts'
import type { Scenario } from '../scenario.ts'

/** One operation of each Worker that reads a body. */
const POSTS: readonly (readonly [string, CallOptions])[] = [
  ['search', {}],
  ['fetchContent', {}],
  ['createFact', {}],
  ['addDocuments', { path: { id: SOURCE } }],
]
const JSON_TYPE = 'application/json'
/** Bodies that no operation takes, and how each is refused. */
export const BAD_BODIES: readonly {
  readonly raw: { readonly type: string; readonly text: string }
  readonly status: number
  readonly codes: readonly string[]
}[] = [
  { raw: { type: JSON_TYPE, text: '{"query":' }, status: 400, codes: ['malformed_json'] },
  { raw: { type: JSON_TYPE, text: '{"query":"\\ud800"}' }, status: 400, codes: ['malformed_unicode'] },
  {
    raw: { type: JSON_TYPE, text: `${'['.repeat(40)}${']'.repeat(40)}` },
    status: 400,
    codes: ['malformed_json', 'invalid_body'],
  },
  { raw: { type: 'text/csv', text: 'query' }, status: 415, codes: ['unsupported_media_type'] },
]
const METHODS: readonly (readonly [string, CallOptions])[] = [
  ['search', { json: { query: 'walkabout' } }],
  ['fetchContent', { json: { refs: ['1:0'] } }],
  ['getFact', { path: { entity: 'conformance', key: 'motto' } }],
  ['listDocuments', { path: { id: SOURCE } }],
  ['getTopic', { path: { topic: 'limits' } }],
]
const NAMES = ['a/b', '50%', '%2F..%2e', 'ünïcode 🦊', '..a', ' spaced ', 'a?b#c&d=e', 'x'.repeat(200)]

/** Bodies, methods and names at their bounds and past them. */
export const REQUEST_SCENARIOS: readonly Scenario[] = [
  {
    id: 'bodies-bad',
    title: 'Send bodies that are no JSON, ill-formed, too deep, of another type',
    callsMax: POSTS.length * BAD_BODIES.length,
    judges: ['body-is-judged'],
    at: STORE_WORKERS,
    run: async (probe) => {
      for (const [operation, call] of POSTS)
        for (const { raw, status, codes } of BAD_BODIES) {
          const sent = await probe.send(operation, { ...call, raw })
          const isRefused = sent.status === status && codes.includes(codeOf(sent))
          probe.judge(
            'body-is-judged',
            sent,
            isRefused
              ? null
              : `answered ${sent.status} ${codeOf(sent)}, expected ${status} ${codes.join(' or ')}`,
          )
        }
    },
  },
  {
    id: 'bodies-large',
    title: 'Send a JSON body of one byte over 4 MiB',
    callsMax: 2,
    judges: ['body-is-bounded'],
    run: async (probe) => {
      const text = `{"query":"${'x'.repeat(4 * 1024 * 1024 + 1 - 12)}"}`
      for (const [operation, call] of [POSTS[0]!, POSTS[3]!]) {
        const sent = await probe.send(operation, { ...call, raw: { type: JSON_TYPE, text } })
        const isRefused = sent.status === 413 && codeOf(sent) === 'payload_too_large'
        probe.judge(
          'body-is-bounded',
          sent,
          isRefused ? null : `answered ${sent.status} ${codeOf(sent)}, expected 413`,
        )
      }
    },
  },
  {
    id: 'methods',
    title: 'Send methods that addresses do not take',
    callsMax: METHODS.length,
    judges: ['method-is-judged'],
    at: [...STORE_WORKERS, 'bootstrap'],
    run: async (probe) => {
      for (const [operation, call] of METHODS) {
        const sent = await probe.send(operation, { ...call, method: 'PATCH' })
        probe.judge('method-is-judged', sent, methodFinding(sent))
      }
    },
  },
  {
    id: 'names-of-facts',
    title: 'Write and read facts of awkward names',
    callsMax: 2 * NAMES.length,
    judges: ['any-name-is-a-name'],
    at: ['facts'],
    run: async (probe) => {
      for (const entity of NAMES) {
        const path = { entity, key: 'is/named' }
        await probe.need('putFact', { path, json: { value: `named ${entity}`, valid_from: '2024' } })
        const read = await probe.send('getFact', { path, query: { hydrate: 'full' } })
        probe.judge(
          'any-name-is-a-name',
          read,
          textsOf(read).includes(`named ${entity}`) ? null : `${entity} is not read under its name`,
        )
      }
    },
  },
  {
    id: 'names-of-documents',
    title: 'Write and read documents of awkward names',
    callsMax: NAMES.length + 1,
    judges: ['any-name-is-a-name'],
    at: ['library'],
    run: async (probe) => {
      const lines = NAMES.map((id) => JSON.stringify({ id, text: `Kept under ${JSON.stringify(id)}.` }))
      await probe.need('addDocuments', {
        path: { id: SOURCE },
        raw: { type: 'application/x-ndjson', text: lines.join('\n') },
      })
      for (const document of NAMES) {
        const read = await probe.send('getDocument', { path: { id: SOURCE, document } })
        const isRead = (read.json as { id?: unknown } | undefined)?.id === document
        probe.judge('any-name-is-a-name', read, isRead ? null : `${document} is not read under its name`)
      }
    },
  },
]

/** Why an answer is no refusal of a method; null where it is one. */
export function methodFinding({ status, headers }: Exchange): string | null {
  if (status !== 405) return `answered ${status}, expected 405`
  return (headers.get('allow') ?? '') === '' ? 'there is no Allow' : null
}
