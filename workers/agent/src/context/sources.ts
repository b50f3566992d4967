import type { KnowledgeSourceManifestV1 } from '@cairn/contract/context'
import { LIMITS } from '@cairn/contract/limits'
import { Problem } from '@cairn/http-kernel/problem'
import { type Asking, askSibling } from '../siblings/ask-sibling.ts'

/** Who may be asked: a source, and the server that answers for it where that is not this one. */
export interface Source {
  readonly manifest: KnowledgeSourceManifestV1
  readonly upstream: Upstream | null
}

export interface Upstream {
  readonly url: string
  readonly token?: string
}

export const FACTS = 'cairn:facts'
export const SESSIONS = 'cairn:sessions'

/** The sources of a namespace, the ones every namespace has among them; the named ones where some are named. Throws `source_not_found`. */
export async function readSources(
  asking: Asking,
  named: readonly string[] | null,
): Promise<readonly Source[]> {
  const ask = { sibling: 'library', method: 'GET', path: '/v1/context/sources' } as const
  const { sources } = (await askSibling(asking, ask)) as { readonly sources: readonly Source[] }
  const all = [...sources, ...BUILT_IN]
  if (named === null) return inOrder(all)
  return inOrder(
    named.map((id, place) => all.find(({ manifest }) => manifest.source_id === id) ?? absent(place)),
  )
}

/** The cheap ones first. */
function inOrder(sources: readonly Source[]): readonly Source[] {
  const rank = ({ manifest }: Source) => COST_CLASSES.indexOf(manifest.cost_class)
  const name = ({ manifest }: Source) => manifest.source_id
  return [...sources].sort((a, b) => rank(a) - rank(b) || (name(a) < name(b) ? -1 : 1))
}

const COST_CLASSES = ['negligible', 'low', 'medium', 'high']

const builtIn = (id: string, kind: string, search: boolean): Source => ({
  manifest: {
    source_id: id,
    display_name: '',
    kinds: [kind],
    capabilities: {
      search,
      exact_get: true,
      delta_sync: false,
      live_query: false,
      graph_edges: false,
    },
    freshness_typical_ms: 0,
    cost_class: 'negligible',
  },
  upstream: null,
})
const BUILT_IN = [builtIn(FACTS, 'fact', true), builtIn(SESSIONS, 'session', false)]

function absent(place: number): never {
  throw new Problem('source_not_found', 'No source of that id is in this namespace.', {
    errors: [
      {
        pointer: `/sources/${place}`,
        rule: 'source_not_found',
        message: `expected the id of a source, ${FACTS} or ${SESSIONS}; at most ${LIMITS.contextSourcesMax}`,
      },
    ],
  })
}
