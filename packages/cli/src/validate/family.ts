import type { ContextShape } from '@cairn/contract/context'

/** The contract families a document may belong to. */
export const FAMILIES = ['crc-v1', 'research', 'context'] as const
export type Family = (typeof FAMILIES)[number]

/** The family that a document says it belongs to by its members; null when it says nothing. */
export function familyOf(value: unknown): Family | null {
  const members = membersOf(value)
  if (typeof members.contract === 'string') return 'crc-v1'
  if (typeof members.schema === 'string') return 'research'
  return isWholeBundle(value) || contextShapeOf(value) !== null ? 'context' : null
}

/** Members that only one shape has, one of which tells it. */
const TELLING: readonly (readonly [member: string, shape: ContextShape])[] = [
  ['receipt_id', 'ContextReceiptV1'],
  ['candidate_id', 'ContextCandidateV1'],
  ['bundle_id', 'ContextBundleV1'],
  ['source_id', 'KnowledgeSourceManifestV1'],
]

/** The shape of context routing that a document is meant to be; null when no member tells. */
export function contextShapeOf(value: unknown): ContextShape | null {
  const members = membersOf(value)
  return TELLING.find(([member]) => Object.hasOwn(members, member))?.[1] ?? null
}

/** Whether a document is meant to be a whole bundle: as it is answered, or as its receipt is read. */
export function isWholeBundle(value: unknown): boolean {
  const members = membersOf(value)
  return Object.hasOwn(members, 'bundle') && Object.hasOwn(members, 'receipt')
}

/** The members of an object; none of anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}
