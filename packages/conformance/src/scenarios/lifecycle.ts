import { SOURCE } from '../corpus.ts'
import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { linesOf, member, objects, pointerIds } from '../read.ts'
import type { OwnRequirement } from '../requirements.ts'
import type { Scenario } from '../scenario.ts'

/** One document written, replaced and deleted, looked for in every place after each. */
export const LIFECYCLE_SCENARIOS: readonly Scenario[] = [
  {
    id: 'lifecycle',
    title: 'Write, replace and delete a document: every answer shows it at once',
    callsMax: 18,
    judges: ['written-is-found', 'replaced-is-replaced', 'deleted-is-gone'],
    run: async (probe) => {
      const [first, second] = [`fresh1${probe.state.id}`, `fresh2${probe.state.id}`]
      const before = await expectShown(probe, first, 'written-is-found')
      const after = await expectShown(probe, second, 'replaced-is-replaced')
      await expectHidden(probe, first, before, 'replaced-is-replaced')
      await probe.need('deleteDocument', { path: freshOf(probe) })
      await expectHidden(probe, second, after, 'deleted-is-gone')
      await expectAbsent(probe)
    },
  },
]

/** Each run has a document of its own, so that two runs at once do not disturb each other. */
const freshOf = ({ state }: Probe) => ({ id: SOURCE, document: `fresh-${state.id}` })

/** Writes the document with a word of its own and expects it everywhere; answers with its pointers. */
async function expectShown(probe: Probe, word: string, requirement: OwnRequirement): Promise<string[]> {
  const text = `A note that only says ${word}.`
  const written = await probe.need('addDocuments', {
    path: { id: SOURCE },
    json: { id: freshOf(probe).document, text },
  })
  const pointers = (linesOf(written)[0]?.pointers ?? []) as string[]
  const found = await probe.need('search', { json: { query: word } })
  const isFound = pointers.length > 0 && pointers.every((pointer) => pointerIds(found).includes(pointer))
  probe.judge(
    requirement,
    [written, found],
    isFound ? null : `pointers [${pointers}] were written, [${pointerIds(found)}] found`,
  )
  const fetched = await probe.send('fetchContent', { json: { refs: pointers, hydrate: 'full' } })
  probe.judge(
    requirement,
    [written, fetched],
    fetched.text.includes(text) ? null : `fetching [${pointers}] does not give the text`,
  )
  const document = await probe.send('getDocument', { path: freshOf(probe) })
  probe.judge(
    requirement,
    [written, document],
    document.text.includes(text) ? null : 'the document is not read as written',
  )
  return pointers
}

/** Expects that nothing shows the word, and that its pointers are known as deleted. */
async function expectHidden(
  probe: Probe,
  word: string,
  pointers: readonly string[],
  requirement: OwnRequirement,
): Promise<void> {
  const found = await probe.need('search', { json: { query: word } })
  probe.judge(
    requirement,
    found,
    pointerIds(found).length === 0 ? null : `still found as [${pointerIds(found)}]`,
  )
  const legacy = await probe.need('search', { json: { query: word }, query: { contract: 'legacy' } })
  const results = objects(member(legacy.json, 'results')).length
  probe.judge(requirement, legacy, results === 0 ? null : `${results} legacy results are left`)
  const fetched = await probe.send('fetchContent', { json: { refs: pointers, hydrate: 'full' } })
  probe.judge(requirement, fetched, statusFinding(fetched, 410))
}

async function expectAbsent(probe: Probe): Promise<void> {
  const document = await probe.send('getDocument', { path: freshOf(probe) })
  probe.judge('deleted-is-gone', document, statusFinding(document, 410))
  const list = await probe.need('listDocuments', { path: { id: SOURCE }, query: { limit: '100' } })
  const isListed = objects(member(list.json, 'documents')).some(({ id }) => id === freshOf(probe).document)
  probe.judge('deleted-is-gone', list, isListed ? 'the document is still listed' : null)
}

function statusFinding({ status }: Exchange, expected: number): string | null {
  return status === expected ? null : `answered ${status}, expected ${expected}`
}
