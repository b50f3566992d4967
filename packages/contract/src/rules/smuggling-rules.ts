import { echo, excerpt } from '../echo.ts'
import { pointerOf } from '../json-pointer.ts'
import { leastTokens } from '../least-tokens.ts'
import { LIMITS } from '../limits.ts'
import { isCanonicalSlug } from '../slug.ts'
import { type Breach, breach, type Rule } from './rule.ts'
import { type Members, objectIn, type Subject } from './subject.ts'

const POINTER_MEMBERS = new Set(['id', 'score', 'epitome', 'reason', 'complete', 'copies', 'why'])
const BODY_NAMES = new Set([
  'text',
  'content',
  'body',
  'full_text',
  'fulltext',
  'raw',
  'passage',
  'chunk',
  'snippet',
])
const ROOT_MEMBERS = new Set(['contract', 'kind', 'hydrate_tier', 'pointers', 'content', 'cost_estimate'])

/** Bodies at pointer tier, wherever they are put. */
export const SMUGGLING_RULES: readonly Rule[] = [
  {
    id: 'crc-s1-pointer-tier-has-no-bodies',
    authority: 'S1',
    severity: 'MUST',
    statement:
      'At pointer tier no hydrated body is returned: not as another member of a pointer, not in `meta`, not anywhere else.',
    check: bodiesAtPointerTier,
  },
]

/** Where an answer at pointer tier carries a body; none at other tiers. */
export function bodiesAtPointerTier(subject: Subject): Breach[] {
  return subject.tier === 'pointer' ? [...inPointers(subject), ...elsewhere(subject)] : []
}

function* inPointers({ pointers }: Subject): Iterable<Breach> {
  for (const { pointer, members } of pointers ?? []) {
    if (typeof members.why === 'string') yield* longTexts(members.why, `${pointer}/why`)
    for (const [name, value] of Object.entries(members)) {
      if (POINTER_MEMBERS.has(name)) continue
      const place = `${pointer}${placeOf(name)}`
      if (BODY_NAMES.has(name.toLowerCase()) && isBody(value))
        yield breach(place, `a body, ${echo(value)}`, NO_BODIES)
      else yield* longTexts(value, place)
    }
  }
}

function* elsewhere({ document, memories }: Subject): Iterable<Breach> {
  for (const [name, value] of Object.entries(document)) {
    if (!ROOT_MEMBERS.has(name))
      yield* longTexts(name === 'envelope' ? withoutMemories(value) : value, placeOf(name))
  }
  for (const { pointer, members } of memories) {
    for (const [name, value] of Object.entries(members)) {
      if (name !== 'epitome') yield* longTexts(value, `${pointer}${placeOf(name)}`)
    }
  }
}

const NO_BODIES = 'no hydrated body at pointer tier'

const isBody = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || (Array.isArray(value) && value.length > 0)

const withoutMemories = (envelope: unknown): unknown => {
  const members = objectIn(envelope)
  if (members === null) return envelope
  const { memories_used: _, ...rest } = members
  return rest
}

/** The texts over 40 tokens in a value, at any depth; a list of texts is read as one text. What leastTokens counts is never more than the characters. */
function* longTexts(value: unknown, place: string): Iterable<Breach> {
  const pending: { value: unknown; place: string }[] = [{ value, place }]
  while (pending.length > 0) {
    const at = pending.pop()!
    const text = textIn(at.value)
    const tokens = text === null || text.length <= LIMITS.epitomeTokensMax ? 0 : leastTokens(text)
    if (tokens > LIMITS.epitomeTokensMax && at.place !== '/next/expand' && !isSlug(at.place, text))
      yield breach(at.place, `a text of at least ${tokens} tokens, ${echo(text)}`, NO_BODIES)
    if (text === null && typeof at.value === 'object' && at.value !== null) {
      for (const [name, member] of Object.entries(at.value as Members)) {
        if (growsWithThePage(name, at.place)) continue
        pending.push({ value: member, place: `${at.place}${placeOf(name)}` })
      }
    }
  }
}

/** A name in another script than Latin has many tokens once it is percent-encoded. */
const isSlug = (place: string, text: string | null): boolean =>
  text !== null &&
  /^(?:\/next\/canonical_slug|\/envelope\/memories_used\/\d+\/topic)$/.test(place) &&
  isCanonicalSlug(text)

/** Ids, terms and cursors grow with the page and the query, not with what the passages say. */
const growsWithThePage = (name: string, place: string): boolean =>
  (place === '/envelope' && (name === 'receipts_used' || name === 'degraded_reasons')) ||
  (place === '/agent_decision' && name === 'missing_terms') ||
  (place === '/next' && name === 'cursor')

function textIn(value: unknown): string | null {
  if (typeof value === 'string') return value
  const isTexts = Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')
  return isTexts ? value.join(' ') : null
}

const placeOf = (name: string): string => pointerOf(excerpt(name))
