/**
 * How often does a search ask its stores? The built Workers, that of searching with its bindings counted, answer every kind of question over a
 * small and a larger namespace: by a fresh isolate, by the same again, and after a write. `pnpm --filter @cairn/bench run trips [passages]`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeIdentity } from '@cairn/cli/local/identity'
import { type Speaker, startCairn } from '@cairn/test-kit/start-cairn'
import { fillNamespace, NAMED_AT_ONCE } from './filled-namespace.ts'
import { KINDS, type Kind, questionsOf } from './speed/corpus.ts'
import { printTable } from './table.ts'
import { countedWorkers } from './trips/counted-workers.ts'

const SMALL = 200
const large = Number(process.argv[2] ?? 20_000)
const folder = mkdtempSync(path.join(tmpdir(), 'cairn-trips-'))
const identity = await makeIdentity()
const workers = await countedWorkers()

try {
  await inIsolate(async (speaker) => {
    await fillNamespace(speaker, 'small', SMALL)
    await fillNamespace(speaker, 'large', large)
  })
  const rows = []
  for (const [namespace, passages] of [
    ['small', SMALL],
    ['large', large],
  ] as const)
    for (const kind of KINDS) rows.push([String(passages), kind, ...(await countsOf(namespace, kind))])
  console.log('D1 trips + KV keys a search of one page\n')
  printTable(['passages', 'question', 'cold', 'warm', 'warm, another question', 'bounded', 'summaries'], rows)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** What each search of a fresh isolate asked for, in turn. */
async function countsOf(namespace: string, kind: Kind): Promise<string[]> {
  return await inIsolate(async (speaker) => {
    const ask = (question: number, also = '') =>
      counted(speaker, `namespace=${namespace}${also}`, [kind, question])
    return [
      await ask(0),
      await ask(0),
      await ask(1),
      await ask(1, '&consistency=bounded'),
      await ask(1, '&hydrate=summary'),
    ]
  })
}

async function counted(speaker: Speaker, parameters: string, [kind, question]: readonly [Kind, number]) {
  const words = questionsOf(kind)[question]!.join(' ')
  const query = kind === 'phrase' ? `"${words}"` : words
  const { status, headers, body } = await speaker.json('POST', `/v1/query/search?${parameters}`, {
    body: { query },
  })
  if (status !== 200) throw new Error(`search answered ${status}: ${JSON.stringify(body)}`)
  return `${headers.get('bench-trips')} + ${headers.get('bench-keys')}`
}

/** Runs with Workers that have just been started on what is stored. */
async function inIsolate<T>(run: (speaker: Speaker) => Promise<T>): Promise<T> {
  const cairn = await startCairn({ persistTo: folder, identity, workers, variables: NAMED_AT_ONCE })
  try {
    return await run(await cairn.as('bench'))
  } finally {
    await cairn.stop()
  }
}
