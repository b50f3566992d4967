import { once } from 'node:events'
import { statSync } from 'node:fs'
import path from 'node:path'
import type { Client } from '@cairn/client'
import { watch } from 'chokidar'
import { type FoundFile, filesBelow, nameBelow } from './find-files.ts'
import { documentsIn, type IngestFlags, type Reading } from './ingest.ts'
import { sendDocuments } from './send-documents.ts'

/** A file that is still being written is read when it has been quiet for so long. */
const QUIET_MS = 300

/**
 * Watches the paths, does what comes first, then ingests what changed since the watch began and deletes what was removed, one
 * change after the other, until Ctrl-C.
 */
export async function watchPaths(
  client: Client,
  { paths, flags, first }: Omit<Watched, 'roots'> & Begun,
): Promise<void> {
  const roots = paths.filter((given) => given !== '-')
  const watcher = watch(roots, { ignoreInitial: true, awaitWriteFinish: { stabilityThreshold: QUIET_MS } })
  await once(watcher, 'ready')
  const begun = first()
  let last: Promise<void> = begun.catch(() => undefined)
  const inTurn = (change: () => Promise<void>) => {
    last = last.then(change).catch((error: Error) => console.error(`cairn: ${error.message}`))
  }
  watcher.on('add', (file) => inTurn(() => changed(client, file, { roots, flags })))
  watcher.on('change', (file) => inTurn(() => changed(client, file, { roots, flags })))
  watcher.on('unlink', (file) => inTurn(() => removed(client, file, { roots, flags })))
  try {
    await begun
    const stopped = once(process, 'SIGINT')
    console.error('watching; Ctrl-C stops')
    await stopped
  } finally {
    await watcher.close()
    await last
  }
}

interface Begun {
  readonly paths: readonly string[]
  readonly first: () => Promise<void>
}

interface Watched {
  readonly roots: readonly string[]
  readonly flags: IngestFlags
}

async function changed(client: Client, file: string, { roots, flags }: Watched): Promise<void> {
  const found = foundAt(file, roots)
  if (found === null) return
  const reading: Reading = { files: [found], withInput: false, flags }
  const documents = documentsIn(reading, {
    onFile: () => undefined,
    onUnread: (name, why) => console.error(`  ${name} ${why}`),
  })
  await sendDocuments(client, flags.source, documents, (_, { id, status, problem }) =>
    console.error(`  ${status} ${id}${problem === undefined ? '' : `: ${problem.code} ${problem.detail}`}`),
  )
}

/** Removes the document and the parts that a large one was cut into. */
async function removed(client: Client, file: string, { roots, flags: { source } }: Watched): Promise<void> {
  const name = nameIn(file, roots)
  if (name === null) return
  for await (const page of client.listDocumentsPages({ source, limit: 100 }))
    for (const { id } of page.documents)
      if (id === name || id.startsWith(`${name}~`) || id.startsWith(`${name}#`)) {
        await client.deleteDocument({ source, document: id })
        console.error(`  deleted ${id}`)
      }
}

/** The file as an ingest of the paths would find it; null when ignore files leave it out. */
function foundAt(file: string, roots: readonly string[]): FoundFile | null {
  const name = nameIn(file, roots)
  const root = rootOf(file, roots)
  if (name === null || root === null) return null
  if (!statSync(root).isDirectory()) return { file, name }
  return filesBelow(root).find((found) => found.name === name) ?? null
}

function nameIn(file: string, roots: readonly string[]): string | null {
  const root = rootOf(file, roots)
  if (root === null) return null
  return path.resolve(root) === path.resolve(file) ? path.basename(file) : nameBelow(root, file)
}

function rootOf(file: string, roots: readonly string[]): string | null {
  return roots.find((root) => !path.relative(root, file).startsWith('..')) ?? null
}
