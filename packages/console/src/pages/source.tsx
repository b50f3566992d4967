import { type DocumentAnswer, Refused } from '@cairn/client'
import { useState } from 'preact/hooks'
import type { PageProps } from '../app.tsx'
import { type Trouble, troubleOf, useLoad } from '../load.ts'
import { EmptyNote, LoadingNote, PageHead, TroubleNote } from '../parts/notes.tsx'
import { number } from '../parts/token-meter.tsx'
import { linkTo, route } from '../route.ts'
import { client, namespace } from '../session.ts'
import { formatOf, TEXT_KINDS } from '../text-files.ts'

/** A source: its documents, its manifest, and a place to drop files. */
export function SourcePage({ parts: [source = ''] }: PageProps) {
  const [cursor, setCursor] = useState<string | undefined>(undefined)
  const { value, trouble, isLoading, again } = useLoad(
    (signal) => documentsOf(source, { cursor, signal }),
    [source, cursor, namespace.value],
  )
  return (
    <>
      <PageHead title={source}>
        <a href={linkTo(['library'])}>Library</a>
      </PageHead>
      <Drop source={source} onStored={again} />
      {trouble !== null && <TroubleNote trouble={trouble} again={again} />}
      {value === null && isLoading && <LoadingNote />}
      {value?.documents.length === 0 && (
        <EmptyNote>
          <p>
            No document yet: drop files above, or run <code>cairn ingest docs --source {source}</code>.
          </p>
        </EmptyNote>
      )}
      {value !== null && value.documents.length > 0 && (
        <table>
          <caption class="visually-hidden">Documents of {source}</caption>
          <thead>
            <tr>
              <th scope="col">Document</th>
              <th scope="col">Kind</th>
              <th scope="col">Tags</th>
              <th scope="col" class="number">
                Passages
              </th>
            </tr>
          </thead>
          <tbody>
            {value.documents.map((document) => (
              <tr key={document.id}>
                <th scope="row">
                  <a href={linkTo(['library', source, document.id])}>{document.title || document.id}</a>
                  {document.title && <small> {document.id}</small>}
                </th>
                <td>{document.kind}</td>
                <td>{document.tags.join(', ')}</td>
                <td class="number">{number(document.passages)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p class="row">
        {cursor !== undefined && (
          <button type="button" onClick={() => setCursor(undefined)}>
            From the start
          </button>
        )}
        {value?.next.cursor !== undefined && (
          <button type="button" onClick={() => setCursor(value.next.cursor)}>
            More documents
          </button>
        )}
      </p>
    </>
  )
}

async function documentsOf(
  source: string,
  { cursor, signal }: { readonly cursor: string | undefined; readonly signal: AbortSignal },
) {
  try {
    return await client.value.listDocuments(
      { source, limit: 50, ...(cursor === undefined ? {} : { cursor }) },
      { signal },
    )
  } catch (error) {
    // A source that is being made has no documents yet.
    if (error instanceof Refused && error.status === 404) return { documents: [], next: {} }
    throw error
  }
}

interface Progress {
  readonly done: number
  readonly of: number
  readonly refused: readonly DocumentAnswer[]
  readonly skipped: readonly string[]
}

function Drop({ source, onStored }: { readonly source: string; readonly onStored: () => void }) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isOver, setOver] = useState(false)
  const send = async (files: readonly File[]) => {
    const taken = files.filter((file) => formatOf(file.name) !== null)
    const skipped = files.filter((file) => formatOf(file.name) === null).map(({ name }) => name)
    let now: Progress = { done: 0, of: taken.length, refused: [], skipped }
    setProgress(now)
    setTrouble(null)
    try {
      await client.value.putSource({ source, manifest: await manifestOf(source) })
      for await (const line of client.value.addDocuments({ source, documents: documentsIn(taken) })) {
        now = {
          ...now,
          done: now.done + 1,
          refused: line.status === 'refused' ? [...now.refused, line] : now.refused,
        }
        setProgress(now)
      }
      onStored()
    } catch (error) {
      setTrouble(troubleOf(error))
    }
  }
  return (
    <section
      class={isOver ? 'drop over' : 'drop'}
      aria-label="Upload"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void send([...(event.dataTransfer?.files ?? [])])
      }}
    >
      <label>
        Drop files here, or <span class="as-link">choose some</span>
        <input
          class="visually-hidden"
          type="file"
          multiple
          accept={TEXT_KINDS}
          onChange={(event) => void send([...(event.currentTarget.files ?? [])])}
        />
      </label>
      <p class="hint">
        Markdown, text, HTML and code. For PDF, DOCX and chat exports: <code>cairn ingest</code>.
      </p>
      {progress !== null && (
        <div role="status">
          <progress max={Math.max(progress.of, 1)} value={progress.done} aria-label="Documents stored" />
          <p>
            {progress.done} of {progress.of} stored
            {progress.skipped.length > 0 && `; not text: ${progress.skipped.join(', ')}`}
          </p>
          {progress.refused.map(({ id, problem }) => (
            <p key={id} class="bad">
              {id}: {problem?.code} {problem?.detail}
            </p>
          ))}
        </div>
      )}
      {trouble !== null && <TroubleNote trouble={trouble} />}
    </section>
  )
}

/** A source that is there keeps its manifest. */
async function manifestOf(source: string) {
  try {
    return await client.value.getSource({ source })
  } catch (error) {
    if (!(error instanceof Refused) || (error.status !== 404 && error.status !== 410)) throw error
    const display_name = route.value.query.get('name') ?? source
    return { source_id: source, display_name, capabilities: { search: true, exact_get: true } }
  }
}

async function* documentsIn(files: readonly File[]) {
  for (const file of files) yield { id: file.name, text: await file.text(), format: formatOf(file.name)! }
}
