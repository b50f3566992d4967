import { sha256 } from '@cairn/http-kernel/sha-256'
import type { SentDocument } from './sent-document.ts'

/** The hex SHA-256 of a document as it was sent, whatever the order of its members. */
export function documentHash(sent: SentDocument): Promise<string> {
  return sha256(JSON.stringify(sent, membersByName))
}

/** A document holds texts and lists of texts alone, for which this is the canonical form of RFC 8785. */
function membersByName(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
