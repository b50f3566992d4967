import type { CrcV1, MemoryUsed, Pointer } from '@cairn/contract/crc-v1'
import type { Paint } from '../terminal/paint.ts'
import { printable } from '../terminal/printable.ts'

/** A CRC-v1 answer as a person reads it: pointers or contents, what reading costs, and what to do next. */
export function pageLines(answer: CrcV1, paint: Paint): string[] {
  return [
    ...pointersOf(answer).flatMap((pointer, place) => pointerLines(pointer, { place, paint })),
    ...memoryLines(answer, paint),
    ...contentLines(answer, paint),
    ...unavailableLines(answer, paint),
    ...costLines(answer, paint),
    ...nextLines(answer, paint),
  ]
}

/** The pointers of an answer: none in those of facts and sessions. */
export function pointersOf(answer: CrcV1): readonly Pointer[] {
  return 'pointers' in answer ? (answer.pointers ?? []) : []
}

function pointerLines(
  pointer: Pointer,
  { place, paint }: { readonly place: number; readonly paint: Paint },
): string[] {
  const facts = [
    pointer.score == null ? '' : pointer.score.toFixed(3),
    pointer.reason ?? '',
    pointer.document == null ? '' : printable(decoded(pointer.document)),
  ].filter(Boolean)
  const head = `${String(place + 1).padStart(2)}. ${paint.green(printable(pointer.id))}  ${paint.dim(facts.join('  '))}`
  return pointer.epitome == null ? [head] : [head, `    ${oneLine(pointer.epitome)}`]
}

function memoryLines({ kind, envelope }: CrcV1, paint: Paint): string[] {
  if (kind !== 'fact') return []
  return (envelope?.memories_used ?? []).flatMap(({ fact_id, topic, epitome, ...dates }) => [
    `    ${paint.green(printable(fact_id ?? ''))}  ${printable(topic ?? '')}  ${paint.dim(datesIn(dates))}`,
    ...(epitome == null ? [] : [`    ${oneLine(epitome)}`]),
    ...(dates.retracted_at == null ? [] : [`    ${paint.red(retractionIn(dates))}`]),
  ])
}

/** When a fact was said to be wrong, and why where that was said. */
function retractionIn({ retracted_at, retraction_reason }: Partial<MemoryUsed>): string {
  const reason = retraction_reason === undefined ? '' : `: ${oneLine(retraction_reason)}`
  return `retracted ${printable(retracted_at ?? '').slice(0, 19)}${reason}`
}

/** Since and until when a fact is true, and when it was recorded. */
function datesIn({ valid_from, valid_to, recorded_at }: Partial<MemoryUsed>): string {
  const truth =
    valid_from === undefined && valid_to === undefined ? '' : `${valid_from ?? '…'} to ${valid_to ?? '…'}, `
  return `${truth}recorded ${recorded_at?.slice(0, 19) ?? '?'}`
}

function contentLines({ content }: CrcV1, paint: Paint): string[] {
  return (content ?? []).flatMap(({ id, text, token_count, tier }) => [
    paint.dim(`── ${printable(id)} · ${token_count} tokens${tier === undefined ? '' : ` · ${tier}`}`),
    ...text.split('\n').map(printable),
  ])
}

function unavailableLines({ envelope }: CrcV1, paint: Paint): string[] {
  const unavailable = envelope?.unavailable ?? []
  return unavailable.map(({ id, code }) => paint.red(`    ${printable(id)}  ${code}`))
}

function costLines({ cost_estimate: cost }: CrcV1, paint: Paint): string[] {
  if (cost === undefined) return []
  return [
    paint.dim(
      `    to read: ${cost.pointer} tokens the page · ${cost.summary} the summaries · ${cost.full} all bodies`,
    ),
  ]
}

function nextLines({ next, agent_decision: decision }: CrcV1, paint: Paint): string[] {
  const read = decision?.read_pointers?.map(({ id }) => id) ?? []
  return [
    ...(read.length === 0 ? [] : [`    worth reading: cairn fetch ${read.map(printable).join(' ')}`]),
    ...(next?.cursor == null ? [] : [paint.dim(`    more: --cursor ${printable(next.cursor)}`)]),
    ...(next?.resolution_pointer == null
      ? []
      : [`    what may help: cairn bootstrap ${printable(next.resolution_pointer)}`]),
  ]
}

function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

function oneLine(text: string): string {
  return printable(text.replace(/\s+/g, ' ').trim())
}
