import type { CommitOutcome, CommitRequest } from './commit-outcome.ts'
import { causeOf } from './d1-error.ts'
import { findCommit } from './find-commit.ts'
import { type Changes, type SignedReceipt, signReceipt } from './receipt-statement.ts'
import type { SqlDatabase } from './sql-database.ts'
import { bindAll, fail, type Statement } from './statement.ts'
import { StoreFailed } from './store-failed.ts'
import { StoreUnavailable } from './store-unavailable.ts'

/** A guard of the commit was false: nothing was written. */
export interface Refused {
  readonly kind: 'refused'
  readonly rule: string
}

/** What is committed: the operation's own statements run after the version is taken and before it is read back. */
export interface Commit {
  readonly request: CommitRequest
  /** name of the operation, kept in the log */
  readonly operation: string
  readonly statements: readonly Statement[]
  /** what its receipt says */
  readonly changes: Changes
}

/**
 * Sends one commit as one batch, its signed receipt in it. A lost connection is answered by sending the same commit once more, which either commits or
 * finds that the first one did. Inside the batch `namespace.head` is the version being made and `head_at` its time.
 */
export async function sendCommit(db: SqlDatabase, commit: Commit): Promise<CommitOutcome | Refused> {
  const signed = { ...commit, receipt: await signReceipt(commit.request, commit) }
  const first = await attempt(db, signed)
  if (first.kind !== 'lost') return first.kind === 'taken' ? earlier(db, commit.request) : first
  const second = await attempt(db, signed)
  if (second.kind === 'lost') throw new StoreUnavailable(second.error)
  return second.kind === 'taken' ? own(await earlier(db, commit.request)) : second
}

type SignedCommit = Commit & { readonly receipt: SignedReceipt }
type Attempt = CommitOutcome | Refused | { kind: 'taken' } | { kind: 'lost'; error: unknown }

async function attempt(db: SqlDatabase, commit: SignedCommit): Promise<Attempt> {
  const batch = bindAll(db, [...opening(commit), ...commit.statements, closing(commit.request)])
  try {
    const results = await db.batch(batch)
    const row = results.at(-1)!.results[0] as { version: number; at: number; answer: string }
    return { kind: 'committed', ...row, receipt: commit.receipt.id }
  } catch (error) {
    return refusal(error, commit)
  }
}

/** Only an import brings keys of its own: of any other commit, a row that is there already is our fault. */
function refusal(error: unknown, { operation }: Commit): Attempt {
  const cause = causeOf(error)
  if (cause.kind === 'row_taken' && operation === 'import') return { kind: 'refused', rule: cause.kind }
  if (cause.kind === 'guard' && cause.rule !== 'namespace') return { kind: 'refused', rule: cause.rule }
  if (cause.kind === 'commit_id_taken') return { kind: 'taken' }
  if (cause.kind === 'lost') return { kind: 'lost', error }
  return fail(error)
}

/** The log row comes first, so that a repeat is known as one before any guard looks at what it did. */
function opening({ request, operation, receipt }: SignedCommit): Statement[] {
  const { ns, commitId, requestHash, at, answer } = request
  return [
    {
      sql: `INSERT INTO commit_log (ns, version, commit_id, request_hash, kind, answer, at)
        SELECT ns, head + 1, ?2, ?3, ?4, ?5, max(head_at, ?6) FROM namespace WHERE ns = ?1`,
      values: [ns, commitId, requestHash, operation, answer, at],
    },
    {
      sql: 'UPDATE namespace SET head = head + 1, head_at = max(head_at, ?2) WHERE ns = ?1',
      values: [ns, at],
    },
    {
      sql: "INSERT INTO guard SELECT EXISTS (SELECT 1 FROM namespace WHERE ns = ?1), 'namespace'",
      values: [ns],
    },
    {
      sql: 'INSERT INTO receipt (ns, version, id, text) SELECT ns, head, ?2, ?3 FROM namespace WHERE ns = ?1',
      values: [ns, receipt.id, receipt.text],
    },
  ]
}

function closing({ ns, commitId }: CommitRequest): Statement {
  return {
    sql: 'SELECT version, at, answer FROM commit_log WHERE ns = ?1 AND commit_id = ?2',
    values: [ns, commitId],
  }
}

async function earlier(
  db: SqlDatabase,
  { ns, commitId, requestHash }: CommitRequest,
): Promise<CommitOutcome> {
  const logged = await findCommit(db, { ns, commitId })
  if (logged === null) throw new StoreFailed(new Error('a taken commit id is not in the log'))
  const { requestHash: loggedHash, ...repeated } = logged
  return loggedHash === requestHash ? repeated : { kind: 'conflict_id' }
}

/** The first sending of this very call had committed. */
function own(outcome: CommitOutcome): CommitOutcome {
  if (outcome.kind !== 'repeated' || outcome.receipt === null) return outcome
  return { ...outcome, kind: 'committed', receipt: outcome.receipt }
}
