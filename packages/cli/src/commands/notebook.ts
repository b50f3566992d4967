import type { ResearchNotebookInput } from '@cairn/client'
import { Command, Option } from 'commander'
import { EXIT } from '../exit.ts'
import { printJson } from '../print/print.ts'
import { printable } from '../terminal/printable.ts'
import { type ConnectedFlags, connected, group } from './connected.ts'

/** `cairn notebook`: questions, claims, and the passages they stand on. */
export function notebookCommand(): Command {
  return group('notebook', {
    about: 'Keep research whose citations can be checked',
    verbs: [list(), make(), cite(), check(), exportIt()],
  })
}

function list(): Command {
  const command = new Command('list').description('The notebooks, oldest first')
  return connected(command, async (client, { json }) => {
    const notebooks = []
    for await (const page of client.listNotebooksPages({ limit: 100 })) notebooks.push(...page.notebooks)
    if (json) return printJson(notebooks)
    if (notebooks.length === 0) console.log('no notebooks')
    for (const { id, status, citation_ids, question } of notebooks)
      console.log(`${id}  ${status}  ${citation_ids.length} citations  ${printable(question)}`)
  })
}

function make(): Command {
  const command = new Command('new')
    .description('Open a notebook on a question')
    .argument('<question...>')
    .addHelpText('after', '\nExample:\n  cairn notebook new how often are keys rotated\n')
  return connected(command, async (client, { json }, ...words) => {
    const notebook = await client.createNotebook({ ...EMPTY, question: words.join(' ') })
    if (json) return printJson(notebook)
    console.log(notebook.id)
  })
}

const EMPTY = {
  conversation_id: 'cli',
  status: 'open',
  source_ids: [],
  passage_ids: [],
  citation_ids: [],
  assumptions: [],
  unresolved_questions: [],
} as const satisfies Partial<ResearchNotebookInput>

interface CiteFlags extends ConnectedFlags {
  readonly support: 'supports' | 'partially_supports' | 'contradicts' | 'unverified'
}

/** The passages are made of the pointers; then the claim, then its place in the notebook. */
function cite(): Command {
  const command = new Command('cite')
    .description('Add a claim that stands on what pointers name')
    .argument('<notebook>')
    .argument('<claim>', 'what is in quotation marks must occur in the passages')
    .argument('<pointer...>', 'ids as a search printed them, as in 12:3')
    .addOption(
      new Option('--support <support>', 'how the passages bear on it')
        .choices(['supports', 'partially_supports', 'contradicts', 'unverified'])
        .default('supports'),
    )
    .addHelpText('after', "\nExample:\n  cairn notebook cite n1 'Keys rotate “every 90 days”.' 12:3\n")
  return connected<CiteFlags>(command, async (client, { json, support }, id, claim, ...pointers) => {
    const notebook = await client.getNotebook({ id: id! })
    const passages = []
    for (const pointer of pointers) passages.push(await client.passageFromPointer({ pointer }))
    const passage_ids = passages.map((passage) => passage.id)
    const citation = await client.createCitation({ message_id: 'cli', claim: claim!, passage_ids, support })
    const all = <T>(before: readonly T[], more: readonly T[]) => [...new Set([...before, ...more])]
    await client.putNotebook({
      ...notebook,
      source_ids: all(
        notebook.source_ids,
        passages.map(({ source_id }) => source_id),
      ),
      passage_ids: all(notebook.passage_ids, passage_ids),
      citation_ids: all(notebook.citation_ids, [citation.id]),
    })
    const verdicts = await client.checkNotebook({ id: notebook.id })
    const reasons = verdicts.find(({ citation_id }) => citation_id === citation.id)?.reasons ?? []
    if (reasons.length > 0) process.exitCode = EXIT.failed
    if (json) return printJson(citation)
    const verdict = reasons.length === 0 ? 'holds' : `kept, but does not hold: ${reasons.join(', ')}`
    console.log(`${citation.id}  on ${passage_ids.join(', ')}  ${verdict}`)
  })
}

interface CheckFlags extends ConnectedFlags {
  readonly apply?: true
}

function check(): Command {
  const command = new Command('check')
    .description('Judge every citation: are its passages there, unchanged, and do they hold what is quoted?')
    .argument('<notebook>')
    .option('--apply', 'mark those that fail as unverified')
    .addHelpText('after', '\nExit status: 0 all stand, 1 one does not.\n')
  return connected<CheckFlags>(command, async (client, { json, apply }, id) => {
    const verdicts = await client.checkNotebook({ id: id!, ...(apply === undefined ? {} : { apply }) })
    if (json) printJson(verdicts)
    else
      for (const { citation_id, verdict, reasons } of verdicts)
        console.log([citation_id, verdict, reasons.join(', ')].join('  ').trimEnd())
    if (verdicts.some(({ reasons }) => reasons.length > 0)) process.exitCode = EXIT.failed
  })
}

function exportIt(): Command {
  const command = new Command('export')
    .description('The notebook as Markdown with footnotes; as JSON with --json')
    .argument('<notebook>')
    .addHelpText('after', '\nExample:\n  cairn notebook export n1 >keys.md\n')
  return connected(command, async (client, { json }, id) => {
    if (json) return printJson(await client.exportNotebook({ id: id!, format: 'json' }))
    console.log((await client.exportNotebook({ id: id!, format: 'markdown' })).trimEnd())
  })
}
