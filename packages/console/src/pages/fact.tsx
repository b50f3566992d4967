import { type FactReasons, Refused } from '@cairn/client'
import type { MemoryUsed } from '@cairn/contract/crc-v1'
import { useState } from 'preact/hooks'
import type { PageProps } from '../app.tsx'
import { useLoad } from '../load.ts'
import { FactTimeline, spanOf } from '../parts/fact-timeline.tsx'
import { FreshnessNote } from '../parts/freshness-note.tsx'
import { LoadingNote, PageHead, TroubleNote } from '../parts/notes.tsx'
import { Scroll } from '../parts/scroll.tsx'
import { linkTo } from '../route.ts'
import { client, namespace } from '../session.ts'

/** A statement with its value. */
export interface Statement extends MemoryUsed {
  readonly value: string
  /** What decides whether it holds; null past the first hundred. */
  readonly reasons: FactReasons | null
}

/** What was said of a slug, over the time it was true and the time it was recorded; the slider asks what held then. */
export function FactPage({ parts: [entity = '', key = ''] }: PageProps) {
  const { value, trouble, isLoading, again } = useLoad(
    (signal) => statementsOf({ entity, key, signal }),
    [entity, key, namespace.value],
  )
  return (
    <>
      <PageHead title={`${entity} / ${key}`}>
        <a href={linkTo(['facts'])}>Facts</a>
      </PageHead>
      {trouble !== null && <TroubleNote trouble={trouble} again={again} />}
      {value === null && isLoading && <LoadingNote />}
      {value !== null && value.length > 0 && <Why statements={value} />}
      {value !== null && value.length > 0 && <Told entity={entity} name={key} statements={value} />}
    </>
  )
}

async function statementsOf({
  entity,
  key,
  signal,
}: {
  entity: string
  key: string
  signal: AbortSignal
}): Promise<Statement[]> {
  const [answer, why] = await Promise.all([
    client.value.factHistory({ entity, key, limit: 100, hydrate: 'full' }, { signal }),
    client.value.factWhy({ entity, key, limit: 100 }, { signal }),
  ])
  const reasons = new Map(why.facts.map((one) => [one.fact_id, one]))
  const values = new Map(answer.content.map(({ id, text }) => [id, text]))
  return (answer.envelope.memories_used ?? []).map((one) => ({
    ...one,
    value: values.get(one.fact_id) ?? '',
    reasons: reasons.get(one.fact_id) ?? null,
  }))
}

function Told({
  entity,
  name,
  statements,
}: {
  readonly entity: string
  readonly name: string
  readonly statements: readonly Statement[]
}) {
  const [from, to] = spanOf(statements)
  const [at, setAt] = useState(Date.now())
  const moment = new Date(at).toISOString()
  const { value: held, trouble } = useLoad(
    (signal) => heldAt({ entity, key: name, as_of: moment, signal }),
    [entity, name, moment, namespace.value],
  )
  return (
    <>
      <section class="as-of" aria-label="As of">
        <label class="field">
          <span>As of {moment.slice(0, 10)}</span>
          <input
            type="range"
            min={from}
            max={to}
            step={Math.max(1, Math.round((to - from) / 400))}
            value={at}
            onInput={(event) => setAt(Number(event.currentTarget.value))}
            aria-valuetext={moment.slice(0, 10)}
          />
        </label>
        <p class="held" role="status">
          {trouble !== null ? trouble.detail : held === null ? 'nothing held' : held.value}
        </p>
      </section>
      <Scroll name="Statements over time">
        <FactTimeline statements={statements} at={at} heldId={held?.id ?? null} />
      </Scroll>
      <table>
        <caption>Everything that was said, the newest first</caption>
        <thead>
          <tr>
            <th scope="col">Value</th>
            <th scope="col">True</th>
            <th scope="col">Recorded</th>
            <th scope="col">Freshness</th>
          </tr>
        </thead>
        <tbody>
          {statements.map((one) => (
            <tr key={one.fact_id} class={classOf(one, held?.id ?? null)}>
              <th scope="row">
                {one.value} <code>{one.fact_id}</code>
                {one.retracted_at !== undefined && (
                  <span class="tag bad">
                    retracted {one.retracted_at.slice(0, 10)}
                    {one.retraction_reason !== undefined && `: ${one.retraction_reason}`}
                  </span>
                )}
              </th>
              <td>
                {one.valid_from ?? one.observed_at ?? '–'} {one.valid_to ? `to ${one.valid_to}` : ''}
              </td>
              <td>{one.recorded_at?.slice(0, 19).replace('T', ' ')}</td>
              <td>
                <FreshnessNote freshness={one.freshness} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

async function heldAt({
  signal,
  ...asked
}: {
  entity: string
  key: string
  as_of: string
  signal: AbortSignal
}) {
  try {
    const answer = await client.value.getFact({ ...asked, hydrate: 'full' }, { signal })
    const [item] = answer.content
    return item === undefined ? null : { id: item.id, value: item.text }
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return null
    throw error
  }
}

/** How a statement is drawn: it holds at the moment asked for, or it was wrong. */
export function classOf(one: Statement, heldId: string | null): string {
  if (one.retracted_at !== undefined) return 'retracted'
  return one.fact_id === heldId ? 'holds' : ''
}

/** Why the current fact is current, or why none is. */
function Why({ statements }: { readonly statements: readonly Statement[] }) {
  return (
    <details>
      <summary>Why this holds</summary>
      <ul>
        {statements
          .flatMap(({ reasons }) => reasons ?? [])
          .map(({ fact_id, standing, order, successor, retraction }) => (
            <li key={fact_id}>
              <code>{fact_id}</code>{' '}
              <span class={standing === 'current' ? 'tag good' : 'tag'}>{standing}</span> in effect since{' '}
              {order.effective_at.slice(0, 10)} ({order.effective_from}), recorded{' '}
              {order.recorded_at.slice(0, 10)}
              {successor !== null && `; ${successor.fact_id} comes after it, by ${successor.by}`}
              {retraction !== null &&
                `; retracted ${retraction.retracted_at.slice(0, 10)}${retraction.reason ? `: ${retraction.reason}` : ''}`}
            </li>
          ))}
      </ul>
    </details>
  )
}
