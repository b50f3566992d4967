import { TIERS } from '../answer.ts'
import { echo } from '../echo.ts'
import { repeatedIds } from './pointer-rules.ts'
import { type Breach, breach, type Rule } from './rule.ts'
import { demotedIn, isHydrated, isRetrieval, type Placed, type Subject } from './subject.ts'

/** When bodies come along, and which. */
export const CONTENT_RULES: readonly Rule[] = [
  {
    id: 'crc-s1-hydrated-answer-has-content',
    authority: 'S1',
    severity: 'MUST',
    statement:
      'At summary and full tier an answer with pointers carries bodies, unless it says that its budget left all of them out.',
    check: (subject) =>
      isHydrated(subject) &&
      isRetrieval(subject) &&
      (subject.pointers ?? []).length > 0 &&
      !hasBody(subject) &&
      demotedIn(subject) === 0
        ? [
            breach(
              '/content',
              subject.content?.length ? 'items without text' : 'no bodies',
              `bodies, since the tier is ${subject.tier}`,
            ),
          ]
        : [],
  },
  {
    id: 'crc-s1-content-joins-pointers',
    authority: 'S1',
    severity: 'MUST',
    statement: 'Each content item of a search or addressed answer has the id of one of its pointers.',
    check: (subject) => (isRetrieval(subject) ? strangers(subject) : []),
  },
  {
    id: 'crc-s1-content-ids-are-unique',
    authority: 'S1',
    severity: 'MUST',
    statement: 'No two content items have the same id.',
    check: ({ content }) => repeatedIds(content ?? []),
  },
  {
    id: 'crc-cairn-content-is-one-a-pointer',
    authority: 'cairn',
    severity: 'MUST',
    statement:
      'At summary and full tier there is one content item a pointer, but for those that `envelope.omitted.demoted` counts.',
    check: (subject) =>
      isHydrated(subject) && isRetrieval(subject) && hasBody(subject) ? missingItems(subject) : [],
  },
  {
    id: 'crc-cairn-fact-and-session-content',
    authority: 'cairn',
    severity: 'MUST',
    statement:
      'At summary and full tier a session carries its state, and a fact answer with memories their values.',
    check: (subject) => {
      const isDue = subject.kind === 'session' || (subject.kind === 'fact' && subject.memories.length > 0)
      return isDue && isHydrated(subject) && !hasBody(subject) && demotedIn(subject) === 0
        ? [breach('/content', 'no bodies', `bodies, since the tier is ${subject.tier}`)]
        : []
    },
  },
  {
    id: 'crc-cairn-content-is-absent-at-pointer-tier',
    authority: 'cairn',
    severity: 'MUST',
    statement: 'At pointer tier there is no `content`, not even an empty one.',
    check: ({ tier, content }) =>
      tier === 'pointer' && content?.length === 0
        ? [breach('/content', 'an empty list', 'no `content`')]
        : [],
  },
  {
    id: 'crc-cairn-content-item-is-whole',
    authority: 'cairn',
    severity: 'MUST',
    statement: 'A content item has a text and its count of tokens.',
    check: ({ content }) => (content ?? []).flatMap(missingParts),
  },
  {
    id: 'crc-cairn-token-count-is-true',
    authority: 'cairn',
    severity: 'MUST',
    statement: 'A token count is that of the text by the tokenizer profile, raw or as it stands in JSON.',
    check: ({ content, countTokens }) =>
      countTokens === null ? [] : (content ?? []).flatMap((item) => falseCount(item, countTokens)),
  },
  {
    id: 'crc-cairn-content-tier-is-a-lesser-one',
    authority: 'cairn',
    severity: 'MUST',
    statement: 'A content item names its tier only when it carries less than was asked for.',
    check: (subject) => (subject.content ?? []).flatMap((item) => wrongTier(item, subject)),
  },
]

const hasBody = ({ content }: Subject): boolean =>
  (content ?? []).some(({ members }) => typeof members.text === 'string')

function strangers({ pointers, content }: Subject): Breach[] {
  const known = new Set((pointers ?? []).map(({ members }) => members.id))
  return (content ?? [])
    .filter(({ members }) => typeof members.id === 'string' && !known.has(members.id))
    .map(({ pointer, members }) =>
      breach(`${pointer}/id`, echo(members.id), 'the id of a pointer of this answer'),
    )
}

function missingItems(subject: Subject): Breach[] {
  const carried = new Set((subject.content ?? []).map(({ members }) => members.id))
  const without = (subject.pointers ?? []).filter(({ members }) => !carried.has(members.id))
  const demoted = demotedIn(subject)
  return without.length <= demoted
    ? []
    : [
        breach(
          '/content',
          `${without.length} pointers without an item`,
          demoted === 0 ? 'one item a pointer' : `at most ${demoted}, as omitted.demoted says`,
        ),
      ]
}

function missingParts({ pointer, members }: Placed): Breach[] {
  const { text, token_count: count } = members
  return [
    ...(text === undefined || text === null ? [breach(`${pointer}/text`, echo(text), 'a text')] : []),
    ...(count === undefined || count === null || (Number.isInteger(count) && (count as number) < 0)
      ? [breach(`${pointer}/token_count`, echo(count), 'a whole number from 0')]
      : []),
  ]
}

function falseCount({ pointer, members }: Placed, countTokens: (text: string) => number): Breach[] {
  const { text, token_count: count } = members
  if (typeof text !== 'string' || typeof count !== 'number' || count < 0) return []
  const raw = countTokens(text)
  const escaped = countTokens(JSON.stringify(text))
  if (count >= Math.min(raw, escaped) && count <= Math.max(raw, escaped)) return []
  return [breach(`${pointer}/token_count`, echo(count), `${raw}, the tokens of the text`)]
}

function wrongTier({ pointer, members }: Placed, { tier }: Subject): Breach[] {
  const carried = members.tier
  if (carried === undefined || tier === null) return []
  const isLess = carried === 'summary' && TIERS.indexOf(tier) > TIERS.indexOf('summary')
  return isLess
    ? []
    : [breach(`${pointer}/tier`, echo(carried), 'a tier below the one asked for, and never pointer')]
}
