import { classOf, type Statement } from '../pages/fact.tsx'

const DAY = 86_400_000
const [WIDTH, ROW, LEFT, TOP] = [720, 26, 96, 28]

/** Milliseconds from a little before the first moment that is named to a little after the last, now included. */
export function spanOf(statements: readonly Statement[]): readonly [number, number] {
  const moments = statements
    .flatMap((one) => [startOf(one), endOf(one), recordedOf(one)])
    .filter((at) => at !== null)
  const [from, to] = [Math.min(...moments, Date.now()), Math.max(...moments, Date.now())]
  const margin = Math.max(DAY, (to - from) * 0.04)
  return [Math.round(from - margin), Math.round(to + margin)]
}

/**
 * Statements as bars over the time they are true, one a row in the order they were recorded: so both axes of time are seen at once.
 * The moment each was recorded is a dot in its row.
 */
export function FactTimeline({
  statements,
  at,
  heldId,
}: {
  readonly statements: readonly Statement[]
  readonly at: number
  readonly heldId: string | null
}) {
  const [from, to] = spanOf(statements)
  const rows = statements.toSorted((a, b) => (recordedOf(a) ?? 0) - (recordedOf(b) ?? 0))
  const x = (moment: number) => LEFT + ((moment - from) / (to - from)) * (WIDTH - LEFT)
  const height = TOP + rows.length * ROW + 8
  return (
    <figure class="timeline">
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="img"
        aria-label={`${rows.length} statements over time; the table below says the same`}
      >
        {ticks(from, to).map(({ moment, label }) => (
          <g key={moment}>
            <line x1={x(moment)} x2={x(moment)} y1={TOP - 6} y2={height} class="tick" />
            <text x={x(moment)} y={TOP - 12} text-anchor="middle">
              {label}
            </text>
          </g>
        ))}
        {rows.map((one, row) => {
          const [start, end] = [startOf(one) ?? recordedOf(one) ?? from, endsAt(one, rows) ?? to]
          const y = TOP + row * ROW
          return (
            <g key={one.fact_id} class={`statement ${classOf(one, heldId)}`}>
              <text x={LEFT - 8} y={y + 15} text-anchor="end">
                {short(one.value)}
              </text>
              <rect x={x(start)} y={y + 3} width={Math.max(2, x(end) - x(start))} height={ROW - 8} rx="3" />
              {recordedOf(one) !== null && <circle cx={x(recordedOf(one)!)} cy={y + ROW / 2 - 1} r="4" />}
            </g>
          )
        })}
        <line x1={x(at)} x2={x(at)} y1={TOP - 6} y2={height} class="now" />
      </svg>
      <figcaption>
        Across: when it was true. Down: in the order of recording; the dot is the moment of recording. The
        line is the slider.
      </figcaption>
    </figure>
  )
}

/** Where a statement stops to hold: its stated end, or the start of its successor. */
function endsAt(one: Statement, all: readonly Statement[]): number | null {
  const stated = endOf(one)
  const successor = all.find(({ fact_id }) => fact_id === one.freshness.superseded_by)
  const replaced = successor === undefined ? null : (startOf(successor) ?? recordedOf(successor))
  if (stated === null || replaced === null) return stated ?? replaced
  return Math.min(stated, replaced)
}

const startOf = (one: Statement) => momentOf(one.valid_from ?? one.observed_at)
const endOf = (one: Statement) => momentOf(one.valid_to)
const recordedOf = (one: Statement) => momentOf(one.recorded_at)

/** The start of a year, a month, a day or an instant. */
function momentOf(date: string | undefined): number | null {
  if (date === undefined) return null
  const moment = Date.parse(date)
  return Number.isNaN(moment) ? null : moment
}

/** A handful of round dates between two moments. */
function ticks(from: number, to: number): { moment: number; label: string }[] {
  const spans = [DAY, 7 * DAY, 30 * DAY, 91 * DAY, 365 * DAY, 5 * 365 * DAY, 25 * 365 * DAY, 100 * 365 * DAY]
  const step = spans.find((span) => (to - from) / span <= 6) ?? (to - from) / 5
  const first = Math.ceil(from / step) * step
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, n) => {
    const moment = first + n * step
    const iso = new Date(moment).toISOString()
    return { moment, label: step >= 365 * DAY ? iso.slice(0, 4) : iso.slice(0, 10) }
  })
}

function short(value: string): string {
  return value.length > 14 ? `${value.slice(0, 13)}…` : value
}
