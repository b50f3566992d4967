/** A turn of a conversation as it was sent. */
export interface SentMessage {
  readonly speaker: string
  readonly text: string
  readonly at?: string
}

/** A document as it was sent: what `documentInput` of the contract lets through, `text` or `messages` but not both. */
export interface SentDocument {
  readonly id: string
  readonly title?: string
  readonly text?: string
  readonly messages?: readonly SentMessage[]
  readonly format?: 'markdown' | 'plain' | 'html' | 'code'
  readonly uri?: string
  readonly kind?: string
  readonly tags?: readonly string[]
  readonly author?: string
  readonly created_at?: string
  readonly event_at?: string
  readonly horizon_class?: string
  readonly links?: readonly string[]
  readonly embedding?: readonly number[]
}
