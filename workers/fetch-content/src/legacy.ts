import { legacyFetch } from '@cairn/contract/legacy'
import type { Resolved } from './resolve-refs.ts'

/** The frozen body of before the contract: whole texts, positions for ids. */
export function legacyBody(resolved: readonly Resolved[], tookMs: number): unknown {
  return legacyFetch({
    documents: resolved.flatMap((one) =>
      one.kind === 'found'
        ? [
            {
              segmentIndex: one.stored.batch,
              docId: String(one.stored.ordinal),
              content: one.item.texts.full!,
            },
          ]
        : [],
    ),
    missing: resolved.flatMap((one) => (one.kind === 'found' ? [] : [one.id])),
    backend: 'segments',
    tookMs,
  })
}
