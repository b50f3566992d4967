import type { Usage } from '@cairn/client'
import { useLoad } from '../load.ts'
import { LoadingNote, PageHead, TroubleNote } from '../parts/notes.tsx'
import { Scroll } from '../parts/scroll.tsx'
import { number } from '../parts/token-meter.tsx'
import { client, namespace } from '../session.ts'

/** What each namespace of the tenant holds. */
export function UsagePage() {
  const { value, trouble, isLoading, again } = useLoad(
    async (signal) => {
      const { namespaces } = await client.value.listNamespaces({}, { signal })
      return { namespaces, here: namespaces.length === 0 ? null : await client.value.usage({}, { signal }) }
    },
    [namespace.value],
  )
  return (
    <>
      <PageHead title="Usage">What each namespace holds.</PageHead>
      {trouble !== null && <TroubleNote trouble={trouble} again={again} />}
      {value === null && isLoading && <LoadingNote />}
      {value !== null && (
        <Scroll name="What each namespace holds">
          <table>
            <caption class="visually-hidden">Namespaces</caption>
            <thead>
              <tr>
                <th scope="col">Namespace</th>
                {['Documents', 'Passages', 'Facts', 'Bytes', 'Commits'].map((name) => (
                  <th scope="col" class="number" key={name}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {value.namespaces.map(({ name, documents, passages, facts, bytes, version }) => (
                <tr key={name}>
                  <th scope="row">
                    <button type="button" class="as-link" onClick={() => (namespace.value = name)}>
                      {name}
                    </button>
                    {namespace.value === name && <span class="tag">looked at</span>}
                  </th>
                  {[documents, passages, facts, bytes, version].map((count, place) => (
                    <td class="number" key={place}>
                      {number(count)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {value?.here && <Here usage={value.here} />}
    </>
  )
}

/** The namespace that is looked at, against its quota. */
function Here({ usage: { namespace: name, passages, bytes, research, quota } }: { readonly usage: Usage }) {
  const rows = [
    ['Passages', passages, quota.passages_max],
    ['Bytes', bytes, quota.bytes_max],
    ['Research documents', Object.values(research).reduce((sum, one) => sum + one, 0), null],
  ] as const
  return (
    <section>
      <h2>{name}</h2>
      <dl class="costs">
        {rows.map(([what, count, most]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {number(count)} {most === null ? '' : `of ${number(most)}`}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
