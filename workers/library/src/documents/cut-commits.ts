import { LIMITS } from '@cairn/contract/limits'
import { Problem } from '@cairn/http-kernel/problem'
import type { Entry, ReadDocument } from './read-document.ts'

/** What is committed together, in input order; refused entries ride along so that answers keep the order of the lines. */
export type CommitGroup = readonly Entry[]

/**
 * Cuts entries into commits of at most 250 passages and about 256 KB of segment; a larger document is a commit of its own.
 * Where it cuts depends on the input alone, so that a repeat of a request makes the same commits.
 */
export async function* cutCommits(entries: AsyncIterable<Entry>): AsyncGenerator<CommitGroup> {
  let group = new GrowingGroup()
  for await (const entry of entries) {
    if (!group.hasRoomFor(entry)) {
      yield group.entries
      group = new GrowingGroup()
    }
    group.add(entry)
  }
  if (group.entries.length > 0) yield group.entries
}

/** A segment has 2.2 to 2.8 times the bytes of the text it holds (measured in English and Japanese), and a byte a number of a vector. */
function segmentBytes({ bytes, sent }: ReadDocument): number {
  return 2.6 * bytes + (sent.embedding?.length ?? 0)
}

const COMMIT_ENTRIES_MAX = 1000

class GrowingGroup {
  readonly entries: Entry[] = []
  readonly #lines = new Map<string, number>()
  #passages = 0
  #bytes = 0

  hasRoomFor({ document }: Entry): boolean {
    if (this.entries.length >= COMMIT_ENTRIES_MAX) return false
    if (document === null || this.#passages === 0) return true
    return (
      this.#passages + document.passages.length <= LIMITS.commitPassagesMax &&
      this.#bytes + segmentBytes(document) <= LIMITS.commitSegmentBytesMax
    )
  }

  add(entry: Entry): void {
    if (entry.document === null) this.entries.push(entry)
    else if (this.#lines.has(entry.id)) this.entries.push(duplicate(entry, this.#lines.get(entry.id)!))
    else {
      this.entries.push(entry)
      this.#lines.set(entry.id, entry.line)
      this.#passages += entry.document.passages.length
      this.#bytes += segmentBytes(entry.document)
    }
  }
}

/** A commit can hold a document once only. */
function duplicate({ line, id }: Entry, earlier: number): Entry {
  const message = `found the id of line ${earlier} again, expected each id once`
  const problem = new Problem('invalid_body', `${message}; send the later document in another request.`, {
    errors: [{ pointer: '/id', rule: 'duplicate_id', message }],
  })
  return { line, id, document: null, problem }
}
