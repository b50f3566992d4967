import { Command, Option } from 'commander'
import { EXIT } from '../exit.ts'
import { readInput } from '../input/read-input.ts'
import { CannotGoOn } from '../terminal/cannot-go-on.ts'
import { paintFor } from '../terminal/paint.ts'
import { documentsIn } from '../validate/documents-in.ts'
import { FAMILIES, type Family } from '../validate/family.ts'
import { type JudgeOptions, judge, unjudged } from '../validate/judge.ts'
import { jsonReport } from '../validate/report-json.ts'
import { junitReport } from '../validate/report-junit.ts'
import { totalLine, verdictLines } from '../validate/report-lines.ts'
import { holdsSchema, type Yardstick, yardstickFrom } from '../validate/schema-choice.ts'
import type { DocumentVerdict } from '../validate/verdict.ts'

/** `cairn validate`: judges documents against the contract families, or against a schema that is brought. */
export function validateCommand(): Command {
  return new Command('validate')
    .description(
      'Judge documents against the contract: CRC-v1 answers, research documents, context routing shapes',
    )
    .argument('<file...>', 'JSON, a JSON list of documents, or NDJSON; - is the standard input')
    .option('--schema <file>', 'a JSON Schema that decides instead; a file of that kind may also stand first')
    .addOption(
      new Option('--family <family>', 'what the documents are; told from each when absent').choices(FAMILIES),
    )
    .option('--strict', 'a search must also find something')
    .option('--profile <profile>', 'whose rules decide: those of crc-v1, or those of cairn too', 'crc-v1')
    .addOption(new Option('--json', 'print the verdicts as JSON').conflicts('junit'))
    .option('--junit', 'print the verdicts as JUnit XML')
    .addHelpText('after', HELP)
    .action(validate)
}

const HELP = `
Examples:
  cairn validate answer.json
  curl -s "$URL/v1/query/search?query=keys" -H "$AUTH" | cairn validate -
  cairn validate --family context receipts.ndjson
  cairn validate my.schema.json documents/*.json

A document is ok when it obeys the schema (S0) and the prose of the contract (S1). What the Cairn profile asks besides is
printed as advice, and decides with --profile cairn.
Exit status: 0 all are valid, 1 one is not, 2 the command was not understood.
`

interface ValidateFlags {
  readonly schema?: string
  readonly family?: Family
  readonly strict?: true
  readonly profile: string
  readonly json?: true
  readonly junit?: true
}

async function validate(files: string[], flags: ValidateFlags): Promise<void> {
  if (flags.profile !== 'crc-v1' && flags.profile !== 'cairn')
    throw new CannotGoOn(`--profile is crc-v1 or cairn, not ${flags.profile}`)
  const { yardstick, names } = await sortOut(files, flags)
  const options = {
    ...yardstick,
    isStrict: flags.strict === true,
    isProfileDemanded: flags.profile === 'cairn',
  }
  const show = flags.json || flags.junit ? null : linePrinter()
  const verdicts: DocumentVerdict[] = []
  for (const name of names)
    for await (const verdict of verdictsOn(name, options)) {
      verdicts.push(verdict)
      show?.(verdict)
    }
  const valid = verdicts.filter(({ isValid }) => isValid).length
  if (flags.json) console.log(jsonReport(verdicts))
  else if (flags.junit) console.log(junitReport(verdicts))
  else console.log(totalLine(valid, verdicts.length))
  process.exitCode = valid === verdicts.length ? EXIT.fine : EXIT.failed
}

/** Which of the names is the schema, if one is, and which are documents. */
async function sortOut(
  files: string[],
  { schema, family }: ValidateFlags,
): Promise<{ yardstick: Yardstick; names: string[] }> {
  if (schema !== undefined && family !== undefined)
    throw new CannotGoOn('--schema and --family both say what the documents are: give one of them')
  if (files.filter((name) => name === '-').length > 1)
    throw new CannotGoOn('the standard input can be read once: give - once')
  if (schema !== undefined) return { yardstick: await yardstickFrom(schema), names: files }
  const [first, ...others] = files
  if (family !== undefined || first === '-' || !(await holdsSchema(first!)))
    return { yardstick: { isAboutLists: false, ...(family && { family }) }, names: files }
  if (others.length === 0)
    throw new CannotGoOn(`${first} is a JSON Schema: name the documents to judge by it after it`)
  return { yardstick: await yardstickFrom(first!), names: others }
}

async function* verdictsOn(name: string, options: JudgeOptions & Yardstick): AsyncGenerator<DocumentVerdict> {
  const shown = name === '-' ? '(standard input)' : name
  const input = await readInput(name)
  if ('why' in input) return yield unjudged(shown, input.why)
  for (const document of documentsIn({ name: shown, text: input.text, areListsSplit: !options.isAboutLists }))
    yield await judge(document, options)
}

function linePrinter(): (verdict: DocumentVerdict) => void {
  const paint = paintFor(process.stdout)
  return (verdict) => console.log(verdictLines(verdict, paint).join('\n'))
}
