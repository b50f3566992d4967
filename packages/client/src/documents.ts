import type { HorizonClass } from '@cairn/contract/crc-v1'
import type { ReceivedProblem } from './refused.ts'

/** One turn of a conversation; `at` is an RFC 3339 date-time. */
export interface Message {
  readonly speaker: string
  readonly text: string
  readonly at?: string
}

interface DocumentHead {
  /** 1 to 300 characters; a document with the same id is replaced. */
  readonly id: string
  readonly title?: string
  /** `markdown` when absent. */
  readonly format?: 'markdown' | 'plain' | 'html' | 'code'
  readonly uri?: string
  readonly kind?: string
  readonly tags?: readonly string[]
  readonly author?: string
  readonly created_at?: string
  readonly event_at?: string
  readonly horizon_class?: HorizonClass
  readonly links?: readonly string[]
  /** The document as a vector, where the embedder of the namespace is `caller`. */
  readonly embedding?: readonly number[]
}

/** A document as it is sent: a text, or the messages of a conversation. */
export type DocumentInput = DocumentHead & DocumentBody

type DocumentBody =
  | { readonly text: string; readonly messages?: never }
  | { readonly messages: readonly Message[]; readonly text?: never }

/** What became of one document. */
export interface DocumentAnswer {
  /** From 1, over all documents of the call. */
  readonly line: number
  readonly id: string | null
  readonly status: 'created' | 'replaced' | 'unchanged' | 'refused'
  /** The ids of its passages. */
  readonly pointers: readonly string[]
  /** Of the commit that wrote it; null where none was made. */
  readonly receipt?: string | null
  /** Why it was refused. */
  readonly problem?: ReceivedProblem
}

/** A document as it was sent but for its embedding, and where it is. */
export type StoredDocument = Omit<DocumentHead, 'embedding'> &
  DocumentBody & {
    readonly source_id: string
    readonly pointers: readonly string[]
  }

/** A document that was deleted, and the receipt of that. */
export interface DocumentDeleted {
  readonly id: string
  readonly deleted: boolean
  readonly receipt?: string | null
}

/** A document in a list. */
export interface DocumentItem {
  readonly id: string
  readonly title: string | null
  readonly uri: string | null
  readonly kind: string | null
  readonly tags: readonly string[]
  readonly author: string | null
  readonly created_at: string | null
  readonly event_at: string | null
  readonly passages: number
}

/** One page of the documents of a source. */
export interface DocumentPage {
  readonly documents: readonly DocumentItem[]
  readonly next: NextPage
}

/** How a list goes on: with a cursor, or not at all. */
export interface NextPage {
  readonly cursor?: string
}
