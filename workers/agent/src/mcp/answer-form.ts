/** How an answer is written: one JSON message, or the same as an event of a stream that ends with it. */
export type AnswerForm = 'json' | 'event-stream'

/** The form a client accepts. Both are one message here, so that a client which takes either, or does not say, gets JSON. */
export function answerForm(accept: string | null): AnswerForm {
  const weight = (type: string) => weightOf(accept ?? '*/*', type)
  return weight('text/event-stream') > weight('application/json') ? 'event-stream' : 'json'
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

/** The last message of a stream of events; null where there is none. */
export function lastMessage(events: string): string | null {
  const data = events
    .split(/\r?\n\r?\n/)
    .map((event) => event.split(/\r?\n/).filter((line) => line.startsWith('data:')))
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => line.slice('data:'.length).trimStart()).join('\n'))
  return data.findLast((message) => message !== '') ?? null
}

/** A message as the one event of a stream. */
export function asEvent(message: string): string {
  return `event: message\ndata: ${message}\n\n`
}
