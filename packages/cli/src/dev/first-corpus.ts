import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Client } from '@cairn/client'
import { sendDocuments } from '../ingest/send-documents.ts'
import { packageDocuments } from './package-documents.ts'
import { progressLine } from './progress-line.ts'

export const FIRST_SOURCE = 'package-docs'

/**
 * Ingests the Markdown documentation of the installed packages once; `<folder>/first-corpus.json` says that it is
 * done. Cut off in the middle, it goes on at the next start: what is stored already costs only a comparison.
 */
export async function ingestFirstCorpus(client: Client, folder: string, nodeModules: string): Promise<void> {
  const mark = path.join(folder, 'first-corpus.json')
  if (existsSync(mark)) return
  const documents = [...packageDocuments(nodeModules)]
  await client.putSource({
    source: FIRST_SOURCE,
    manifest: {
      display_name: 'Documentation of the installed npm packages',
      kinds: ['documentation'],
      capabilities: { search: true, exact_get: true },
    },
  })
  console.log(`ingesting the documentation of the installed packages: ${documents.length} documents …`)
  const line = progressLine()
  const started = performance.now()
  const done = await sendDocuments(client, FIRST_SOURCE, documents, (now) =>
    line.show(
      `ingesting package documentation  ${now.documents}/${documents.length} documents, ${now.passages} passages`,
    ),
  )
  const seconds = (performance.now() - started) / 1000
  line.end(
    `ingested ${done.documents - done.refused.length} documents of package documentation, ${done.passages} passages, in ${seconds.toFixed(1)} s`,
  )
  for (const { id, problem } of done.refused)
    console.error(`  refused ${id}: ${problem?.code} ${problem?.detail}`)
  writeFileSync(
    mark,
    JSON.stringify({ source: FIRST_SOURCE, documents: done.documents, passages: done.passages }),
  )
}
