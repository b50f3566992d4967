import { Command } from 'commander'
import { EXIT } from '../exit.ts'
import { readBytes } from '../input/read-input.ts'
import { CannotGoOn } from '../terminal/cannot-go-on.ts'
import { paintFor } from '../terminal/paint.ts'
import { printable } from '../terminal/printable.ts'
import { type Difference, firstDifference } from '../vendor/first-difference.ts'
import {
  PUBLISHED_NAMES,
  type PublishedSchema,
  publishedClaimed,
  publishedNamed,
} from '../vendor/published.ts'

/** `cairn vendor-check`: whether copies of the published schemas are the published bytes. */
export function vendorCheckCommand(): Command {
  return new Command('vendor-check')
    .description('Compare copies of the published schemas with the published bytes')
    .argument('<file...>', 'copies of schemas; - is the standard input')
    .option('--as <name>', `which schema they are, whatever their $id says: ${PUBLISHED_NAMES.join(', ')}`)
    .option('--json', 'print the outcomes as JSON')
    .addHelpText('after', HELP)
    .action(vendorCheck)
}

const HELP = `
Examples:
  cairn vendor-check contracts/*.schema.json
  curl -s "$URL/contracts/crc-v1.schema.json" | cairn vendor-check -

Exit status: 0 every byte is equal, 1 one differs or cannot be read, 2 the command was not understood.
`

/** What was found of one copy. */
interface Outcome {
  readonly file: string
  readonly schema: string | null
  readonly equal: boolean
  readonly why?: string
  readonly difference?: Difference
}

async function vendorCheck(files: string[], flags: { as?: string; json?: true }): Promise<void> {
  const named = flags.as === undefined ? undefined : publishedNamed(flags.as)
  if (flags.as !== undefined && named === undefined)
    throw new CannotGoOn(`no schema is published as ${flags.as}: there are ${PUBLISHED_NAMES.join(', ')}`)
  const outcomes: Outcome[] = []
  for (const file of files) outcomes.push(await compare(file, named))
  const equal = outcomes.filter((outcome) => outcome.equal).length
  if (flags.json) console.log(JSON.stringify({ equal, total: outcomes.length, files: outcomes }, null, 2))
  else console.log([...outcomes.flatMap(outcomeLines), `${equal}/${outcomes.length} equal`].join('\n'))
  process.exitCode = equal === outcomes.length ? EXIT.fine : EXIT.failed
}

async function compare(file: string, named: PublishedSchema | undefined): Promise<Outcome> {
  const read = await readBytes(file)
  if ('why' in read) return { file, schema: named?.name ?? null, equal: false, why: read.why }
  const published = named ?? publishedClaimed(read.bytes)
  if ('why' in published) return { file, schema: null, equal: false, why: published.why }
  const difference = firstDifference(published.bytes, read.bytes)
  return { file, schema: published.name, equal: difference === null, ...(difference && { difference }) }
}

function outcomeLines({ file, schema, equal, why, difference }: Outcome): string[] {
  const paint = paintFor(process.stdout)
  const head = `${equal ? paint.green('ok  ') : paint.red('FAIL')}  ${printable(file)}`
  if (why !== undefined) return [`${head}  ${printable(why)}`]
  if (difference === undefined) return [`${head}  ${paint.dim(`(${schema}, byte for byte)`)}`]
  const { offset, line, column, causes } = difference
  return [
    `${head}  differs from ${schema} from byte ${offset} on (line ${line}, column ${column})`,
    `      published  ${shown(difference.published)}`,
    `      this copy  ${shown(difference.copy)}`,
    ...causes.map((cause) => `      ${cause}`),
  ]
}

const shown = (excerpt: string): string => (excerpt === '' ? '(the file ends here)' : excerpt)
