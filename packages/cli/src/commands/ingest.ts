import path from 'node:path'
import { Command } from 'commander'
import type { IngestFlags } from '../ingest/ingest.ts'
import { connected } from './connected.ts'

/** `cairn ingest`: files and folders become documents of a source. */
export function ingestCommand(): Command {
  const command = new Command('ingest')
    .description(
      'Make documents of files and folders: text, Markdown, HTML, code, PDF, DOCX, chat exports, NDJSON',
    )
    .argument('<path...>', 'files or folders; - is the standard input')
    .option('-s, --source <id>', 'the source they belong to; named after the first path when absent')
    .option('--kind <kind>', 'a kind that all of them have, as in handbook')
    .option('--tag <tag...>', 'tags that all of them have')
    .option('--dry-run', 'send nothing: say what would be ingested, its tokens and its cost')
    .option('-w, --watch', 'go on: ingest what changes, delete what is removed, until Ctrl-C')
    .option('--delete-missing', 'also delete documents of the source that are not among the paths')
    .addHelpText('after', HELP)
  return connected<IngestFlags>(command, async (client, flags, ...paths) => {
    const { ingest } = await import('../ingest/ingest.ts')
    await ingest(client, { ...flags, source: flags.source ?? sourceNamed(paths[0]!) }, paths)
  })
}

const HELP = `
Examples:
  cairn ingest docs README.md --source handbook
  cairn ingest . --dry-run                            documents, passages, tokens and cost, sending nothing
  cairn ingest notes --watch                          and whatever changes below notes
  cairn ingest conversations.json --source chats      an export of ChatGPT or Claude, or {"messages": [...]}
  zcat documents.ndjson.gz | cairn ingest - --source papers

Files that .gitignore or .cairnignore leave out are left out, and hidden ones. An interrupted ingest is repeated from the
start: what is stored already costs only a comparison. A file of more than a document may hold becomes several, <name>~2 and on.
Exit status: 0 all is stored, 1 something was refused or could not be read, 2 not understood, 3 no answer, 130 Ctrl-C.
`

/** A source id from a path: lower case, and what an id may not hold becomes a hyphen. */
function sourceNamed(given: string): string {
  const base = given === '-' ? 'stdin' : path.basename(path.resolve(given)).replace(/\.[a-z0-9]+$/i, '')
  const id = base
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return id.slice(0, 64) || 'documents'
}
