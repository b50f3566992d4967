import type { Call } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import { getDocument } from '@cairn/memory-store/document'
import { readErasableFacts } from '@cairn/memory-store/erase-facts'
import { type ErasureTarget, getErasure } from '@cairn/memory-store/erasure'
import type { Namespace } from '@cairn/memory-store/namespace'
import { getSource } from '@cairn/memory-store/source'
import type { LibraryBindings } from '../bindings.ts'
import { absentDocument } from '../documents/absent-document.ts'
import { invalid } from '../research/refusals.ts'
import { sourceNotFound } from '../sources/find-source.ts'

/** What the body asks to erase. Throws for what was never there: a misspelt name must not look erased. A repeat is not looked up again. */
export async function findTarget(
  call: Call<LibraryBindings>,
  { ns }: Namespace,
  id: string,
): Promise<ErasureTarget> {
  const target = targetOf(call.body as SentTarget)
  const db = call.bindings.memory
  if ((await getErasure(db, { ns, id })) !== null) return target
  switch (target.scope) {
    case 'document': {
      const { kind } = await getDocument(db, { ns, source: target.source, id: target.document })
      if (kind === 'never') throw absentDocument('never')
      return target
    }
    case 'source':
      if ((await getSource(db, { ns, id: target.source })).kind === 'never') throw sourceNotFound()
      return target
    case 'entity':
      if ((await readErasableFacts(db, { ns, entity: target.entity })).length === 0)
        throw new Problem('fact_not_found', 'No fact of this namespace is of that entity.')
      return target
    case 'namespace':
      return target
    default:
      return target satisfies never
  }
}

interface SentTarget {
  readonly scope: ErasureTarget['scope']
  readonly source?: string
  readonly document?: string
  readonly entity?: string
}

const NEEDED = {
  document: ['source', 'document'],
  source: ['source'],
  entity: ['entity'],
  namespace: [],
} as const satisfies Record<ErasureTarget['scope'], readonly (keyof SentTarget)[]>

function targetOf({ scope, ...sent }: SentTarget): ErasureTarget {
  const needed: readonly string[] = NEEDED[scope]
  const named = Object.keys(sent)
  const wrong = needed.find((name) => !named.includes(name)) ?? named.find((name) => !needed.includes(name))
  if (wrong === undefined) return { scope, ...sent } as ErasureTarget
  const expected = needed.length === 0 ? 'no other member' : needed.map((name) => `\`${name}\``).join(' and ')
  const message = `with the scope ${scope} expected ${expected}`
  throw invalid([{ pointer: `/${wrong}`, rule: 'scope', message }])
}
