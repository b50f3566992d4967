import type { Filter } from '@cairn/client'
import type { ContentItem, SearchAnswer } from '@cairn/contract/crc-v1'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Trouble, troubleOf, useLoad } from '../load.ts'
import { LaneBars } from '../parts/lane-bars.tsx'
import { EmptyNote, TroubleNote } from '../parts/notes.tsx'
import { PointerCard } from '../parts/pointer-card.tsx'
import { number, TokenMeter } from '../parts/token-meter.tsx'
import { go, linkTo, route } from '../route.ts'
import { client, namespace } from '../session.ts'

const PAUSE_MS = 180

/** A question, the page of pointers that answers it, and their texts where one asks for them. */
export function SearchPage() {
  const { query } = route.value
  const asked = query.get('q') ?? ''
  const [typed, setTyped] = useState(asked)
  useEffect(() => {
    const timer = setTimeout(
      () => typed !== asked && go(addressOf(typed, query), { replace: true }),
      PAUSE_MS,
    )
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <div class="search">
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            go(addressOf(typed, query))
          }}
        >
          <label class="field big">
            <span class="visually-hidden">Ask your memory</span>
            <input
              type="search"
              data-main-field
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
              placeholder="Ask your memory …"
              maxLength={1024}
              autofocus
              autocomplete="off"
            />
          </label>
          <FilterFields query={query} typed={typed} />
        </form>
      </search>
      {asked.trim() === '' ? <FirstSight /> : <Answer asked={asked} query={query} />}
    </div>
  )
}

const FILTERS = ['source', 'kind', 'tags', 'speaker'] as const

function addressOf(q: string, query: URLSearchParams): string {
  return linkTo(['search'], { ...Object.fromEntries(query), q })
}

function FilterFields({ query, typed }: { readonly query: URLSearchParams; readonly typed: string }) {
  const active = [...FILTERS, 'since'].filter((name) => query.get(name))
  const set = (name: string, value: string) =>
    go(linkTo(['search'], { ...Object.fromEntries(query), q: typed, [name]: value.trim() }), {
      replace: true,
    })
  return (
    <details class="filters" open={active.length > 0}>
      <summary>
        Filters{active.length > 0 ? `: ${active.map((name) => `${name} ${query.get(name)}`).join(', ')}` : ''}
      </summary>
      <div class="row">
        {FILTERS.map((name) => (
          <label class="field small" key={name}>
            <span>{name === 'tags' ? 'tag' : name}</span>
            <input
              value={query.get(name) ?? ''}
              onChange={(event) => set(name, event.currentTarget.value)}
              autocomplete="off"
              spellcheck={false}
            />
          </label>
        ))}
        <label class="field small">
          <span>written since</span>
          <input
            type="date"
            value={query.get('since') ?? ''}
            onChange={(event) => set('since', event.currentTarget.value)}
          />
        </label>
      </div>
    </details>
  )
}

function filterOf(query: URLSearchParams): Filter | null {
  const given: [string, unknown][] = FILTERS.flatMap((name) =>
    query.get(name) ? [[name, query.get(name)!]] : [],
  )
  const since = query.get('since')
  if (since) given.push(['created_at', { gte: `${since}T00:00:00Z` }])
  return given.length === 0 ? null : (Object.fromEntries(given) as Filter)
}

function FirstSight() {
  return (
    <EmptyNote>
      <h2>Pointers first</h2>
      <p>
        Ask in your own words. The answer is a page of pointers: a line of each passage, what reading it costs
        in tokens, and which lane found it. Open only what is worth reading; the meter shows what an answer of
        full texts would have cost.
      </p>
      <p>
        Nothing to ask yet? <a href={linkTo(['library'])}>Drop some files into the library</a>.
      </p>
    </EmptyNote>
  )
}

function Answer({ asked, query }: { readonly asked: string; readonly query: URLSearchParams }) {
  const filter = filterOf(query)
  const { value, trouble, isLoading, again } = useLoad(
    (signal) =>
      client.value.search(
        { query: asked, limit: 10, detail: 'full', ...(filter === null ? {} : { filter }) },
        { signal },
      ),
    [asked, JSON.stringify(filter), namespace.value],
  )
  if (trouble !== null) return <TroubleNote trouble={trouble} again={again} />
  return (
    <div aria-busy={isLoading}>
      <p class="visually-hidden" role="status">
        {value === null ? 'Searching' : `${value.pointers.length} pointers`}
      </p>
      {value !== null && (
        <Pages
          first={value}
          asked={asked}
          filter={filter}
          key={JSON.stringify([asked, filter, value.pointers.map(({ id }) => id)])}
        />
      )}
    </div>
  )
}

interface PagesProps {
  readonly first: SearchAnswer
  readonly asked: string
  readonly filter: Filter | null
}

function Pages({ first, asked, filter }: PagesProps) {
  const [pages, setPages] = useState<readonly SearchAnswer[]>([first])
  const [bodies, setBodies] = useState<ReadonlyMap<string, ContentItem>>(new Map())
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const pointers = pages.flatMap((page) => page.pointers)
  const last = pages.at(-1)!
  const cost = pages.reduce(
    (sum, { cost_estimate: one }) => ({ pointer: sum.pointer + one.pointer, full: sum.full + one.full }),
    { pointer: 0, full: 0 },
  )
  const worth = first.agent_decision.read_pointers.map(({ id }) => id)

  const read = async (ids: readonly string[]) => {
    const unread = ids.filter((id) => !bodies.has(id))
    try {
      if (unread.length > 0) {
        const { content } = await client.value.fetchContent({ refs: unread, hydrate: 'full' })
        setBodies((before) => new Map([...before, ...content.map((item) => [item.id, item] as const)]))
      }
      setOpen((before) => new Set([...before, ...ids]))
      setTrouble(null)
    } catch (error) {
      setTrouble(troubleOf(error))
    }
  }
  const turn = (id: string) => {
    if (!open.has(id)) return void read([id])
    setOpen((before) => new Set([...before].filter((one) => one !== id)))
  }
  const more = async () => {
    try {
      const next = await client.value.search({
        query: asked,
        limit: 10,
        detail: 'full',
        cursor: last.next!.cursor!,
        ...(filter === null ? {} : { filter }),
      })
      setPages((before) => [...before, next])
    } catch (error) {
      setTrouble(troubleOf(error))
    }
  }
  useKeys(list, { readWorth: () => void read(worth) })

  if (pointers.length === 0)
    return (
      <EmptyNote>
        <h2>Nothing was found</h2>
        <p>
          No passage holds a word of the question. Try the words that the text itself would use: a name, an
          identifier, an error code.
        </p>
      </EmptyNote>
    )
  return (
    <div class="answer">
      <section aria-label="Pointers">
        {trouble !== null && <TroubleNote trouble={trouble} />}
        {worth.length > 0 && (
          <p class="worth">
            <button type="button" class="primary" onClick={() => void read(worth)}>
              Read the {worth.length === 1 ? 'one' : worth.length} worth reading
            </button>{' '}
            <span class="hint">
              together they hold every word that was found
              {first.agent_decision.missing_terms
                ? `; nothing holds: ${first.agent_decision.missing_terms.join(', ')}`
                : ''}
            </span>
          </p>
        )}
        <ol class="pointers" ref={list}>
          {pointers.map((pointer) => (
            <PointerCard
              key={pointer.id}
              pointer={pointer}
              body={open.has(pointer.id) ? (bodies.get(pointer.id) ?? null) : null}
              isWorth={worth.includes(pointer.id)}
              onTurn={() => turn(pointer.id)}
            />
          ))}
        </ol>
        {last.next?.cursor !== undefined && (
          <button type="button" onClick={() => void more()}>
            More pointers
          </button>
        )}
      </section>
      <aside aria-label="What the answer says of itself">
        <TokenMeter
          page={cost.pointer}
          full={cost.full}
          read={[...bodies.values()].reduce((sum, item) => sum + item.token_count, 0)}
        />
        <dl class="costs">
          <div>
            <dt>This page</dt>
            <dd>{number(first.cost_estimate.pointer)}</dd>
          </div>
          <div>
            <dt>the summaries</dt>
            <dd>{number(first.cost_estimate.summary)}</dd>
          </div>
          <div>
            <dt>every body</dt>
            <dd>{number(first.cost_estimate.full)}</dd>
          </div>
        </dl>
        <LaneBars decision={first.agent_decision} />
      </aside>
    </div>
  )
}

/** Arrows go from pointer to pointer; `e` reads what is worth reading. */
function useKeys(
  list: { readonly current: HTMLOListElement | null },
  { readWorth }: { readonly readWorth: () => void },
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement
      const isTyping = at.closest('input:not([data-main-field]), textarea, select') !== null
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button.turn') ?? [])]
        const place = buttons.indexOf(document.activeElement as HTMLElement)
        const next = buttons[event.key === 'ArrowDown' ? place + 1 : place - 1]
        event.preventDefault()
        if (next !== undefined) next.focus()
        else if (event.key === 'ArrowUp') document.querySelector<HTMLElement>('[data-main-field]')?.focus()
      } else if (event.key === 'e' && !at.matches('[data-main-field]')) readWorth()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
