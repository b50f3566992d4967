/**
 * How well does Cairn rank? One recipe for every set, through HTTP, beside MiniSearch on the same documents and questions.
 * `pnpm --filter @cairn/bench run quality [set …]` prints nDCG@10 by set.
 */
import { ingest } from '@cairn/cli/ingest'
import { createClient } from '@cairn/client'
import { hasSharedData, type JudgedSet, readJudgedSet } from '@cairn/test-kit/shared-data'
import { type Speaker, startCairn } from '@cairn/test-kit/start-cairn'
import MiniSearch from 'minisearch'
import { ndcgAt10 } from './ndcg.ts'

const SETS = [
  'scifact',
  'vaswani',
  'xquad-en',
  'xquad-zh',
  'xquad-th',
  'xquad-ru',
  'xquad-ar',
  'xquad-hi',
  'jaquad',
]

const cairn = await startCairn()
try {
  const rows: Record<string, unknown>[] = []
  for (const name of process.argv.length > 2 ? process.argv.slice(2) : SETS) {
    if (!hasSharedData(`data/${name}`)) {
      console.log(`${name}: skipped, ../shared/data/${name} is not there`)
      continue
    }
    const row = await measure(name)
    console.log(JSON.stringify(row))
    rows.push(row)
  }
  console.table(rows)
} finally {
  await cairn.stop()
}

async function measure(name: string): Promise<Record<string, unknown>> {
  const set = readJudgedSet(name)
  const speaker = await cairn.as('bench')
  const started = performance.now()
  const documentOf = await store(speaker, name, set)
  const ingested = performance.now()
  const cairnScore = await mean(set, async (question) => await ask(speaker, name, question, documentOf))
  const asked = performance.now()
  const peer = miniSearch(set)
  return {
    set: name,
    documents: set.documents.length,
    questions: set.judgements.size,
    cairn: round(cairnScore),
    minisearch: round(await mean(set, async (question) => peer(question))),
    'documents/s': Math.round(set.documents.length / ((ingested - started) / 1000)),
    'questions/s': Math.round(set.judgements.size / ((asked - ingested) / 1000)),
  }
}

/** Ingests a set into a namespace of its own; answers with the document of each pointer. */
async function store(speaker: Speaker, name: string, set: JudgedSet): Promise<Map<string, string>> {
  const address = `?namespace=${name}`
  await speaker.json('PUT', `/v1/sources/${name}${address}`, { body: { display_name: name } })
  const documentOf = new Map<string, string>()
  const documents = set.documents.map(({ id, title, text }) => ({
    id,
    text,
    format: 'plain' as const,
    ...(title ? { title } : {}),
  }))
  const client = createClient({ baseUrl: cairn.url, token: speaker.token, namespace: name })
  await ingest(client, name, documents, (_, line) => {
    for (const pointer of line.pointers) documentOf.set(pointer, line.id!)
  })
  return documentOf
}

async function ask(
  speaker: Speaker,
  name: string,
  query: string,
  documentOf: Map<string, string>,
): Promise<string[]> {
  const { status, body } = await speaker.json('POST', `/v1/query/search?namespace=${name}`, {
    body: { query, limit: 30 },
  })
  if (status !== 200) throw new Error(`search answered ${status}: ${JSON.stringify(body)}`)
  return [...new Set((body.pointers as { id: string }[]).map(({ id }) => documentOf.get(id)!))]
}

function miniSearch(set: JudgedSet): (question: string) => string[] {
  const peer = new MiniSearch({
    fields: ['title', 'text'],
    idField: 'id',
    searchOptions: { boost: { title: 2 } },
  })
  peer.addAll(set.documents.map(({ id, title, text }) => ({ id, title: title ?? '', text })))
  return (question) =>
    peer
      .search(question)
      .slice(0, 10)
      .map(({ id }) => id as string)
}

async function mean(set: JudgedSet, rank: (question: string) => Promise<string[]>): Promise<number> {
  let sum = 0
  for (const { id, text } of set.queries) {
    const judged = set.judgements.get(id)
    if (judged !== undefined) sum += ndcgAt10(await rank(text), judged)
  }
  return sum / set.judgements.size
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
