import { type LegacyTiming, legacyFetch } from '@cairn/contract/legacy'
import type { Resolved } from './resolve-refs.ts'

/** The frozen body of before the contract: whole texts, positions for ids. */
export function legacyBody(resolved: readonly Resolved[], timing: LegacyTiming): unknown {
  const documents = resolved.flatMap((one) =>
    one.kind === 'found'
      ? [
          {
            segment_index: one.stored.batch,
            doc_id: String(one.stored.ordinal),
            content: one.item.texts.full!,
          },
        ]
      : [],
  )
  const missing = resolved.filter((one) => one.kind !== 'found').map(({ id }) => id)
  return legacyFetch({ documents, missing }, timing)
}
