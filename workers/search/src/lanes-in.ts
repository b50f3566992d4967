import type { Call } from '@cairn/http-kernel/call'
import type { SearchBindings } from './bindings.ts'
import { type LanesRun, lanesFor } from './lanes-for.ts'
import type { OnIndex } from './on-index.ts'
import type { IndexView } from './read-index.ts'
import type { SearchInput } from './search-input.ts'

/** The lanes that run for one question in a view; its vector is made once. */
export type LanesIn = (view: Pick<IndexView, 'embedder'> | null) => Promise<LanesRun>

/** The lanes of a question, whatever the namespace turns out to be. */
export function lanesOf({ bindings, caller }: Call<SearchBindings>, input: SearchInput): LanesIn {
  const known = new Map<string, Promise<LanesRun>>()
  const { query, deadlineMs } = input
  const msMax = Math.min(VECTOR_MS_MAX, deadlineMs / 2)
  return (view) => {
    const embedder = view?.embedder ?? null
    const name = JSON.stringify(embedder)
    const lanes =
      known.get(name) ??
      lanesFor(input, embedder, ({ name }) =>
        bindings.vectors.of({ tenant: caller.tenant, embedder: name, query, msMax }),
      )
    known.set(name, lanes)
    return lanes
  }
}

/** A model that takes longer is left out, so that the words are answered in time. */
const VECTOR_MS_MAX = 3000

/** What ran in the view that was answered from; throws where the question cannot be asked there, unless there was no time to look. */
export async function lanesToTell(
  lanesIn: LanesIn,
  { view, late }: Pick<OnIndex<unknown>, 'view' | 'late'>,
): Promise<LanesRun> {
  const lanes = await lanesIn(view)
  if (lanes.refusal !== null && !late) throw lanes.refusal
  return lanes
}
