import type { CitationVerdict, NotebookExport, ResearchCitation, ResearchPassage } from '@cairn/client'
import { useState } from 'preact/hooks'
import type { PageProps } from '../app.tsx'
import { type Trouble, troubleOf, useLoad } from '../load.ts'
import { LoadingNote, PageHead, TroubleNote } from '../parts/notes.tsx'
import { linkTo } from '../route.ts'
import { client, namespace } from '../session.ts'

/** A notebook: each claim with the passages it stands on, and whether they still hold it up. */
export function NotebookPage({ parts: [id = ''] }: PageProps) {
  const { value, trouble, isLoading, again } = useLoad(
    async (signal) => {
      const [whole, verdicts] = await Promise.all([
        client.value.exportNotebook({ id, format: 'json' }, { signal }),
        client.value.checkNotebook({ id }, { signal }),
      ])
      return { whole, verdicts: new Map(verdicts.map((one) => [one.citation_id, one])) }
    },
    [id, namespace.value],
  )
  return (
    <>
      <PageHead title={value?.whole.notebook.question ?? id}>
        <a href={linkTo(['notebooks'])}>Notebooks</a>
      </PageHead>
      {trouble !== null && <TroubleNote trouble={trouble} again={again} />}
      {value === null && isLoading && <LoadingNote />}
      {value !== null && <Whole {...value} again={again} />}
    </>
  )
}

interface WholeProps {
  readonly whole: NotebookExport
  readonly verdicts: ReadonlyMap<string, CitationVerdict>
  readonly again: () => void
}

function Whole({ whole, verdicts, again }: WholeProps) {
  const { notebook, citations, passages } = whole
  const byId = new Map(passages.map((passage) => [passage.id, passage]))
  return (
    <>
      <p class="row">
        <span class="tag">{notebook.status}</span>
        <button type="button" onClick={again}>
          Check again
        </button>
        <Download id={notebook.id} />
      </p>
      <ol class="claims">
        {citations.map((citation) => (
          <Claim
            key={citation.id}
            citation={citation}
            verdict={verdicts.get(citation.id)}
            passages={byId}
            whole={whole}
          />
        ))}
      </ol>
      {citations.length === 0 && <p class="note empty">No claim yet.</p>}
      <ListOf title="Assumptions" items={notebook.assumptions} />
      <ListOf title="Unresolved" items={notebook.unresolved_questions} />
    </>
  )
}

interface ClaimProps {
  readonly citation: ResearchCitation
  readonly verdict: CitationVerdict | undefined
  readonly passages: ReadonlyMap<string, ResearchPassage>
  readonly whole: NotebookExport
}

function Claim({ citation, verdict, passages, whole }: ClaimProps) {
  const reasons = verdict?.reasons ?? []
  return (
    <li class="card">
      <p>
        {citation.claim}{' '}
        <span class={reasons.length === 0 ? 'tag good' : 'tag bad'}>
          {verdict?.verdict ?? citation.support}
        </span>
        {reasons.map((reason) => (
          <span class="tag bad" key={reason}>
            {reason}
          </span>
        ))}
      </p>
      {citation.passage_ids.map((id) => (
        <Evidence key={id} id={id} passage={passages.get(id)} whole={whole} />
      ))}
    </li>
  )
}

/** A passage, and the place in its document where it lights up. */
function Evidence({
  id,
  passage,
  whole,
}: {
  readonly id: string
  readonly passage: ResearchPassage | undefined
  readonly whole: NotebookExport
}) {
  if (passage === undefined) return <p class="bad">{id} is missing</p>
  const source = whole.sources.find((one) => one.id === passage.source_id)
  const place = placeOf(source?.uri)
  return (
    <blockquote>
      <pre class="text">{passage.text}</pre>
      <footer class="hint">
        {place === null ? (
          (source?.title ?? passage.source_id)
        ) : (
          <a href={linkTo(['library', place.source, place.document], { quote: passage.text.slice(0, 1500) })}>
            {source?.title}
          </a>
        )}
      </footer>
    </blockquote>
  )
}

/** The document of ours that a research source names, `cairn:<namespace>/<source>/<document>`; null for any other. */
function placeOf(uri: string | undefined): { readonly source: string; readonly document: string } | null {
  const [, source, document] = /^cairn:[^/]+\/([^/]+)\/(.+)$/.exec(uri ?? '') ?? []
  if (source === undefined || document === undefined) return null
  return { source: decodeURIComponent(source), document: decodeURIComponent(document) }
}

function ListOf({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}

function Download({ id }: { readonly id: string }) {
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const download = async () => {
    try {
      const text = await client.value.exportNotebook({ id, format: 'markdown' })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }))
      link.download = `${id}.md`
      link.click()
      URL.revokeObjectURL(link.href)
      setTrouble(null)
    } catch (error) {
      setTrouble(troubleOf(error))
    }
  }
  return (
    <>
      <button type="button" onClick={() => void download()}>
        Download as Markdown
      </button>
      {trouble !== null && <TroubleNote trouble={trouble} />}
    </>
  )
}
