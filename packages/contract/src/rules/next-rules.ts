import { echo } from '../echo.ts'
import { fetchContentBody } from '../generated/fetch-content.js'
import { FETCH_CONTENT_BODY } from '../operations/fetch-content-body.ts'
import { RESOLUTION_CODES } from '../resolution.ts'
import { schemaFindings } from '../schema-findings.ts'
import { type Breach, breach, type Rule } from './rule.ts'
import { isRetrieval, objectIn, type Subject } from './subject.ts'

const PLAYBOOK = '__bootstrap__::resolution:'
const CALL = /^POST \/v1\/query\/fetch-content(?:\?namespace=[a-z0-9-]{1,64})? /
const CALL_EXAMPLE = 'POST /v1/query/fetch-content {"refs":["…"]}'
/** A method and a path, an address, or a tool's name and its arguments. */
const ENDPOINT = /^(?:(?:[A-Z]+ )?(?:https?:\/\/|\/)\S|[A-Za-z][\w.:/-]* ?[({])/

/** What an answer says to do next. */
export const NEXT_RULES: readonly Rule[] = [
  {
    id: 'crc-s1-resolution-pointer-names-a-playbook',
    authority: 'S1',
    severity: 'MUST',
    statement: '`next.resolution_pointer` is `__bootstrap__::resolution:` and a name.',
    check: ({ next }) => {
      const pointer = next?.resolution_pointer
      return typeof pointer === 'string' &&
        !(pointer.startsWith(PLAYBOOK) && pointer.length > PLAYBOOK.length)
        ? [breach('/next/resolution_pointer', echo(pointer), `${PLAYBOOK}<name>`)]
        : []
    },
  },
  {
    id: 'crc-s1-expand-names-an-endpoint',
    authority: 'S1',
    severity: 'MUST',
    statement:
      '`next.expand` names an endpoint: a method and a path, an address, or a tool and its arguments.',
    check: ({ next }) =>
      typeof next?.expand === 'string' && !ENDPOINT.test(next.expand)
        ? [breach('/next/expand', echo(next.expand), 'a method, a space and a path')]
        : [],
  },
  {
    id: 'crc-s1-session-has-canonical-slug',
    authority: 'S1',
    severity: 'MUST',
    statement: 'A session answer echoes its canonical key as `next.canonical_slug`.',
    check: ({ kind, next }) => (kind === 'session' ? missingSlug(next?.canonical_slug) : []),
  },
  {
    id: 'crc-s1-addressed-has-canonical-slug',
    authority: 'S1',
    severity: 'SHOULD',
    statement: 'An addressed answer about one thing echoes its canonical key.',
    check: ({ kind, pointers, envelope, next }) =>
      kind === 'addressed' && pointers?.length === 1 && envelope?.omitted === undefined
        ? missingSlug(next?.canonical_slug)
        : [],
  },
  {
    id: 'crc-cairn-fact-has-canonical-slug',
    authority: 'cairn',
    severity: 'MUST',
    statement: 'A fact answer prints `next.canonical_slug`.',
    check: ({ kind, next }) => (kind === 'fact' ? missingSlug(next?.canonical_slug) : []),
  },
  {
    id: 'crc-cairn-empty-search-points-at-a-playbook',
    authority: 'cairn',
    severity: 'MUST',
    statement: 'A search that found nothing always points at a playbook.',
    check: ({ kind, pointers, next }) =>
      kind === 'search' && pointers?.length === 0 && typeof next?.resolution_pointer !== 'string'
        ? [
            breach(
              '/next/resolution_pointer',
              echo(next?.resolution_pointer),
              `${PLAYBOOK}EmptyResult or another playbook`,
            ),
          ]
        : [],
  },
  {
    id: 'crc-cairn-resolution-code-is-known',
    authority: 'cairn',
    severity: 'MUST',
    statement: 'The playbook is one of those this service has.',
    check: ({ next }) => {
      const pointer = next?.resolution_pointer
      if (typeof pointer !== 'string' || !pointer.startsWith(PLAYBOOK)) return []
      const code = pointer.slice(PLAYBOOK.length)
      return code === '' || RESOLUTION_CODES.some((known) => known === code)
        ? []
        : [breach('/next/resolution_pointer', echo(code), `one of ${RESOLUTION_CODES.join(', ')}`)]
    },
  },
  {
    id: 'crc-cairn-expand-works-as-printed',
    authority: 'cairn',
    severity: 'MUST',
    statement:
      '`next.expand` is `POST /v1/query/fetch-content` and a JSON body that the operation accepts, its refs on this page; of a fact or a session it may be the `GET` that reads it with `hydrate=full`.',
    check: wrongExpand,
  },
  {
    id: 'crc-cairn-omission-has-a-cursor',
    authority: 'cairn',
    severity: 'MUST',
    statement:
      '`envelope.omitted` counts pointers and demoted bodies, and what was left out can be read on with `next.cursor`.',
    check: wrongOmission,
  },
]

const missingSlug = (slug: unknown): Breach[] =>
  typeof slug === 'string' && slug !== ''
    ? []
    : [breach('/next/canonical_slug', echo(slug), 'the canonical key')]

function wrongExpand(subject: Subject): Breach[] {
  const expand = subject.next?.expand
  if (typeof expand !== 'string' || !ENDPOINT.test(expand)) return []
  const { kind } = subject
  if ((kind === 'fact' || kind === 'session') && !expand.startsWith('POST ')) return wrongRead(kind, expand)
  const wrong = (found: string, expected: string) => [breach('/next/expand', found, expected)]
  const call = CALL.exec(expand)?.[0]
  if (call === undefined) return wrong(echo(expand), CALL_EXAMPLE)
  const body = jsonIn(expand.slice(call.length))
  if (body === null) return wrong(echo(expand.slice(call.length)), 'a JSON object after the path')
  const [finding] = schemaFindings(fetchContentBody, FETCH_CONTENT_BODY, body)
  if (finding !== undefined)
    return wrong(
      `a body with a wrong ${finding.pointer || 'shape'}: ${finding.message}`,
      'one that fetch-content accepts',
    )
  const page = new Set((subject.pointers ?? []).map(({ members }) => members.id))
  const stranger = (body.refs as readonly string[]).find((ref) => !page.has(ref))
  return isRetrieval(subject) && stranger !== undefined
    ? wrong(`the ref ${echo(stranger)}`, 'refs that are pointers of this answer')
    : []
}

/** Facts and sessions may also be read in full at an address of their own. */
function wrongRead(kind: 'fact' | 'session', expand: string): Breach[] {
  const [, path = '', query = ''] = /^GET (\/[^\s?]*)\?(\S*)$/.exec(expand) ?? []
  const isFull = new URLSearchParams(query).get('hydrate') === 'full'
  if (isFull && READS[kind].some((address) => address.test(path))) return []
  return [breach('/next/expand', echo(expand), `the GET that reads this ${kind} with hydrate=full`)]
}

/** Where a fact or a session is read, as regular expressions of the operation table's paths. */
export const READS = {
  fact: [/^\/v1\/facts\/[^/]+\/[^/]+$/, /^\/v1\/facts$/, /^\/v1\/facts\/[^/]+\/[^/]+\/history$/],
  session: [/^\/v1\/sessions\/[^/]+\/state$/],
} as const

function jsonIn(text: string): Readonly<Record<string, unknown>> | null {
  if (!text.startsWith('{') || !text.endsWith('}')) return null
  try {
    return objectIn(JSON.parse(text))
  } catch {
    return null
  }
}

function wrongOmission({ envelope, next }: Subject): Breach[] {
  const omitted = envelope?.omitted
  if (omitted === undefined) return []
  const { pointers, demoted } = objectIn(omitted) ?? {}
  const isCounted = [pointers, demoted].every((count) => Number.isInteger(count) && (count as number) >= 0)
  if (!isCounted)
    return [breach('/envelope/omitted', echo(omitted), '{pointers, demoted} with whole numbers from 0')]
  return (pointers as number) > 0 && typeof next?.cursor !== 'string'
    ? [breach('/next/cursor', echo(next?.cursor), `a cursor, since ${pointers} pointers were left out`)]
    : []
}
