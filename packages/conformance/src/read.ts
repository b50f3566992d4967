import type { ContentItem, CostEstimate, Envelope, MemoryUsed, Next, Pointer } from '@cairn/contract/crc-v1'
import type { Exchange } from './exchange.ts'

/** A member of a JSON object, or undefined. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** The pointers of an answer that have an id; none where there are no pointers. */
export function pointersOf(exchange: Exchange): Pointer[] {
  return objects(member(exchange.json, 'pointers')).filter(hasId) as unknown as Pointer[]
}

/** The ids of the pointers of an answer. */
export function pointerIds(exchange: Exchange): string[] {
  return pointersOf(exchange).map(({ id }) => id)
}

/** The content items of an answer that have an id. */
export function contentOf(exchange: Exchange): ContentItem[] {
  return objects(member(exchange.json, 'content')).filter(hasId) as unknown as ContentItem[]
}

/** The texts of the content of an answer. */
export function textsOf(exchange: Exchange): string[] {
  return contentOf(exchange).map(({ text }) => text ?? '')
}

/** The cost estimate of an answer; every number NaN where it is absent. */
export function costOf(exchange: Exchange): CostEstimate {
  const cost = member(exchange.json, 'cost_estimate')
  const number = (name: string) =>
    typeof member(cost, name) === 'number' ? (member(cost, name) as number) : Number.NaN
  return { pointer: number('pointer'), summary: number('summary'), full: number('full') }
}

/** What an answer says comes next. */
export function nextOf(exchange: Exchange): Partial<Next> {
  return (member(exchange.json, 'next') ?? {}) as Partial<Next>
}

/** The envelope of an answer. */
export function envelopeOf(exchange: Exchange): Partial<Envelope> {
  return (member(exchange.json, 'envelope') ?? {}) as Partial<Envelope>
}

/** The facts that an answer names. */
export function memoriesOf(exchange: Exchange): MemoryUsed[] {
  return objects(member(member(exchange.json, 'envelope'), 'memories_used')) as unknown as MemoryUsed[]
}

/** The code of a problem document; empty where there is none. */
export function codeOf(exchange: Exchange): string {
  const code = member(exchange.json, 'code')
  return typeof code === 'string' ? code : ''
}

/** The lines of an NDJSON answer, or its one JSON value. */
export function linesOf(exchange: Exchange): Record<string, unknown>[] {
  const lines = exchange.text.split('\n').filter((line) => line.trim() !== '')
  return objects(lines.map(parsed))
}

/** The objects of a list; none where it is no list. */
export function objects(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : []
}

const hasId = (item: Record<string, unknown>) => typeof item.id === 'string'

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
