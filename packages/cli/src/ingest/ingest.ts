import { type Client, type DocumentInput, Refused } from '@cairn/client'
import type { ConnectedFlags } from '../commands/connected.ts'
import { progressLine } from '../dev/progress-line.ts'
import { EXIT } from '../exit.ts'
import { printJson } from '../print/print.ts'
import { printable } from '../terminal/printable.ts'
import { countIn, type Estimate, estimateLine } from './estimate.ts'
import { type FoundFile, findFiles, otherFiles } from './find-files.ts'
import { type ReadDocuments, readDocuments, readStandardInput } from './read-documents.ts'
import { sendDocuments } from './send-documents.ts'
import { untilStopped } from './until-stopped.ts'

/** What `cairn ingest` was asked for. */
export interface IngestFlags extends ConnectedFlags {
  readonly source: string
  readonly kind?: string
  readonly tag?: string[]
  readonly dryRun?: true
  readonly watch?: true
  readonly deleteMissing?: true
}

/** What an ingest did. */
export interface Ingested {
  readonly source: string
  created: number
  replaced: number
  unchanged: number
  deleted: number
  passages: number
  readonly refused: { readonly id: string | null; readonly code: string; readonly detail: string }[]
  readonly unread: { readonly file: string; readonly why: string }[]
}

/** Reads the paths and sends what they hold, then what changes below them if asked; sets the exit status. */
export async function ingest(client: Client, flags: IngestFlags, paths: readonly string[]): Promise<void> {
  if (flags.dryRun) return await dryRun(readingOf(flags, paths))
  const once = () => ingestOnce(client, flags, paths)
  if (!flags.watch) return await once()
  const { watchPaths } = await import('./watch-paths.ts')
  await watchPaths(client, { paths, flags, first: once })
}

async function ingestOnce(client: Client, flags: IngestFlags, paths: readonly string[]): Promise<void> {
  const reading = readingOf(flags, paths)
  const answered = new Set<string | null>()
  await untilStopped(
    async () => {
      await ensureSource(client, flags.source)
      const done = await sendAll(client, { reading, answered })
      if (flags.deleteMissing) await deleteMissing(client, { done, answered })
      report(done, flags)
    },
    () =>
      `\nstopped after ${answered.size} documents; what is stored stays, and the same command again goes on from there`,
  )
}

function readingOf(flags: IngestFlags, paths: readonly string[]): Reading {
  const named = paths.filter((given) => given !== '-')
  const files = findFiles(named)
  tellOthers(otherFiles(named))
  return { files, withInput: paths.includes('-'), flags }
}

/** What is read, and how each document is marked. */
export interface Reading {
  readonly files: readonly FoundFile[]
  readonly withInput: boolean
  readonly flags: IngestFlags
}

async function sendAll(
  client: Client,
  { reading, answered }: { readonly reading: Reading; readonly answered: Set<string | null> },
): Promise<Ingested> {
  const { flags, files } = reading
  const done: Ingested = {
    source: flags.source,
    created: 0,
    replaced: 0,
    unchanged: 0,
    deleted: 0,
    passages: 0,
    refused: [],
    unread: [],
  }
  const line = progressLine(process.stderr)
  let read = 0
  const documents = documentsIn(reading, {
    onFile: () => (read += 1),
    onUnread: (file, why) => done.unread.push({ file, why }),
  })
  await sendDocuments(client, flags.source, documents, (now, answer) => {
    answered.add(answer.id)
    if (answer.status === 'refused')
      done.refused.push({
        id: answer.id,
        code: answer.problem?.code ?? '',
        detail: answer.problem?.detail ?? '',
      })
    else done[answer.status] += 1
    done.passages = now.passages
    line.show(
      `${read}/${files.length} files read · ${now.documents} documents stored · ${now.passages} passages`,
    )
  })
  line.clear()
  return done
}

/** Every document of the files, marked; those that cannot be read are told. */
export async function* documentsIn(
  { files, withInput, flags }: Reading,
  told: { readonly onFile: () => void; readonly onUnread: (file: string, why: string) => void },
): AsyncGenerator<DocumentInput> {
  const marks = { ...(flags.kind && { kind: flags.kind }), ...(flags.tag && { tags: flags.tag }) }
  const emit = (name: string, read: ReadDocuments): readonly DocumentInput[] => {
    told.onFile()
    if ('documents' in read) return read.documents.map((document) => ({ ...document, ...marks }))
    told.onUnread(name, read.why)
    return []
  }
  if (withInput) yield* emit('(standard input)', await readStandardInput('stdin'))
  for (const file of files) yield* emit(file.file, await readDocuments(file))
}

async function dryRun(reading: Reading): Promise<void> {
  const estimate: Estimate = { documents: 0, passages: 0, tokens: 0 }
  const unread: { file: string; why: string }[] = []
  const line = progressLine(process.stderr)
  const onUnread = (file: string, why: string) => unread.push({ file, why })
  for await (const document of documentsIn(reading, { onFile: () => undefined, onUnread })) {
    await countIn(estimate, document)
    line.show(`${estimate.documents} documents, ${estimate.tokens} tokens`)
  }
  line.clear()
  if (reading.flags.json) printJson({ ...estimate, unread })
  else console.log(`nothing was sent: ${estimateLine(estimate)}`)
  tellUnread(unread)
  if (unread.length > 0) process.exitCode = EXIT.failed
}

/** The source is made where it is not there; one that is keeps its manifest. */
async function ensureSource(client: Client, source: string): Promise<void> {
  try {
    await client.getSource({ source })
  } catch (error) {
    if (!(error instanceof Refused) || (error.status !== 404 && error.status !== 410)) throw error
    await client.putSource({
      source,
      manifest: {
        display_name: source,
        kinds: ['document'],
        capabilities: { search: true, exact_get: true },
      },
    })
  }
}

/** Deletes what no answer named. Where a file could not be read nothing is: its documents are not missing. */
async function deleteMissing(
  client: Client,
  { done, answered }: { readonly done: Ingested; readonly answered: ReadonlySet<string | null> },
): Promise<void> {
  const { source } = done
  if (done.unread.length > 0)
    return console.error('  nothing was deleted, since some files could not be read')
  const missing: string[] = []
  for await (const page of client.listDocumentsPages({ source, limit: 100 }))
    missing.push(...page.documents.map(({ id }) => id).filter((id) => !answered.has(id)))
  for (const document of missing) await client.deleteDocument({ source, document })
  done.deleted = missing.length
}

function report(done: Ingested, { json }: IngestFlags): void {
  if (json) printJson(done)
  else console.log(ingestedLine(done))
  for (const { id, code, detail } of done.refused)
    console.error(`  refused ${printable(id ?? '?')}: ${code} ${printable(detail)}`)
  tellUnread(done.unread)
  if (done.refused.length + done.unread.length > 0) process.exitCode = EXIT.failed
}

/** What an ingest did, in a line. */
export function ingestedLine({
  source,
  created,
  replaced,
  unchanged,
  deleted,
  passages,
  refused,
  unread,
}: Ingested): string {
  const counts = { created, replaced, unchanged, deleted, refused: refused.length, unread: unread.length }
  const parts = Object.entries(counts)
    .filter(([name, count]) => count > 0 || name === 'created')
    .map(([name, count]) => `${count} ${name}`)
  return `${source}: ${parts.join(', ')}; ${passages} passages`
}

const OTHERS_NAMED = 5

/** Files of other kinds are no failure, and are told. */
function tellOthers(others: readonly string[]): void {
  if (others.length === 0) return
  const more = others.length > OTHERS_NAMED ? ' …' : ''
  const shown = others.slice(0, OTHERS_NAMED).map(printable).join(', ')
  console.error(`  left out, of no kind that can be read: ${shown}${more} (${others.length})`)
}

function tellUnread(unread: readonly { readonly file: string; readonly why: string }[]): void {
  for (const { file, why } of unread) console.error(`  ${printable(file)} ${why}`)
}
