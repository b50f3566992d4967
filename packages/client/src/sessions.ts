/** What became of a session state. */
export interface SessionWritten {
  readonly session_id: string
  readonly version: number
  /** What `ifMatch` takes. */
  readonly etag: string
  readonly canonical_slug: string
  readonly receipt?: string | null
}

/** Whether there was a session state to delete. */
export interface SessionDeleted {
  readonly session_id: string
  readonly deleted: boolean
  /** Null when there was none. */
  readonly receipt?: string | null
}

/** A version of a session state. */
export interface SessionVersion {
  readonly version: number
  readonly etag: string
  readonly updated_at: string
  readonly state: unknown
}

/** The last versions of a session state, newest first. */
export interface SessionHistory {
  readonly session_id: string
  readonly versions: readonly SessionVersion[]
}
