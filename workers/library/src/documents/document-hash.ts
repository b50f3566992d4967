import { canonical } from '@cairn/contract/canonical'
import { sha256 } from '@cairn/http-kernel/sha-256'
import type { SentDocument } from './sent-document.ts'

/** The hex SHA-256 of a document as it was sent, as canonical JSON: the order of its members does not count. */
export function documentHash(sent: SentDocument): Promise<string> {
  return sha256(canonical(sent))
}
