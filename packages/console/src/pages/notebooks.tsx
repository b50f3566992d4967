import { useState } from 'preact/hooks'
import { type Trouble, troubleOf, useLoad } from '../load.ts'
import { EmptyNote, LoadingNote, PageHead, TroubleNote } from '../parts/notes.tsx'
import { go, linkTo } from '../route.ts'
import { client, namespace } from '../session.ts'

/** The research notebooks of the namespace, and a new one. */
export function NotebooksPage() {
  const { value, trouble, isLoading, again } = useLoad(
    (signal) => client.value.listNotebooks({ limit: 100 }, { signal }),
    [namespace.value],
  )
  return (
    <>
      <PageHead title="Notebooks">
        A question, what was found for it, and citations that can be checked against their sources.
      </PageHead>
      {trouble !== null && <TroubleNote trouble={trouble} again={again} />}
      {value === null && isLoading && <LoadingNote />}
      {value?.notebooks.length === 0 && (
        <EmptyNote>
          <p>No notebook yet. Ask a question below; agents add passages and citations to it.</p>
        </EmptyNote>
      )}
      <ul class="cards">
        {value?.notebooks.map(({ id, question, status, citation_ids }) => (
          <li key={id} class="card">
            <h2>
              <a href={linkTo(['notebooks', id])}>{question}</a>
            </h2>
            <p class="hint">
              <span class="tag">{status}</span> {citation_ids.length} citations · <code>{id}</code>
            </p>
          </li>
        ))}
      </ul>
      <NewNotebook />
    </>
  )
}

function NewNotebook() {
  const [question, setQuestion] = useState('')
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const make = async (event: Event) => {
    event.preventDefault()
    try {
      const { id } = await client.value.createNotebook({
        conversation_id: 'console',
        question: question.trim(),
        status: 'open',
        source_ids: [],
        passage_ids: [],
        citation_ids: [],
        assumptions: [],
        unresolved_questions: [],
      })
      go(linkTo(['notebooks', id]))
    } catch (error) {
      setTrouble(troubleOf(error))
    }
  }
  return (
    <form class="inline" onSubmit={(event) => void make(event)}>
      <label class="field">
        <span>New notebook: the question</span>
        <input
          data-main-field
          value={question}
          onInput={(event) => setQuestion(event.currentTarget.value)}
          required
          maxLength={1000}
        />
      </label>
      <button type="submit" disabled={question.trim() === ''}>
        Make it
      </button>
      {trouble !== null && <TroubleNote trouble={trouble} />}
    </form>
  )
}
