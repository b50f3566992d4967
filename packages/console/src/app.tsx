import type { FunctionComponent } from 'preact'
import { useEffect } from 'preact/hooks'
import { ConformancePage } from './pages/conformance.tsx'
import { ContextPage } from './pages/context.tsx'
import { DocumentPage } from './pages/document.tsx'
import { FactPage } from './pages/fact.tsx'
import { FactsPage } from './pages/facts.tsx'
import { LibraryPage } from './pages/library.tsx'
import { NotebookPage } from './pages/notebook.tsx'
import { NotebooksPage } from './pages/notebooks.tsx'
import { SearchPage } from './pages/search.tsx'
import { SessionsPage } from './pages/sessions.tsx'
import { SourcePage } from './pages/source.tsx'
import { UsagePage } from './pages/usage.tsx'
import { WelcomePage } from './pages/welcome.tsx'
import { Help, openHelp } from './parts/help.tsx'
import { Navigation } from './parts/navigation.tsx'
import { route } from './route.ts'
import { token } from './session.ts'

/** The page: navigation at the side, and what the address names. */
export function App() {
  useShortcuts()
  const { title, Page, parts } = pageAt(route.value.parts)
  useEffect(() => {
    document.title = `${title} · Cairn`
  }, [title])
  if (token.value === null) return <WelcomePage />
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Navigation />
      <main id="main" tabIndex={-1} aria-label={title}>
        <Page parts={parts} key={`${title} ${parts.join('/')}`} />
      </main>
      <Help />
    </>
  )
}

/** What a page is told: the parts of the address that follow its own. */
export interface PageProps {
  readonly parts: readonly string[]
}

interface Place {
  readonly title: string
  readonly Page: FunctionComponent<PageProps>
  readonly parts: readonly string[]
}

function pageAt([first, ...rest]: readonly string[]): Place {
  switch (first) {
    case 'library':
      return libraryAt(rest)
    case 'facts':
      return rest.length >= 2
        ? { title: 'Fact', Page: FactPage, parts: rest }
        : { title: 'Facts', Page: FactsPage, parts: rest }
    case 'sessions':
      return { title: 'Sessions', Page: SessionsPage, parts: rest }
    case 'context':
      return { title: 'Context', Page: ContextPage, parts: rest }
    case 'notebooks':
      return rest.length === 1
        ? { title: 'Notebook', Page: NotebookPage, parts: rest }
        : { title: 'Notebooks', Page: NotebooksPage, parts: [] }
    case 'conformance':
      return { title: 'Conformance', Page: ConformancePage, parts: rest }
    case 'usage':
      return { title: 'Usage', Page: UsagePage, parts: rest }
    default:
      return { title: 'Search', Page: SearchPage, parts: [] }
  }
}

function libraryAt(parts: readonly string[]): Place {
  if (parts.length >= 2) return { title: 'Document', Page: DocumentPage, parts }
  return parts.length === 1
    ? { title: 'Source', Page: SourcePage, parts }
    : { title: 'Library', Page: LibraryPage, parts }
}

/** `/` goes to the search field of the page, `?` shows what keys do. */
function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        at.closest('input, textarea, select, [contenteditable]')
      )
        return
      if (event.key === '/') {
        event.preventDefault()
        document.querySelector<HTMLElement>('[data-main-field]')?.focus()
      } else if (event.key === '?') openHelp()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
