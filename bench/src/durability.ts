/**
 * What is left of 10,000 documents when the machine loses power half way? `cairn dev` as a process of its own is killed while they come in,
 * started again on the same folder, and asked for each of them; then the ingest goes on. Prints one JSON line of what was acknowledged and
 * found, how fast it went, and what it weighs. `pnpm --filter @cairn/bench run durability [documents]`.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type DevProcess, startDevProcess } from '@cairn/test-kit/dev-process'
import { presenceOf } from '@cairn/test-kit/document-survey'
import { type Acknowledged, ingestLines, type SentDocument } from '@cairn/test-kit/interrupted-ingest'
import { hasSharedData, readJudgedSet } from '@cairn/test-kit/shared-data'

const SETS = ['vaswani', 'scifact', 'longmemeval-mini']
const SOURCE = 'documents'
const SURVEYED_AT_ONCE = 8
const SAMPLED_ONE_IN = 10
const WEIGHT = `SELECT (SELECT count(*) FROM passage WHERE dead_at IS NULL) AS passages,
  sum(CASE WHEN s.dead_at IS NULL THEN length(c.bytes) ELSE 0 END) AS live,
  sum(CASE WHEN s.dead_at IS NULL THEN 0 ELSE length(c.bytes) END) AS dead
  FROM segment_chunk c JOIN segment s ON s.ns = c.ns AND s.seq = c.seq`

const asked = Number(process.argv[2] ?? 10_000)
const missing = SETS.filter((name) => !hasSharedData(`data/${name}`))
if (missing.length > 0) console.log(`skipped: ../shared/data/${missing[0]} is not there`)
else await measure(withoutRepeats(asked))

/** Real documents, each text once, each with a word that no other has. */
function withoutRepeats(count: number): SentDocument[] {
  const texts = new Set(SETS.flatMap((name) => readJudgedSet(name).documents.map(({ text }) => text.trim())))
  texts.delete('')
  return [...texts].slice(0, count).map((text, n) => ({ id: `d${n}`, text: `${text}\n\n${wordOf(`d${n}`)}` }))
}

function wordOf(id: string): string {
  return `durable${id}word`
}

async function measure(documents: readonly SentDocument[]): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'cairn-durability-'))
  let cairn = await startDevProcess(folder)
  try {
    await putSource(cairn)
    const half = Math.floor(documents.length / 2)
    const started = performance.now()
    const first = await ingestLines({ ...cairn, source: SOURCE }, documents, {
      until: half,
      interrupt: () => cairn.kill(),
    })
    const seconds = (performance.now() - started) / 1000
    const back = performance.now()
    cairn = await startDevProcess(folder)
    const restartSeconds = (performance.now() - back) / 1000
    const after = await survey(cairn, documents)
    const second = await ingestLines({ ...cairn, source: SOURCE }, documents)
    const sampled = documents.filter((_, n) => n % SAMPLED_ONE_IN === 0)
    const atTheEnd = await survey(cairn, sampled)
    await cairn.kill()
    const figures = {
      documents: documents.length,
      'documents/s until killed': Math.round(first.length / seconds),
      acknowledged: count(first),
      'restart, s': Math.round(restartSeconds * 10) / 10,
      'acknowledged and whole': first.filter(({ id }) => after.get(id) === 'whole').length,
      'not acknowledged and whole':
        wholeOf(after) - first.filter(({ id }) => after.get(id) === 'whole').length,
      torn: [...after].filter(([, presence]) => presence.startsWith('torn')),
      'sent again': count(second),
      'whole at the end': `${wholeOf(atTheEnd)} of ${sampled.length} looked at`,
      ...weigh(folder),
    }
    console.log(JSON.stringify(figures, null, 2))
  } finally {
    await cairn.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function putSource({ url, token }: DevProcess): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  await fetch(`${url}/v1/sources/${SOURCE}`, { method: 'PUT', headers, body: '{}' })
}

async function survey(cairn: DevProcess, documents: readonly SentDocument[]): Promise<Map<string, string>> {
  const presences = new Map<string, string>()
  for (let at = 0; at < documents.length; at += SURVEYED_AT_ONCE)
    await Promise.all(
      documents.slice(at, at + SURVEYED_AT_ONCE).map(async (document) => {
        const presence = await presenceOf({ ...cairn, source: SOURCE }, document, wordOf(document.id))
        presences.set(document.id, presence)
      }),
    )
  return presences
}

function wholeOf(presences: ReadonlyMap<string, string>): number {
  return [...presences.values()].filter((presence) => presence === 'whole').length
}

/** How many lines had each status. */
function count(lines: readonly Acknowledged[]): Record<string, number> {
  const counts: Record<string, number> = { lines: lines.length }
  for (const { status } of lines) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Bytes on disk and in segments, by passage. The database is read as the killed process left it. */
function weigh(folder: string): Record<string, number> {
  const state = path.join(folder, 'state')
  const files = filesBelow(state)
  const bytesOf = (part: string) =>
    files
      .filter((file) => path.relative(state, file).split(path.sep).includes(part))
      .reduce((sum, file) => sum + statSync(file).size, 0)
  const rows = files.filter((file) => file.endsWith('.sqlite')).map(passagesAndSegments)
  const { passages, live, dead } = rows.find((row) => row !== null)!
  return {
    passages,
    'D1 bytes a passage': Math.round(bytesOf('d1') / passages),
    'live segment bytes a passage': Math.round(live / passages),
    'superseded segment bytes a passage': Math.round(dead / passages),
    'KV bytes': bytesOf('kv'),
  }
}

function passagesAndSegments(file: string): { passages: number; live: number; dead: number } | null {
  const database = new DatabaseSync(file)
  try {
    const isOurs = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'segment_chunk'").get()
    if (isOurs === undefined) return null
    return database.prepare(WEIGHT).get() as { passages: number; live: number; dead: number }
  } finally {
    database.close()
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}
