/**
 * What does a search of a sealed index read, hold and take? Synthetic passages are sealed into files, as writers leave them and as one segment,
 * and a process with a heap of 64 MB and 48 MB of chunks searches them: keys read cold and warm, the most memory in use with all buffers, and
 * time on the processor. `pnpm --filter @cairn/bench run pieces [passages …]`: 10,000 and 100,000 unless told otherwise, in full also 1000000.
 */
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { type Cut, sealedCorpus, sealedFolder } from './sealed/sealed-corpus.ts'

const asked = process.argv.slice(2).map(Number)
for (const passages of asked.length > 0 ? asked : [10_000, 100_000])
  for (const cut of ['grown', 'one'] as const) console.log(await searched(passages, cut))

/** What the process prints that searches so many passages. */
async function searched(passages: number, cut: Cut): Promise<string> {
  const segments = await sealedCorpus(passages, cut)
  const bytes = segments.reduce((sum, { length }) => sum + length, 0)
  const sizes = segments.map((segment) => segment.passages.toLocaleString('en')).join(' + ')
  const script = path.join(import.meta.dirname, 'pieces/searched.ts')
  const flags = ['--max-old-space-size=64', '--disable-warning=ExperimentalWarning']
  const seqs = segments.map(({ seq }) => String(seq))
  const table = execFileSync(process.execPath, [...flags, script, sealedFolder(passages, cut), ...seqs], {
    encoding: 'utf8',
  })
  return `${sizes} passages sealed, ${(bytes / 1e6).toFixed(0)} MB\n\n${table}`
}
