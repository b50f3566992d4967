import { useState } from 'preact/hooks'
import { useLoad } from '../load.ts'
import { EmptyNote, LoadingNote, PageHead, TroubleNote } from '../parts/notes.tsx'
import { go, linkTo } from '../route.ts'
import { client, namespace } from '../session.ts'

/** The sources of the namespace, and a new one. */
export function LibraryPage() {
  const { value, trouble, isLoading, again } = useLoad(
    (signal) => client.value.listSources({ limit: 100 }, { signal }),
    [namespace.value],
  )
  return (
    <>
      <PageHead title="Library">
        Sources hold documents; each says what it can do and how fresh it usually is.
      </PageHead>
      {trouble !== null && <TroubleNote trouble={trouble} again={again} />}
      {value === null && isLoading && <LoadingNote />}
      {value?.sources.length === 0 && (
        <EmptyNote>
          <p>No source yet. Name one below and drop files onto its page.</p>
        </EmptyNote>
      )}
      <ul class="cards">
        {value?.sources.map((source) => (
          <li key={source.source_id} class="card">
            <h2>
              <a href={linkTo(['library', source.source_id])}>{source.display_name || source.source_id}</a>
            </h2>
            <p class="hint">
              <code>{source.source_id}</code> · {source.kinds.join(', ') || 'any kind'} · cost{' '}
              {source.cost_class}
            </p>
            <p>
              {Object.entries(source.capabilities)
                .filter(([, can]) => can)
                .map(([name]) => (
                  <span class="tag" key={name}>
                    {name}
                  </span>
                ))}
            </p>
          </li>
        ))}
      </ul>
      <NewSource />
    </>
  )
}

function NewSource() {
  const [name, setName] = useState('')
  const id = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64)
  const make = (event: Event) => {
    event.preventDefault()
    if (id !== '') go(linkTo(['library', id], { name }))
  }
  return (
    <form class="inline" onSubmit={make}>
      <label class="field">
        <span>New source</span>
        <input
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
          placeholder="Handbook"
          maxLength={100}
        />
      </label>
      <button type="submit" disabled={id === ''}>
        Make {id || 'it'}
      </button>
    </form>
  )
}
