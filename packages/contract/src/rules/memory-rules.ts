import { isDateTime } from '../date-time.ts'
import { echo } from '../echo.ts'
import { type Breach, breach, type Rule } from './rule.ts'
import type { Placed } from './subject.ts'

const MEMBERS = ['fact_id', 'topic', 'epitome'] as const
/** Names under which a service keeps what is not the user's memory. */
export const RESERVED_PREFIXES = ['__agent::', '__ops::', '__bootstrap__::'] as const

/** The facts that an answer says it used. */
export const MEMORY_RULES: readonly Rule[] = [
  {
    id: 'crc-cairn-memories-are-complete',
    authority: 'cairn',
    severity: 'MUST',
    statement:
      'Each entry of `envelope.memories_used` of a fact answer has `fact_id`, `topic`, `freshness` and `epitome`.',
    check: ({ kind, memories }) => (kind === 'fact' ? memories.flatMap(missingParts) : []),
  },
  {
    id: 'crc-cairn-memories-have-no-reserved-prefix',
    authority: 'cairn',
    severity: 'MUST',
    statement: 'Nothing under `__agent::`, `__ops::` or `__bootstrap__::` appears among the memories.',
    check: ({ memories }) => memories.flatMap(reservedNames),
  },
  {
    id: 'crc-cairn-retractions-are-dated',
    authority: 'cairn',
    severity: 'SHOULD',
    statement:
      'A memory that was retracted says when, as `retracted_at` in UTC; `retraction_reason` is a text and never stands alone.',
    check: ({ memories }) => memories.flatMap(undatedRetractions),
  },
]

function missingParts({ pointer, members }: Placed): Breach[] {
  const texts = MEMBERS.filter((name) => typeof members[name] !== 'string' || members[name] === '')
  const isFresh = typeof members.freshness === 'object' && members.freshness !== null
  return [
    ...texts.map((name) => breach(`${pointer}/${name}`, echo(members[name]), 'a text')),
    ...(isFresh ? [] : [breach(`${pointer}/freshness`, echo(members.freshness), 'an object')]),
  ]
}

function reservedNames({ pointer, members }: Placed): Breach[] {
  return (['fact_id', 'topic'] as const)
    .filter((name) => typeof members[name] === 'string' && isReserved(members[name]))
    .map((name) => breach(`${pointer}/${name}`, echo(members[name]), 'no name with a reserved prefix'))
}

function undatedRetractions({ pointer, members }: Placed): Breach[] {
  const { retracted_at: at, retraction_reason: reason } = members
  if (at === undefined && reason === undefined) return []
  const isDated = typeof at === 'string' && at.endsWith('Z') && isDateTime(at)
  const isText = reason === undefined || (typeof reason === 'string' && reason !== '')
  return [
    ...(isDated
      ? []
      : [breach(`${pointer}/retracted_at`, echo(at), 'an instant in UTC, as 2026-11-30T09:30:00.000Z')]),
    ...(isText ? [] : [breach(`${pointer}/retraction_reason`, echo(reason), 'a text')]),
  ]
}

const isReserved = (name: string): boolean => {
  const plain = name.replaceAll(/%3A/gi, ':')
  return RESERVED_PREFIXES.some((prefix) => plain.startsWith(prefix))
}
