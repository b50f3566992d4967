import type { DocumentState } from '@cairn/memory-store/passage'

/** What became of a document of a commit, and which passages are its own now. `batch` null: those of the commit itself. */
export interface Fate {
  readonly status: 'created' | 'replaced' | 'unchanged'
  readonly batch: number | null
  readonly firstOrdinal: number
  readonly passages: number
  /** of the commit that wrote an unchanged one; null otherwise, and where there was none */
  readonly receipt: string | null
}

/**
 * The fates of documents in their order, given what is stored: an equal hash means nothing to write, unless every passage is to have a
 * vector (`isEmbedded`) and some were written before there was a model.
 */
export function fatesOf(
  documents: readonly { readonly hash: string; readonly passages: readonly unknown[] }[],
  states: readonly DocumentState[],
  isEmbedded: boolean,
): Fate[] {
  let next = 0
  return documents.map(({ hash, passages }, place) => {
    const state = states[place]!
    const isWhole = !isEmbedded || state.passages.every(({ vector }) => vector !== null)
    if (state.hash === hash && isWhole) return unchanged(state)
    const firstOrdinal = next
    next += passages.length
    const status = state.batch === null ? 'created' : 'replaced'
    return { status, batch: null, firstOrdinal, passages: passages.length, receipt: null }
  })
}

function unchanged({ batch, passages, receipt }: DocumentState): Fate {
  const { ordinal } = passages[0]!
  return { status: 'unchanged', batch, firstOrdinal: ordinal, passages: passages.length, receipt }
}

/** Fates as the commit log keeps them for a retry; the commit's own version is filled in when they are read. */
export function packFates(fates: readonly Fate[]): string {
  return JSON.stringify(
    fates.map(({ status, batch, firstOrdinal, passages, receipt }) => [
      status,
      batch,
      firstOrdinal,
      passages,
      receipt,
    ]),
  )
}

/** The fates that `packFates` wrote. */
export function unpackFates(answer: string): Fate[] {
  const packed = JSON.parse(answer) as [Fate['status'], number | null, number, number, (string | null)?][]
  return packed.map(([status, batch, firstOrdinal, passages, receipt = null]) => ({
    status,
    batch,
    firstOrdinal,
    passages,
    receipt,
  }))
}
