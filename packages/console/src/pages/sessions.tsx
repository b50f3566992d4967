import { useState } from 'preact/hooks'
import type { PageProps } from '../app.tsx'
import { useLoad } from '../load.ts'
import { EmptyNote, LoadingNote, PageHead, TroubleNote } from '../parts/notes.tsx'
import { go, linkTo } from '../route.ts'
import { client, namespace } from '../session.ts'

/** The state of a session and its last versions. */
export function SessionsPage({ parts: [session] }: PageProps) {
  const [typed, setTyped] = useState(session ?? '')
  return (
    <>
      <PageHead title="Sessions">One JSON value a session, with its last versions.</PageHead>
      <form
        class="inline"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() !== '') go(linkTo(['sessions', typed.trim()]))
        }}
      >
        <label class="field">
          <span>Session</span>
          <input
            data-main-field
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
            placeholder="chat-42"
            autocomplete="off"
            spellcheck={false}
          />
        </label>
        <button type="submit">Open</button>
      </form>
      {session === undefined ? (
        <EmptyNote>
          <p>
            Name a session to see its state. Agents keep one with <code>PUT /v1/sessions/chat-42/state</code>,
            or <code>cairn sessions put chat-42 '{'{"step": 2}'}'</code>.
          </p>
        </EmptyNote>
      ) : (
        <Versions session={session} key={session} />
      )}
    </>
  )
}

function Versions({ session }: { readonly session: string }) {
  const { value, trouble, isLoading, again } = useLoad(
    (signal) => client.value.sessionHistory({ session }, { signal }),
    [session, namespace.value],
  )
  if (trouble !== null) return <TroubleNote trouble={trouble} again={again} />
  if (value === null) return isLoading ? <LoadingNote /> : null
  return (
    <ol class="versions">
      {value.versions.map(({ version, updated_at, state }, place) => (
        <li key={version} class="card">
          <details open={place === 0}>
            <summary>
              Version {version} · {updated_at.slice(0, 19).replace('T', ' ')}
            </summary>
            <pre class="text">{JSON.stringify(state, null, 2)}</pre>
          </details>
        </li>
      ))}
    </ol>
  )
}
