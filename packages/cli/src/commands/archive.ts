import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { ArchiveLine, Client } from '@cairn/client'
import { Command } from 'commander'
import { progressLine } from '../dev/progress-line.ts'
import { EXIT } from '../exit.ts'
import { CannotGoOn } from '../terminal/cannot-go-on.ts'
import { connected } from './connected.ts'

/** `cairn export`: everything a namespace holds, in one file. */
export function exportCommand(): Command {
  const command = new Command('export')
    .description('Write everything a namespace holds: NDJSON, on the standard output or into a file')
    .argument('[file]', 'where to write; - or absent is the standard output')
    .addHelpText(
      'after',
      '\nExamples:\n  cairn export backup.ndjson\n  cairn export | gzip >backup.ndjson.gz\n',
    )
  return connected(command, (client, _, file) => writeArchive(client, file ?? '-'))
}

async function writeArchive(client: Client, file: string): Promise<void> {
  const out = file === '-' ? process.stdout : await writerOf(file)
  const line = progressLine(process.stderr)
  let last: ArchiveLine | null = null
  for await (const one of client.exportNamespace()) {
    if (!out.write(`${JSON.stringify(one)}\n`)) await once(out, 'drain')
    line.show(`${one.n} lines`)
    last = one
  }
  line.clear()
  if (out !== process.stdout) {
    out.end()
    await once(out, 'finish')
  }
  if (last?.type !== 'end')
    throw new CannotGoOn(
      'somebody wrote while it was read, so the archive is not whole: export again',
      EXIT.failed,
    )
  console.error(`${last.n} lines, whole`)
}

async function writerOf(file: string) {
  const out = createWriteStream(file)
  try {
    await once(out, 'open')
    return out
  } catch (error) {
    throw new CannotGoOn(`${file} cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** `cairn import`: an archive into an empty namespace. */
export function importCommand(): Command {
  const command = new Command('import')
    .description('Take an archive into an empty namespace; begun again, one that was cut off goes on')
    .argument('<file>', 'what `cairn export` wrote; - is the standard input')
    .addHelpText(
      'after',
      '\nExamples:\n  cairn import backup.ndjson --namespace restored\n  zcat backup.ndjson.gz | cairn import -\n',
    )
  return connected(command, (client, _, file) => readArchive(client, file!))
}

async function readArchive(client: Client, file: string): Promise<void> {
  const line = progressLine(process.stderr)
  let last = { line: 0, status: 'standing' }
  for await (const answer of client.importNamespace({ archive: linesOf(file) })) {
    if (answer.status === 'refused') {
      const { code = 'refused', detail = '' } = (answer.problem ?? {}) as { code?: string; detail?: string }
      throw new CannotGoOn(`line ${answer.line}: ${code}: ${detail}`, EXIT.failed)
    }
    last = answer
    line.show(`${answer.line} lines are in`)
  }
  line.clear()
  if (last.status !== 'finished')
    throw new CannotGoOn(
      `the archive ends after line ${last.line} and is not whole: give the whole file`,
      EXIT.failed,
    )
  console.error(`${last.line} lines are in: all of it`)
}

async function* linesOf(file: string): AsyncGenerator<ArchiveLine> {
  const input = file === '-' ? process.stdin : createReadStream(file)
  let n = 0
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    n += 1
    if (text.trim() === '') continue
    try {
      yield JSON.parse(text) as ArchiveLine
    } catch {
      throw new CannotGoOn(`line ${n} of ${file} is no JSON: is it what \`cairn export\` wrote?`, EXIT.failed)
    }
  }
}
