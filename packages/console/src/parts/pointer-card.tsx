import type { ContentItem, Pointer } from '@cairn/contract/crc-v1'
import { linkTo } from '../route.ts'
import { slugOf } from '../slug.ts'
import { ageOf } from './freshness-note.tsx'
import { number } from './token-meter.tsx'

const HOUR_MS = 3_600_000

const REASONS: Readonly<Record<string, string>> = {
  Exact: 'named by the question',
  KeyFact: 'a stored fact',
  EntityMatch: 'a name in the question',
  TopicMatch: 'on the topic',
}

interface CardProps {
  readonly pointer: Pointer
  /** The text, when it is open. */
  readonly body: ContentItem | null
  /** It is among those that together hold every word found. */
  readonly isWorth: boolean
  readonly onTurn: () => void
}

/** One pointer: what it is about, what it is, and its text in place when asked for. */
export function PointerCard({ pointer, body, isWorth, onTurn }: CardProps) {
  const place = placeOf(pointer)
  const panel = `body-${pointer.id}`
  return (
    <li class={isWorth ? 'pointer worth' : 'pointer'}>
      <p class="about">
        <code>{pointer.id}</code>
        {place !== null && <a href={place.address}>{place.name}</a>}
        {pointer.reason != null && (
          <span class="tag" title={REASONS[pointer.reason]}>
            {pointer.reason}
          </span>
        )}
        {isWorth && <span class="tag worth">worth reading</span>}
        {pointer.created_at !== undefined && (
          <time dateTime={pointer.created_at} title={pointer.created_at}>
            {ageOf((Date.now() - Date.parse(pointer.created_at)) / HOUR_MS)}
          </time>
        )}
        {pointer.copies !== undefined && <span class="tag">{pointer.copies} copies</span>}
        {pointer.score != null && (
          <span class="score" title="a score is no probability">
            <span class="bar">
              <span style={{ width: `${Math.round(pointer.score * 100)}%` }} />
            </span>
            {pointer.score.toFixed(2)}
          </span>
        )}
      </p>
      <button type="button" class="turn" aria-expanded={body !== null} aria-controls={panel} onClick={onTurn}>
        {pointer.epitome ?? pointer.id}
        {pointer.complete && <span class="tag">the whole text</span>}
      </button>
      <div id={panel} hidden={body === null}>
        {body !== null && (
          <>
            <pre class="text">{body.text}</pre>
            <p class="hint">{number(body.token_count)} tokens</p>
          </>
        )}
      </div>
    </li>
  )
}

/** Where what a pointer names is shown: a fact on its time line, a passage lit up in its document; null where it is not told. */
function placeOf({
  id,
  document,
  reason,
}: Pointer): { readonly name: string; readonly address: string } | null {
  if (document === undefined) return null
  const [first, second] = slugOf(document)
  const name = `${first} / ${second}`
  if (reason === 'KeyFact') return { name, address: linkTo(['facts', first, second]) }
  return { name, address: linkTo(['library', first, second], { at: id }) }
}
