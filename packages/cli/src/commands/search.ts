import type { Filter, SearchInput } from '@cairn/client'
import type { Lane, Tier } from '@cairn/contract/crc-v1'
import { Command } from 'commander'
import { readJson } from '../input/read-json.ts'
import { printPage } from '../print/print.ts'
import {
  type ConnectedFlags,
  connected,
  given,
  hydrated,
  type PagedFlags,
  paged,
  wholeNumber,
} from './connected.ts'

/** `cairn search`: a page of pointers for a question. */
export function searchCommand(): Command {
  const command = new Command('search')
    .description('Ask a question; the answer is a page of pointers and what reading them costs')
    .argument('<query...>', 'the question; words in double quotes are a phrase')
    .option(
      '-b, --budget <tokens>',
      'bodies as far as the whole answer stays under so many tokens',
      wholeNumber,
    )
    .option('-s, --source <id...>', 'only of these sources')
    .option('--kind <kind...>', 'only documents of these kinds')
    .option('--tag <tag...>', 'only documents with one of these tags')
    .option('--filter <json>', 'a filter object of the contract; - reads it from the standard input')
    .option('--lanes <lane...>', 'only these lanes: Bm25, Indexing, Topology, Dense')
    .option(
      '--embedding <json>',
      'the question as a vector, as [0.12, -0.34]; - reads it from the standard input',
    )
    .option('--detail', 'also why each was found, and by which lane')
    .addHelpText('after', HELP)
  return connected<SearchFlags>(hydrated(paged(command)), async (client, flags, ...words) => {
    const answer = await client.search(await inputOf(words, flags))
    printPage(answer, { json: flags.json, nothing: 'nothing was found' })
  })
}

const HELP = `
Examples:
  cairn search how often is the signing key rotated
  cairn search '"signing key" rotation' --source handbook --limit 5
  cairn search deploy checklist --budget 2000        as much of the bodies as 2,000 tokens hold
  cairn search keys --json | jq -r '.pointers[].id'
`

interface SearchFlags extends ConnectedFlags, PagedFlags {
  readonly budget?: number
  readonly hydrate?: Tier
  readonly source?: string[]
  readonly kind?: string[]
  readonly tag?: string[]
  readonly filter?: string
  readonly lanes?: Lane[]
  readonly embedding?: string
  readonly detail?: true
}

async function inputOf(words: readonly string[], flags: SearchFlags): Promise<SearchInput> {
  const { limit, cursor, budget, hydrate, lanes, embedding, detail } = flags
  return given({
    query: words.join(' '),
    limit,
    cursor,
    hydrate,
    token_budget: budget,
    filter: await filterOf(flags),
    lanes,
    embedding:
      embedding === undefined ? undefined : await readJson(embedding, '--embedding', '[0.12, -0.34]'),
    detail: detail && ('full' as const),
  }) as SearchInput
}

async function filterOf({ source, kind, tag, filter }: SearchFlags): Promise<Filter | undefined> {
  const named = given({ source, kind, tags: tag }) as Filter
  const whole = filter === undefined ? undefined : ((await readJson(filter, '--filter')) as Filter)
  if (Object.keys(named).length === 0) return whole
  return whole === undefined ? named : { and: [named, whole] }
}
