import type { DocumentInput } from '@cairn/client'

/** What documents would become, counted here without sending anything. */
export interface Estimate {
  documents: number
  passages: number
  /** Of the tokenizer profile. */
  tokens: number
}

/** Counts a document in: passages as the service cuts them, tokens as it counts them. */
export async function countIn(estimate: Estimate, document: DocumentInput): Promise<void> {
  const [{ splitMessages, splitText }, { countTokens }] = await Promise.all([
    import('@cairn/text/passages'),
    import('@cairn/text/tokens'),
  ])
  const passages =
    document.messages === undefined
      ? splitText(document.text, document.format ?? 'markdown')
      : splitMessages(document.messages)
  estimate.documents += 1
  estimate.passages += passages.length
  for (const { text } of passages) estimate.tokens += countTokens(text)
}

/** Bytes of the database a passage takes, and rows it writes, as measured (docs/figures.md). */
const DATABASE_BYTES_A_PASSAGE = 4200
const ROWS_A_PASSAGE = 2
/** Cloudflare's list price of rows written to D1 beyond what the plan includes: dollars a million. */
const DOLLARS_A_MILLION_ROWS = 1

/** What storing it takes, in a line. */
export function estimateLine({ documents, passages, tokens }: Estimate): string {
  const megabytes = (passages * DATABASE_BYTES_A_PASSAGE) / 1e6
  const dollars = (passages * ROWS_A_PASSAGE * DOLLARS_A_MILLION_ROWS) / 1e6
  const count = (n: number) => n.toLocaleString('en')
  return `${count(documents)} documents, ${count(passages)} passages, ${count(tokens)} tokens; about ${megabytes.toFixed(1)} MB of database, ${count(passages * ROWS_A_PASSAGE)} rows written (deployed: at most $${dollars.toFixed(2)} beyond the plan)`
}
