import { useEffect, useRef } from 'preact/hooks'
import { linkTo, route } from '../route.ts'
import { claimsOf, namespace, token } from '../session.ts'
import { openHelp } from './help.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const PLACES = [
  ['search', 'Search'],
  ['library', 'Library'],
  ['facts', 'Facts'],
  ['sessions', 'Sessions'],
  ['context', 'Context'],
  ['notebooks', 'Notebooks'],
  ['conformance', 'Conformance'],
  ['usage', 'Usage'],
] as const

/** Where one can go, whose data it is, and how the page looks. */
export function Navigation() {
  const here = route.value.parts[0] ?? 'search'
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [here])
  return (
    <header class="side">
      <a class="brand" href={linkTo(['search'])} aria-label="Cairn, to the search">
        <Stones />
        <span>Cairn</span>
      </a>
      <nav aria-label="Pages">
        <ul ref={list}>
          {PLACES.map(([place, name]) => (
            <li key={place}>
              <a href={linkTo([place])} aria-current={here === place ? 'page' : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="side-end">
        <NamespaceField />
        <div class="row">
          <ThemeSwitch />
          <button
            type="button"
            class="quiet"
            onClick={openHelp}
            aria-label="What keys do"
            title="What keys do (?)"
          >
            ?
          </button>
          <button type="button" class="quiet" onClick={() => (token.value = null)}>
            Sign out
          </button>
        </div>
      </div>
    </header>
  )
}

function NamespaceField() {
  const tenant = token.value === null ? null : claimsOf(token.value)?.tenant
  return (
    <label class="field small">
      <span>Namespace{typeof tenant === 'string' ? ` of ${tenant}` : ''}</span>
      <input
        value={namespace.value ?? ''}
        placeholder="default"
        spellcheck={false}
        autocomplete="off"
        onChange={(event) => (namespace.value = event.currentTarget.value.trim() || null)}
      />
    </label>
  )
}

/** A pile of stones: the mark of a way. */
export function Stones() {
  return (
    <svg class="stones" viewBox="0 0 32 32" aria-hidden="true">
      <ellipse cx="16" cy="26" rx="12" ry="4.5" />
      <ellipse cx="16" cy="18" rx="9" ry="3.8" />
      <ellipse cx="16" cy="11" rx="6" ry="3.1" />
      <ellipse cx="16" cy="5.4" rx="3.4" ry="2.3" />
    </svg>
  )
}
