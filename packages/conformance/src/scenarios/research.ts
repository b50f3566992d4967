import { SOURCE } from '../corpus.ts'
import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { linesOf, member, pointersOf } from '../read.ts'
import type { Scenario } from '../scenario.ts'

/** A hit that is cited, checked, and changed under the citation. */
export const RESEARCH_SCENARIOS: readonly Scenario[] = [
  {
    id: 'research',
    title: 'Cite a hit truly and falsely, check both, and change the document they stand on',
    callsMax: 9,
    judges: ['citations-are-checked', 'source-change-shows'],
    since: { contract: '1.2.0', of: ['library'] },
    run: async (probe) => {
      const pointer = await write(probe, 'The mast is forty cubits tall.')
      const passage = await probe.need('passageFromPointer', { json: { pointer } })
      const honest = await cite(probe, passage, 'It says “forty cubits”.')
      const fabricated = await cite(probe, passage, 'It says “fifty cubits”.')
      const notebook = await probe.need('createNotebook', { json: notebookOf([honest, fabricated]) })
      const path = { id: String(member(notebook.json, 'id')) }
      const checked = await probe.need('checkNotebook', { path })
      const expected = `${honest} holds, ${fabricated} fails quote_missing`
      probe.judge('citations-are-checked', checked, differing(verdictsOf(checked), expected))
      await write(probe, 'The mast was felled.')
      const changed = await probe.need('checkNotebook', { path })
      const isTold = !verdictsOf(changed)
        .split(', ')
        .some((verdict) => !verdict.includes('source_changed'))
      probe.judge(
        'source-change-shows',
        changed,
        isTold ? null : `after the document was replaced the check says ${verdictsOf(changed)}`,
      )
    },
  },
  {
    id: 'citation-verdicts',
    title: 'Cite a hit truly, replace the claim by one that quotes what is not there, and read it',
    callsMax: 5,
    judges: ['citation-write-is-judged'],
    since: { contract: '1.3.0', of: ['library'] },
    run: async (probe) => {
      const pointer = await write(probe, 'The keel is ten cubits wide.')
      const passage = await probe.need('passageFromPointer', { json: { pointer } })
      const json = citationOf(probe, passage, 'It says “ten cubits”.')
      const stored = await probe.need('createCitation', { json })
      const id = String(member(stored.json, 'id'))
      const claim = 'It says “nine cubits”.'
      const replaced = await probe.need('putCitation', { path: { id }, json: { ...json, claim } })
      const read = await probe.need('getCitation', { path: { id } })
      const told = [stored, replaced, read].map(({ headers }) => headers.get('citation-verdict'))
      const fails = 'fails; reasons="quote_missing"'
      const why = differing(told.join(', '), ['holds', fails, fails].join(', '))
      probe.judge('citation-write-is-judged', [stored, replaced, read], why)
    },
  },
  {
    id: 'fact-cited',
    title: 'Find a fact, cite it by its pointer, and state another in its place',
    callsMax: 6,
    judges: ['fact-change-shows'],
    since: { contract: '1.3.0', of: ['library', 'facts', 'search'] },
    run: async (probe) => {
      const path = { entity: `capstan ${probe.state.id}`, key: 'bars' }
      await probe.need('putFact', { path, json: { value: 'twelve bars', valid_from: '2020' } })
      const found = await probe.need('search', { json: { query: `${path.entity} bars` } })
      const pointer = pointersOf(found).find(({ reason }) => reason === 'KeyFact')?.id ?? 'none'
      const passage = await probe.need('passageFromPointer', { json: { pointer } })
      const json = citationOf(probe, passage, 'It has “twelve bars”.')
      const stored = await probe.need('createCitation', { json })
      await probe.need('putFact', { path, json: { value: 'ten bars', valid_from: '2021' } })
      const read = await probe.need('getCitation', { path: { id: String(member(stored.json, 'id')) } })
      const told = [stored, read].map(({ headers }) => headers.get('citation-verdict'))
      const why = differing(told.join(', '), 'holds, fails; reasons="source_changed"')
      probe.judge('fact-change-shows', [passage, stored, read], why)
    },
  },
]

async function write(probe: Probe, text: string): Promise<string> {
  const json = { id: `cited-${probe.state.id}`, text }
  const written = await probe.need('addDocuments', { path: { id: SOURCE }, json })
  return String((linesOf(written)[0]?.pointers as unknown[] | undefined)?.[0])
}

async function cite(probe: Probe, passage: Exchange, claim: string): Promise<string> {
  const json = citationOf(probe, passage, claim)
  return String(member((await probe.need('createCitation', { json })).json, 'id'))
}

function citationOf(probe: Probe, passage: Exchange, claim: string): object {
  const passage_ids = [member(passage.json, 'id')]
  return { message_id: probe.state.id, claim, passage_ids, support: 'supports' }
}

function notebookOf(citation_ids: readonly string[]): object {
  const lists = { source_ids: [], passage_ids: [], citation_ids, assumptions: [], unresolved_questions: [] }
  return { conversation_id: 'conformance', question: 'How tall is the mast?', status: 'open', ...lists }
}

/** The verdicts of a check in a line. */
function verdictsOf({ json }: Exchange): string {
  const verdicts = Array.isArray(json) ? json : []
  return verdicts
    .map((one) => [member(one, 'citation_id'), member(one, 'verdict'), ...reasonsOf(one)].join(' '))
    .join(', ')
}

function reasonsOf(verdict: unknown): unknown[] {
  const reasons = member(verdict, 'reasons')
  return Array.isArray(reasons) ? reasons : []
}

function differing(found: string, expected: string): string | null {
  return found === expected ? null : `found ${found}, expected ${expected}`
}
