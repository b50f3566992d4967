import { countTokens } from '@cairn/text/tokens'
import type { Answered, Filled } from '../quality/cairn.ts'

/** What an agent has in its context after it asked and read: what that cost, and the units of which it holds a text. */
export interface Context {
  readonly tokens: number
  readonly units: ReadonlySet<string>
}

/** A way to read what answers a question; `evidence` is known to a perfect reader alone. */
export type WayToRead = (filled: Filled, query: string, evidence: ReadonlySet<string>) => Promise<Context>

/** The ways compared, by name, the plainest first. */
export const WAYS: Readonly<Record<string, WayToRead>> = {
  'whole documents, best 3': async (filled, query) => {
    const page = await filled.search({ query, limit: 10 })
    const documents = [...new Set(idsOf(page).map((id) => filled.documentOf.get(id)!))].slice(0, 3)
    const ids = [...filled.unitOf.keys()].filter((id) => documents.includes(filled.documentOf.get(id)!))
    return contextOf(filled, await Promise.all(inHundreds(ids).map((refs) => filled.read(refs))))
  },
  'bodies, best 10': (filled, query) => bodies(filled, query, 10),
  'bodies, best 3': (filled, query) => bodies(filled, query, 3),
  'a page of 10 pointers': async (filled, query) =>
    contextOf(filled, [await filled.search({ query, limit: 10 })]),
  'the page, read_pointers read': async (filled, query) => {
    const page = await filled.search({ query, limit: 10 })
    const refs = page.agent_decision.read_pointers.map(({ id }: { id: string }) => id)
    return contextOf(filled, [page, ...(await readAll(filled, refs))])
  },
  'the page, a perfect reader': async (filled, query, evidence) => {
    const page = await filled.search({ query, limit: 10 })
    const refs = new Map<string, string>()
    for (const { id, complete } of page.pointers as { id: string; complete?: boolean }[]) {
      const unit = filled.unitOf.get(id)!
      if (evidence.has(unit) && (complete === true || !refs.has(unit)))
        refs.set(unit, complete === true ? '' : id)
    }
    return contextOf(filled, [
      page,
      ...(await readAll(
        filled,
        [...refs.values()].filter((id) => id !== ''),
      )),
    ])
  },
  'packed into 512': (filled, query) => packed(filled, query, 512),
  'packed into 1,024': (filled, query) => packed(filled, query, 1024),
  'packed into 2,048': (filled, query) => packed(filled, query, 2048),
}

async function bodies(filled: Filled, query: string, limit: number): Promise<Context> {
  return contextOf(filled, [await filled.search({ query, limit, hydrate: 'full' })])
}

async function packed(filled: Filled, query: string, budget: number): Promise<Context> {
  return contextOf(filled, [await filled.search({ query, limit: 30, token_budget: budget, hydrate: 'full' })])
}

async function readAll(filled: Filled, refs: readonly string[]): Promise<Answered[]> {
  return refs.length === 0 ? [] : [await filled.read(refs)]
}

/** Everything that was answered is paid for; a unit is held by a body, or by an epitome that is all of it. */
function contextOf(filled: Filled, answers: readonly Answered[]): Context {
  const ids = answers.flatMap(({ pointers, content = [] }) => [
    ...content.filter((item: Answered) => item.tier === undefined).map((item: Answered) => item.id),
    ...pointers
      .filter((pointer: Answered) => pointer.complete === true)
      .map((pointer: Answered) => pointer.id),
  ])
  return {
    tokens: answers.reduce((sum, answer) => sum + countTokens(JSON.stringify(answer)), 0),
    units: new Set(ids.map((id) => filled.unitOf.get(id)!)),
  }
}

function idsOf({ pointers }: Answered): string[] {
  return pointers.map(({ id }: { id: string }) => id)
}

function inHundreds(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / 100) }, (_, i) => ids.slice(100 * i, 100 * i + 100))
}
