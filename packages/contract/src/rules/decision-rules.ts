import { echo, excerpt } from '../echo.ts'
import { pointerOf } from '../json-pointer.ts'
import { type Breach, breach, type Rule } from './rule.ts'
import { listIn, objectIn, type Subject } from './subject.ts'

const READ_POINTERS_MAX = 3
const SUM_TOLERANCE = 0.01
const TIE_MARGIN = 0.05

/** What a search says of how it was found and what to do next. */
export const DECISION_RULES: readonly Rule[] = [
  {
    id: 'crc-s1-search-has-a-decision',
    authority: 'S1',
    severity: 'MUST',
    statement: 'A search has an `agent_decision` that is an object.',
    check: ({ kind, document }) =>
      kind === 'search' && (document.agent_decision === undefined || document.agent_decision === null)
        ? [breach('/agent_decision', echo(document.agent_decision), 'an object')]
        : [],
  },
  {
    id: 'crc-s1-decision-only-on-search',
    authority: 'S1',
    severity: 'MUST',
    statement: 'Every other kind has no decision.',
    check: ({ kind, decision }) =>
      kind !== null && kind !== 'search' && decision !== null
        ? [breach('/agent_decision', 'an object', `null for kind ${kind}`)]
        : [],
  },
  {
    id: 'crc-cairn-decision-null-is-printed',
    authority: 'cairn',
    severity: 'MUST',
    statement: 'Where there is no decision, `agent_decision` is printed as null.',
    check: ({ kind, document }) =>
      kind !== null && kind !== 'search' && document.agent_decision === undefined
        ? [breach('/agent_decision', 'nothing', 'null')]
        : [],
  },
  {
    id: 'crc-cairn-decision-is-complete',
    authority: 'cairn',
    severity: 'MUST',
    statement:
      'A decision names the load-bearing lane, the fused confidence, the next lane as a text and the pointers to read.',
    check: ({ kind, decision }) => (kind === 'search' && decision !== null ? missingParts(decision) : []),
  },
  {
    id: 'crc-cairn-fused-confidence-is-a-share',
    authority: 'cairn',
    severity: 'MUST',
    statement: '`fused_confidence` is null or from 0 to 1.',
    check: ({ decision }) => {
      const confidence = decision?.fused_confidence
      return typeof confidence === 'number' && (confidence < 0 || confidence > 1)
        ? [breach('/agent_decision/fused_confidence', echo(confidence), 'null or a number from 0 to 1')]
        : []
    },
  },
  {
    id: 'crc-cairn-lane-shares-sum-to-one',
    authority: 'cairn',
    severity: 'MUST',
    statement: 'The lane shares are parts of one whole: each from 0 to 1, their sum 1.',
    check: wrongShares,
  },
  {
    id: 'crc-cairn-load-bearing-lane-bears',
    authority: 'cairn',
    severity: 'MUST',
    statement:
      'The load-bearing lane has the largest share; `Tie` when the two largest are within 0.05; `Unknown` exactly without hits.',
    check: wrongLane,
  },
  {
    id: 'crc-cairn-read-pointers-are-on-the-page',
    authority: 'cairn',
    severity: 'MUST',
    statement: 'At most 3 pointers are named to read, each once and each on this page.',
    check: wrongReadPointers,
  },
]

function missingParts(decision: Readonly<Record<string, unknown>>): Breach[] {
  const missing = (name: string, isThere: boolean, expected: string): Breach[] =>
    isThere ? [] : [breach(`/agent_decision/${name}`, echo(decision[name]), expected)]
  return [
    ...missing('load_bearing_lane', decision.load_bearing_lane !== undefined, 'a lane, `Tie` or `Unknown`'),
    ...missing('fused_confidence', decision.fused_confidence !== undefined, 'null or a number'),
    ...missing(
      'suggested_next_lane',
      decision.suggested_next_lane !== undefined && decision.suggested_next_lane !== null,
      '"Indexing", "EscalateEngine" or the text "None"',
    ),
    ...missing('read_pointers', decision.read_pointers !== undefined, 'a list'),
  ]
}

function sharesOf({ decision }: Subject): readonly (readonly [lane: string, share: number])[] {
  return Object.entries(objectIn(decision?.lane_attribution) ?? {}).flatMap(([lane, attribution]) => {
    const share = objectIn(attribution)?.share
    return typeof share === 'number' ? [[lane, share] as const] : []
  })
}

function wrongShares(subject: Subject): Breach[] {
  const shares = sharesOf(subject)
  const outside = shares.filter(([, share]) => share < 0 || share > 1)
  if (outside.length > 0) {
    const place = (lane: string) => `/agent_decision/lane_attribution${pointerOf(excerpt(lane))}/share`
    return outside.map(([lane, share]) => breach(place(lane), echo(share), 'a number from 0 to 1'))
  }
  const sum = shares.reduce((total, [, share]) => total + share, 0)
  const isEmptyPage = subject.pointers?.length === 0 && sum === 0
  return shares.length === 0 || isEmptyPage || Math.abs(sum - 1) <= SUM_TOLERANCE
    ? []
    : [breach('/agent_decision/lane_attribution', `shares that sum to ${Number(sum.toFixed(3))}`, '1')]
}

function wrongLane(subject: Subject): Breach[] {
  const named = subject.decision?.load_bearing_lane
  if (subject.kind !== 'search' || typeof named !== 'string' || subject.pointers === null) return []
  const wrong = (expected: string) => [breach('/agent_decision/load_bearing_lane', echo(named), expected)]
  if (subject.pointers.length === 0)
    return named === 'Unknown' ? [] : wrong('"Unknown", since there is no hit')
  if (named === 'Unknown') return wrong('a lane or "Tie", since there are hits')
  const [first, second] = [...sharesOf(subject)].sort((one, other) => other[1] - one[1])
  if (first === undefined) return []
  const margin = second === undefined ? 1 : first[1] - second[1]
  if (named === 'Tie')
    return margin <= TIE_MARGIN + Number.EPSILON
      ? []
      : wrong(`${echo(first[0])}, which leads by more than ${TIE_MARGIN}`)
  const isLeader = named === first[0] || (margin === 0 && named === second![0])
  return isLeader ? [] : wrong(`${echo(first[0])}, which has the largest share`)
}

function wrongReadPointers({ kind, decision, pointers }: Subject): Breach[] {
  const named = kind === 'search' ? listIn(decision?.read_pointers, 'agent_decision', 'read_pointers') : null
  if (named === null) return []
  const page = new Set((pointers ?? []).map(({ members }) => members.id))
  const seen = new Set<unknown>()
  const strangers = named.filter(({ members: { id } }) => {
    const isWrong = !page.has(id) || seen.has(id)
    seen.add(id)
    return isWrong
  })
  return [
    ...(named.length > READ_POINTERS_MAX
      ? [breach('/agent_decision/read_pointers', `${named.length} pointers`, `at most ${READ_POINTERS_MAX}`)]
      : []),
    ...strangers.map(({ pointer, members }) =>
      breach(`${pointer}/id`, echo(members.id), 'a pointer of this page, named once'),
    ),
  ]
}
