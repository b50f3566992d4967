import { type FactFilter, Refused } from '@cairn/client'
import { useState } from 'preact/hooks'
import { type Trouble, troubleOf, useLoad } from '../load.ts'
import { FreshnessNote } from '../parts/freshness-note.tsx'
import { EmptyNote, LoadingNote, PageHead, TroubleNote } from '../parts/notes.tsx'
import { go, linkTo, route } from '../route.ts'
import { client, namespace } from '../session.ts'
import { slugOf } from '../slug.ts'

/** The facts that hold, of all entities or of those whose name begins so; and a new one. */
export function FactsPage() {
  const prefix = route.value.query.get('prefix') ?? ''
  const { value, trouble, isLoading, again } = useLoad(
    (signal) => factsOf(prefix, signal),
    [prefix, namespace.value],
  )
  return (
    <>
      <PageHead title="Facts">
        What is true of an entity, since when, and what replaced it. Nothing is overwritten: a fact opens its
        history.
      </PageHead>
      <label class="field">
        <span>Entities that begin with</span>
        <input
          data-main-field
          type="search"
          value={prefix}
          onInput={(event) => go(linkTo(['facts'], { prefix: event.currentTarget.value }), { replace: true })}
          autocomplete="off"
          spellcheck={false}
        />
      </label>
      {trouble !== null && <TroubleNote trouble={trouble} again={again} />}
      {value === null && isLoading && <LoadingNote />}
      {value?.length === 0 && (
        <EmptyNote>
          <p>
            No fact {prefix === '' ? 'yet. State one below.' : `of an entity that begins with “${prefix}”.`}
          </p>
        </EmptyNote>
      )}
      {value !== null && value.length > 0 && (
        <ul class="facts">
          {value.map((fact) => {
            const [entity, key] = slugOf(fact.topic)
            return (
              <li key={fact.fact_id} class="card">
                <p class="about">
                  <a href={linkTo(['facts', entity, key])}>
                    {entity} / {key}
                  </a>
                  <code>{fact.fact_id}</code>
                </p>
                <p>{fact.epitome}</p>
                <FreshnessNote freshness={fact.freshness} />
              </li>
            )
          })}
        </ul>
      )}
      <NewFact onStated={again} />
    </>
  )
}

async function factsOf(prefix: string, signal: AbortSignal) {
  try {
    const filter: FactFilter = prefix === '' ? {} : { prefix }
    const { envelope } = await client.value.listFacts({ ...filter, limit: 100 }, { signal })
    return envelope.memories_used ?? []
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return []
    throw error
  }
}

function NewFact({ onStated }: { readonly onStated: () => void }) {
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const state = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const read = (name: string) => String(new FormData(form).get(name) ?? '').trim()
    try {
      const since = read('valid_from')
      await client.value.putFact({
        entity: read('entity'),
        key: read('key'),
        value: jsonOrText(read('value')),
        ...(since === '' ? {} : { valid_from: since }),
      })
      form.reset()
      setTrouble(null)
      onStated()
    } catch (error) {
      setTrouble(troubleOf(error))
    }
  }
  return (
    <form class="inline" onSubmit={(event) => void state(event as SubmitEvent)}>
      <h2>State a fact</h2>
      <div class="row">
        {(
          [
            ['entity', 'acme', true],
            ['key', 'signing_key', true],
            ['value', 'k-2026-11', true],
            ['valid_from', '2026-11', false],
          ] as const
        ).map(([name, example, isNeeded]) => (
          <label class="field" key={name}>
            <span>{name === 'valid_from' ? 'true since (optional)' : name}</span>
            <input
              name={name}
              placeholder={example}
              required={isNeeded}
              autocomplete="off"
              spellcheck={false}
            />
          </label>
        ))}
        <button type="submit">State it</button>
      </div>
      {trouble !== null && <TroubleNote trouble={trouble} />}
    </form>
  )
}

/** JSON where it parses, else the words themselves. */
function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
