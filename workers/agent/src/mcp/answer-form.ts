/** How answers may be written for a client: one JSON message, or events of a stream that ends with it. */
export interface AcceptedForms {
  /** The one the client likes better; JSON where it takes either, or does not say. */
  readonly first: 'json' | 'event-stream'
  /** Whether it reads events at all. */
  readonly events: boolean
}

/** The forms that an Accept header names. */
export function acceptedForms(accept: string | null): AcceptedForms {
  const [json, events] = ['application/json', 'text/event-stream'].map((type) =>
    weightOf(accept ?? '*/*', type),
  )
  return { first: events! > json! ? 'event-stream' : 'json', events: events! > 0 }
}

/** The weight of the most specific range of an Accept header that a type falls in; 0 where none does. */
function weightOf(accept: string, type: string): number {
  const ranges = accept.split(',').map(rangeOf)
  const [sort] = type.split('/')
  for (const wanted of [type, `${sort}/*`, '*/*']) {
    const range = ranges.find(({ name }) => name === wanted)
    if (range !== undefined) return range.weight
  }
  return 0
}

function rangeOf(text: string): { readonly name: string; readonly weight: number } {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const stated = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  const weight = stated === undefined ? 1 : Number(stated)
  return { name, weight: Number.isNaN(weight) ? 1 : weight }
}

/** The messages that a stream of events carries, in order. */
export function messagesIn(events: string): string[] {
  return events
    .split(/\r?\n\r?\n/)
    .map((event) => event.split(/\r?\n/).filter((line) => line.startsWith('data:')))
    .map((lines) => lines.map((line) => line.slice('data:'.length).trimStart()).join('\n'))
    .filter((message) => message !== '')
}

/** A message as an event of a stream. */
export function asEvent(message: string): string {
  return `event: message\ndata: ${message}\n\n`
}
