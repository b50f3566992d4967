/** Something an agent can read before or while it works: words, data, or the bytes of a published file. */
export type Topic = TopicHead &
  (
    | { readonly text: string; readonly data?: unknown }
    | { readonly text?: string; readonly data: unknown }
    | { readonly bytes: string }
  )

interface TopicHead {
  readonly topic: string
  readonly title: string
  /** Whether it is read without a token. */
  readonly isPublic: boolean
}
