import type { NamedSlug } from '@cairn/fact/slug-named'
import type { Call } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import type { SeenSlug } from '@cairn/memory-store/guard-current'
import type { Namespace } from '@cairn/memory-store/namespace'
import { readCurrentIds } from '@cairn/memory-store/read-facts'
import type { FactsBindings } from '../bindings.ts'
import { slugTag, TAGGED_IDS, tagsNamed } from './slug-tag.ts'

/**
 * What a write relies on by its `If-Match` or `If-None-Match: *`, for the commit to hold it to; null when it relies on nothing.
 * Throws `precondition_failed` where that is not so already.
 */
export async function seenSlug(
  { bindings: { memory }, ifMatch, ifAbsent, now: asked }: Call<FactsBindings>,
  namespace: Namespace,
  { entity, key }: NamedSlug,
): Promise<SeenSlug | null> {
  const slug = { entity, key, now: Math.max(asked, namespace.headAt) }
  if (ifMatch === null) return ifAbsent ? { ...slug, current: [] } : null
  const current = await readCurrentIds(memory, { ns: namespace.ns, slug, limit: TAGGED_IDS })
  const tag = await slugTag(current)
  const named = tagsNamed(ifMatch)
  if (tag === null || (named !== '*' && !named.includes(tag))) throw preconditionFailed()
  return { ...slug, current }
}

/** Other facts are current at the slug than a write said it had seen. */
export function preconditionFailed(): Problem {
  return new Problem(
    'precondition_failed',
    'Other facts are current at this slug than `If-Match` names, or there is one and `If-None-Match: *` wants none. Read it, and send its ETag in quotes. Nothing was written.',
  )
}
