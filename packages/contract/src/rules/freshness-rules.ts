import { HORIZON_CLASSES } from '../answer.ts'
import { echo } from '../echo.ts'
import { type Breach, breach, type Rule } from './rule.ts'
import { type Members, objectIn, type Placed, type Subject } from './subject.ts'

const MEMBERS = ['effective_confidence', 'age_hours', 'horizon_class', 'superseded_by'] as const

/** How old things are and whether they still hold. */
export const FRESHNESS_RULES: readonly Rule[] = [
  {
    id: 'crc-s1-fact-has-freshness',
    authority: 'S1',
    severity: 'MUST',
    statement: 'A fact answer has `envelope.freshness`.',
    check: ({ kind, envelope }) =>
      kind === 'fact' && (envelope?.freshness === undefined || envelope.freshness === null)
        ? [breach('/envelope/freshness', echo(envelope?.freshness), 'an object')]
        : [],
  },
  {
    id: 'crc-cairn-search-has-no-freshness',
    authority: 'cairn',
    severity: 'MUST',
    statement: 'A search has no `envelope.freshness`: passages of different age share the page.',
    check: ({ kind, envelope }) =>
      kind === 'search' && envelope?.freshness !== undefined
        ? [breach('/envelope/freshness', echo(envelope.freshness), 'nothing')]
        : [],
  },
  eachFreshness(
    'freshness-prints-all-members',
    'Freshness prints all of its four members, null where nothing is known.',
    ({ pointer, members }) =>
      MEMBERS.filter((name) => members[name] === undefined).map((name) =>
        breach(`${pointer}/${name}`, 'nothing', 'a value or null'),
      ),
  ),
  eachFreshness(
    'age-is-whole-and-not-negative',
    '`age_hours` is whole and never negative.',
    ({ pointer, members }) => {
      const age = members.age_hours
      return typeof age === 'number' && (age < 0 || !Number.isInteger(age))
        ? [breach(`${pointer}/age_hours`, echo(age), 'a whole number from 0')]
        : []
    },
  ),
  eachFreshness('confidence-is-a-share', '`effective_confidence` is from 0 to 1.', ({ pointer, members }) => {
    const confidence = members.effective_confidence
    return typeof confidence === 'number' && (confidence < 0 || confidence > 1)
      ? [breach(`${pointer}/effective_confidence`, echo(confidence), 'a number from 0 to 1')]
      : []
  }),
  eachFreshness(
    'horizon-class-is-known',
    '`horizon_class` is volatile, medium, stable or none.',
    ({ pointer, members }) => {
      const stated = members.horizon_class
      return typeof stated === 'string' && !HORIZON_CLASSES.some((known) => known === stated)
        ? [breach(`${pointer}/horizon_class`, echo(stated), `one of ${HORIZON_CLASSES.join(', ')}`)]
        : []
    },
  ),
  {
    id: 'crc-cairn-nothing-supersedes-itself',
    authority: 'cairn',
    severity: 'MUST',
    statement: 'A fact is superseded by another one.',
    check: selfSuperseded,
  },
]

function eachFreshness(name: string, statement: string, judge: (freshness: Placed) => Breach[]): Rule {
  return {
    id: `crc-cairn-${name}`,
    authority: 'cairn',
    severity: 'MUST',
    statement,
    check: (subject) => freshnessIn(subject).flatMap(judge),
  }
}

function freshnessIn({ freshness, memories }: Subject): Placed[] {
  const ofMemories = memories.flatMap(({ pointer, members }) => {
    const own = objectIn(members.freshness)
    return own === null ? [] : [{ pointer: `${pointer}/freshness`, members: own }]
  })
  return freshness === null
    ? ofMemories
    : [{ pointer: '/envelope/freshness', members: freshness }, ...ofMemories]
}

function selfSuperseded({ freshness, memories, next }: Subject): Breach[] {
  const wrong = (pointer: string, id: unknown) =>
    breach(`${pointer}/superseded_by`, `${echo(id)}, the fact itself`, 'another fact or null')
  const successorOf = (members: Members | null): unknown =>
    typeof members?.superseded_by === 'string' ? members.superseded_by : null
  const ofMemories = memories.flatMap(({ pointer, members }) => {
    const successor = successorOf(objectIn(members.freshness))
    return successor !== null && successor === members.fact_id
      ? [wrong(`${pointer}/freshness`, successor)]
      : []
  })
  const successor = successorOf(freshness)
  const self = [next?.canonical_slug, ...(memories.length === 1 ? [memories[0]!.members.fact_id] : [])]
  return successor !== null && self.includes(successor)
    ? [wrong('/envelope/freshness', successor), ...ofMemories]
    : ofMemories
}
