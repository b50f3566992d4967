import type { D1Database, KVNamespace } from '@cloudflare/workers-types'
import { passagesBetween, type SyntheticPassage } from './corpus.ts'

/** An engine under test, inside its own isolate. */
export interface Subject {
  load(passages: Iterable<SyntheticPassage>): Promise<void> | void
  /** Called once everything is loaded. */
  ready?(): Promise<void> | void
  /** The hits of the first page, at most ten. */
  ask(words: readonly string[], isPhrase: boolean): Promise<number> | number
}

/** What a subject is told to do. */
export type Order =
  | { readonly load: readonly [from: number, to: number] }
  | { readonly ready: true }
  | { readonly ask: readonly (readonly string[])[]; readonly isPhrase: boolean; readonly rounds: number }

/** Hits a question brings back, from every engine. */
export const PAGE = 10

/** The Worker of a subject: obeys an order, and answers with the hits of all questions together. */
export function serveSubject(make: (env: Env) => Subject) {
  let subject: Subject | null = null
  return {
    async fetch(request: Request, env: Env): Promise<Response> {
      subject ??= make(env)
      return Response.json(await obey(subject, (await request.json()) as Order))
    },
  }
}

/** What the Worker of a subject may use. */
export interface Env {
  readonly DB: D1Database
  readonly SEGMENTS: KVNamespace
}

async function obey(subject: Subject, order: Order): Promise<number> {
  if ('load' in order) await subject.load(passagesBetween(...order.load))
  else if ('ready' in order) await subject.ready?.()
  else return await ask(subject, order)
  return 0
}

async function ask(subject: Subject, order: Extract<Order, { ask: unknown }>): Promise<number> {
  let hits = 0
  for (let round = 0; round < order.rounds; round++)
    for (const words of order.ask) hits += await subject.ask(words, order.isPhrase)
  return hits
}
