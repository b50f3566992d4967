import { RESERVED_PREFIXES } from '@cairn/contract/rules/memory-rules'

/** Whether an entity is one of the service itself or of its agents: its facts are read by name, and never told of as memories. */
export function isReserved(entity: string): boolean {
  return RESERVED_PREFIXES.some((prefix) => entity.startsWith(prefix))
}
