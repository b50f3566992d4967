import type { ComponentChildren } from 'preact'
import type { Trouble } from '../load.ts'
import { token } from '../session.ts'

/** A call that failed: what the service said, and what may help. */
export function TroubleNote({ trouble, again }: { readonly trouble: Trouble; readonly again?: () => void }) {
  return (
    <div class="note trouble" role="alert">
      <p>
        <strong>{trouble.code}</strong> {trouble.detail}
      </p>
      {trouble.hints.length > 0 && (
        <ul>
          {trouble.hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      )}
      {trouble.code === 'unauthenticated' && (
        <button type="button" onClick={() => (token.value = null)}>
          Sign in with another token
        </button>
      )}
      {again && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  )
}

/** Nothing is here yet, and what to do about it. */
export function EmptyNote({ children }: { readonly children: ComponentChildren }) {
  return <div class="note empty">{children}</div>
}

/** Something is on its way. */
export function LoadingNote() {
  return (
    <p class="note loading" role="status">
      Loading …
    </p>
  )
}

/** The title of a page, and what it is about in a sentence. */
export function PageHead({
  title,
  children,
}: {
  readonly title: ComponentChildren
  readonly children?: ComponentChildren
}) {
  return (
    <div class="page-head">
      <h1>{title}</h1>
      {children && <p class="lead">{children}</p>}
    </div>
  )
}
