import { echo } from '../echo.ts'
import { pointerOf } from '../json-pointer.ts'
import { type Breach, breach, type Rule } from './rule.ts'
import { bodiesAtPointerTier } from './smuggling-rules.ts'
import { type Members, objectIn, type Subject, textsOf } from './subject.ts'

const PAGE_TOKENS = 160
const HIT_TOKENS = 25

/** How little a default page is. */
export const SIZE_RULES: readonly Rule[] = [
  {
    id: 'crc-cairn-default-page-is-small',
    authority: 'cairn',
    severity: 'MUST',
    statement: 'A default search page of n hits costs at most the tokens of its epitomes + 160 + 25·n.',
    check: tooLarge,
  },
  {
    id: 'crc-cairn-empty-members-are-absent',
    authority: 'cairn',
    severity: 'SHOULD',
    statement:
      'An empty list or object in `envelope`, `next` or `meta`, and one of these when it is empty, is left out.',
    check: ({ document, envelope, next }) => [
      ...emptyIn({ envelope: document.envelope, next: document.next, meta: document.meta }),
      ...emptyIn(envelope ?? {}, 'envelope'),
      ...emptyIn(next ?? {}, 'next'),
      ...emptyIn(objectIn(document.meta) ?? {}, 'meta'),
    ],
  },
  {
    id: 'crc-cairn-degraded-reasons-are-texts',
    authority: 'cairn',
    severity: 'MUST',
    statement: '`envelope.degraded_reasons` is a list of texts, each once.',
    check: ({ envelope }) => {
      const reasons = envelope?.degraded_reasons
      if (reasons === undefined) return []
      const isList =
        Array.isArray(reasons) && reasons.every((reason) => typeof reason === 'string' && reason !== '')
      return isList && new Set(reasons).size === reasons.length
        ? []
        : [breach('/envelope/degraded_reasons', echo(reasons), 'a list of texts, each once')]
    },
  },
]

/** A page that smuggles a body is large because of it, which is told already. */
function tooLarge(subject: Subject): Breach[] {
  const { kind, tier, document, decision, pointers, countTokens } = subject
  const isDetailed = document.meta !== undefined || decision?.lane_attribution !== undefined
  if (countTokens === null || kind !== 'search' || tier !== 'pointer' || isDetailed || pointers === null)
    return []
  const epitomes = textsOf(pointers, 'epitome').reduce((sum, epitome) => sum + countTokens(epitome), 0)
  const most = epitomes + PAGE_TOKENS + HIT_TOKENS * pointers.length
  const size = countTokens(JSON.stringify(document))
  return size <= most || bodiesAtPointerTier(subject).length > 0
    ? []
    : [breach('', `${size} tokens`, `at most ${most} for ${pointers.length} hits`)]
}

function emptyIn(members: Members, ...steps: readonly string[]): Breach[] {
  return Object.entries(members)
    .filter(([, value]) => typeof value === 'object' && value !== null && Object.keys(value).length === 0)
    .map(([name, value]) => breach(pointerOf(...steps, name.slice(0, 64)), echo(value), 'nothing'))
}
