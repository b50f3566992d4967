import { KINDS, type Kind, TIERS, type Tier } from '../answer.ts'
import type { SchemaError } from '../generated/validator.d.ts'
import { pointerOf } from '../json-pointer.ts'

/** What a JSON object is before anything is known of it. */
export type Members = Readonly<Record<string, unknown>>

/** An object of a document, and where it stands. */
export interface Placed {
  readonly pointer: string
  readonly members: Members
}

/** A document as the rules read it: what has the wrong type is left out here, since the schema's findings tell of it. */
export interface Subject {
  readonly document: Members
  readonly kind: Kind | null
  readonly tier: Tier | null
  /** Null when the document has no list of that name. */
  readonly pointers: readonly Placed[] | null
  readonly content: readonly Placed[] | null
  readonly cost: Members | null
  readonly decision: Members | null
  readonly envelope: Members | null
  readonly freshness: Members | null
  readonly memories: readonly Placed[]
  readonly next: Members | null
  readonly schemaErrors: readonly SchemaError[]
  /** Counts the tokens of a text by the profile of the service; null where no tokenizer is at hand. */
  readonly countTokens: ((text: string) => number) | null
  readonly isStrict: boolean
}

/** What else a validation is given. */
export type SubjectOptions = Pick<Subject, 'schemaErrors' | 'countTokens' | 'isStrict'>

/** Reads a document for the rules; anything may be in it. */
export function subjectOf(document: unknown, options: SubjectOptions): Subject {
  const members = objectIn(document) ?? {}
  const envelope = objectIn(members.envelope)
  return {
    document: members,
    kind: KINDS.find((kind) => kind === members.kind) ?? null,
    tier: TIERS.find((tier) => tier === members.hydrate_tier) ?? null,
    pointers: listIn(members.pointers, 'pointers'),
    content: listIn(members.content, 'content'),
    cost: objectIn(members.cost_estimate),
    decision: objectIn(members.agent_decision),
    envelope,
    freshness: objectIn(envelope?.freshness),
    memories: listIn(envelope?.memories_used, 'envelope', 'memories_used') ?? [],
    next: objectIn(members.next),
    ...options,
  }
}

/** A value as an object, or null when it is none. */
export function objectIn(value: unknown): Members | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null
}

/** The objects of a list and their places, or null when the value is no list. */
export function listIn(value: unknown, ...steps: readonly string[]): readonly Placed[] | null {
  if (!Array.isArray(value)) return null
  return value.flatMap((item: unknown, index) => {
    const members = objectIn(item)
    return members === null ? [] : [{ pointer: pointerOf(...steps, index), members }]
  })
}

/** The texts under one name, in order. */
export function textsOf(list: readonly Placed[], name: string): string[] {
  return list.flatMap(({ members }) => (typeof members[name] === 'string' ? [members[name]] : []))
}

/** Whether answers of this kind are about retrieved passages: search and addressed. */
export function isRetrieval(subject: Subject): boolean {
  return subject.kind === 'search' || subject.kind === 'addressed'
}

/** Whether bodies were asked for. */
export function isHydrated(subject: Subject): boolean {
  return subject.tier === 'summary' || subject.tier === 'full'
}

/** How many bodies the answer says it left out for its budget. */
export function demotedIn(subject: Subject): number {
  const demoted = objectIn(subject.envelope?.omitted)?.demoted
  return typeof demoted === 'number' ? demoted : 0
}
