import type { StoredDocument } from '@cairn/client'
import { useEffect, useRef } from 'preact/hooks'
import type { PageProps } from '../app.tsx'
import { useLoad } from '../load.ts'
import { LoadingNote, PageHead, TroubleNote } from '../parts/notes.tsx'
import { linkTo, route } from '../route.ts'
import { client, namespace } from '../session.ts'

/** A document as it was sent; the passage that a pointer names lights up in it. */
export function DocumentPage({ parts: [source = '', document = ''] }: PageProps) {
  const at = route.value.query.get('at')
  const quote = route.value.query.get('quote')
  const { value, trouble, isLoading, again } = useLoad(
    (signal) => readDocument({ source, document, at, signal }),
    [source, document, at, namespace.value],
  )
  return (
    <>
      <PageHead title={value?.stored.title || document}>
        <a href={linkTo(['library'])}>Library</a> / <a href={linkTo(['library', source])}>{source}</a> /{' '}
        {document}
      </PageHead>
      {trouble !== null && <TroubleNote trouble={trouble} again={again} />}
      {value === null && isLoading && <LoadingNote />}
      {value !== null && (
        <>
          <p class="hint">
            {value.stored.pointers.length} {value.stored.pointers.length === 1 ? 'passage' : 'passages'}
            {value.stored.author ? ` · by ${value.stored.author}` : ''}
            {value.stored.created_at ? ` · ${value.stored.created_at}` : ''}
            {value.stored.tags?.map((tag) => (
              <span class="tag" key={tag}>
                {tag}
              </span>
            ))}
          </p>
          <Body stored={value.stored} passage={value.passage ?? quote} />
          <details>
            <summary>Pointers</summary>
            <p class="pointer-list">
              {value.stored.pointers.map((id) => (
                <a
                  key={id}
                  href={linkTo(['library', source, document], { at: id })}
                  aria-current={id === at ? 'true' : undefined}
                >
                  {id}
                </a>
              ))}
            </p>
          </details>
        </>
      )}
    </>
  )
}

async function readDocument({
  source,
  document,
  at,
  signal,
}: {
  source: string
  document: string
  at: string | null
  signal: AbortSignal
}) {
  const stored = await client.value.getDocument({ source, document }, { signal })
  if (at === null) return { stored, passage: null }
  const { content } = await client.value.fetchContent({ refs: [at], hydrate: 'full' }, { signal })
  return { stored, passage: content[0]?.text ?? null }
}

function Body({ stored, passage }: { readonly stored: StoredDocument; readonly passage: string | null }) {
  if (stored.messages === undefined) return <Lit text={stored.text} passage={passage} />
  return (
    <ol class="turns">
      {stored.messages.map(({ speaker, text, at }, place) => (
        <li key={place}>
          <p class="about">
            <strong>{speaker}</strong> {at}
          </p>
          <Lit text={text} passage={passage} />
        </li>
      ))}
    </ol>
  )
}

/** A text in which a passage lights up, and is scrolled to. */
export function Lit({ text, passage }: { readonly text: string; readonly passage: string | null }) {
  const mark = useRef<HTMLElement>(null)
  const at = passage === null || passage === '' ? -1 : text.indexOf(passage)
  useEffect(() => mark.current?.scrollIntoView({ block: 'center' }), [at, text])
  if (at === -1) return <pre class="text">{text}</pre>
  return (
    <pre class="text">
      {text.slice(0, at)}
      <mark ref={mark}>{passage}</mark>
      {text.slice(at + passage!.length)}
    </pre>
  )
}
