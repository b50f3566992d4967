import { echo } from '../echo.ts'
import { leastTokens } from '../least-tokens.ts'
import { LIMITS } from '../limits.ts'
import { type Breach, breach, type Rule } from './rule.ts'
import { isRetrieval, type Placed, type Subject } from './subject.ts'

const EPITOME_TOKENS_MAX = LIMITS.epitomeTokensMax

/** Which answers have pointers, and what a pointer is. */
export const POINTER_RULES: readonly Rule[] = [
  {
    id: 'crc-s1-addressed-has-pointers',
    authority: 'S1',
    severity: 'MUST',
    statement: 'An addressed answer prints `pointers` at every tier.',
    check: ({ kind, document }) =>
      kind === 'addressed' && document.pointers === undefined
        ? [breach('/pointers', 'no `pointers`', 'a list')]
        : [],
  },
  {
    id: 'crc-s1-strict-search-has-pointers',
    authority: 'S1',
    severity: 'MUST',
    statement: 'With `strict` only: a search finds something.',
    check: ({ isStrict, kind, pointers }) =>
      isStrict && kind === 'search' && pointers?.length === 0
        ? [breach('/pointers', 'an empty list', 'at least one pointer, since the validation is strict')]
        : [],
  },
  {
    id: 'crc-s1-pointer-id-is-not-empty',
    authority: 'S1',
    severity: 'MUST',
    statement: 'A pointer id is a handle that can be sent back, so it is not empty.',
    check: ({ pointers }) =>
      (pointers ?? [])
        .filter(({ members }) => members.id === '')
        .map(({ pointer }) => breach(`${pointer}/id`, 'an empty text', 'a handle')),
  },
  {
    id: 'crc-s1-pointer-ids-are-unique',
    authority: 'S1',
    severity: 'MUST',
    statement: 'No two pointers of an answer have the same id.',
    check: ({ pointers }) => repeatedIds(pointers ?? []),
  },
  {
    id: 'crc-s1-epitome-is-a-preview',
    authority: 'S1',
    severity: 'MUST',
    statement: 'At pointer tier an epitome has at most 40 tokens, however tokens are counted.',
    check: ({ tier, pointers }) =>
      tier === 'pointer' ? longEpitomes(pointers ?? [], leastTokens, 'at least ') : [],
  },
  {
    id: 'crc-cairn-epitome-fits-the-profile',
    authority: 'cairn',
    severity: 'MUST',
    statement: 'An epitome has at most 40 tokens of the tokenizer profile, at every tier.',
    check: ({ countTokens, tier, pointers, memories }) => {
      if (countTokens === null) return []
      const isTold = ({ members }: Placed) =>
        tier === 'pointer' &&
        typeof members.epitome === 'string' &&
        leastTokens(members.epitome) > EPITOME_TOKENS_MAX
      const untold = (pointers ?? []).filter((pointer) => !isTold(pointer))
      return longEpitomes([...untold, ...memories], countTokens, '')
    },
  },
  {
    id: 'crc-cairn-pointers-only-on-retrieval',
    authority: 'cairn',
    severity: 'MUST',
    statement: 'Fact and session answers have no `pointers`.',
    check: (subject) =>
      subject.kind !== null && !isRetrieval(subject) && subject.document.pointers !== undefined
        ? [breach('/pointers', echo(subject.document.pointers), `no \`pointers\` for kind ${subject.kind}`)]
        : [],
  },
  {
    id: 'crc-cairn-unavailable-refs-are-told',
    authority: 'cairn',
    severity: 'MUST',
    statement:
      'Each entry of `envelope.unavailable` has an `id` that is no pointer of the answer, and a `code`.',
    check: unavailable,
  },
]

/** A breach for each id that a list has before. */
export function repeatedIds(list: readonly Placed[]): Breach[] {
  const seen = new Set<unknown>()
  return list.flatMap(({ pointer, members: { id } }) => {
    if (typeof id !== 'string' || id === '') return []
    if (!seen.has(id)) {
      seen.add(id)
      return []
    }
    return [breach(`${pointer}/id`, `${echo(id)} again`, 'an id of its own')]
  })
}

function longEpitomes(list: readonly Placed[], count: (text: string) => number, atLeast: string): Breach[] {
  return list.flatMap(({ pointer, members: { epitome } }) => {
    const tokens = typeof epitome === 'string' ? count(epitome) : 0
    return tokens <= EPITOME_TOKENS_MAX
      ? []
      : [breach(`${pointer}/epitome`, `${atLeast}${tokens} tokens`, `at most ${EPITOME_TOKENS_MAX}`)]
  })
}

function unavailable({ envelope, pointers }: Subject): Breach[] {
  const listed = envelope?.unavailable
  if (listed === undefined) return []
  if (!Array.isArray(listed)) return [breach('/envelope/unavailable', echo(listed), 'a list of {id, code}')]
  const known = new Set((pointers ?? []).map(({ members }) => members.id))
  return listed.flatMap((entry: { id?: unknown; code?: unknown } | null, index) => {
    const place = `/envelope/unavailable/${index}`
    if (typeof entry?.id !== 'string' || typeof entry.code !== 'string')
      return [breach(place, echo(entry), 'an object with `id` and `code`')]
    return known.has(entry.id)
      ? [breach(`${place}/id`, `${echo(entry.id)}, which is a pointer too`, 'a ref that failed')]
      : []
  })
}
