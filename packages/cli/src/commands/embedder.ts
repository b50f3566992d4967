import type { Embedder, EmbedderInput } from '@cairn/client'
import { Command } from 'commander'
import { printJson } from '../print/print.ts'
import { type ConnectedFlags, connected, given, group, wholeNumber } from './connected.ts'

/** `cairn embedder`: what makes the vectors of a namespace. */
export function embedderCommand(): Command {
  return group('embedder', {
    about: 'What makes the vectors of a namespace, for the lane Dense',
    verbs: [get(), set()],
  })
}

function get(): Command {
  const command = new Command('get').description('The embedder of the namespace')
  return connected(command, async (client, { json }) => {
    const embedder = await client.getEmbedder()
    if (json) return printJson(embedder)
    console.log(embedder.embedder === null ? NONE : wordsOf(embedder))
  })
}

const NONE = 'no embedder: name one with `cairn embedder set caller --dimensions 384`'

function set(): Command {
  const command = new Command('set')
    .description('Name the embedder of the namespace, before its first document with a vector')
    .argument('<embedder>', 'caller, or workers-ai: and a model')
    .option('-d, --dimensions <n>', 'how many numbers your vectors have; a model says so itself', wholeNumber)
    .option('--version <name>', 'a name for what makes them; another one is another embedder')
    .addHelpText('after', HELP)
  return connected<SetFlags>(command, async (client, flags, name) => {
    const stored = await client.putEmbedder(inputOf(name!, flags))
    if (flags.json) return printJson(stored)
    console.log(`${stored.status}: ${wordsOf(stored)}`)
  })
}

const HELP = `
Examples:
  cairn embedder set caller --dimensions 384 --version multilingual-e5-small
  cairn embedder set workers-ai:@cf/baai/bge-m3      where the deployment is bound to Workers AI
  cairn ingest documents.ndjson                      each line with an "embedding"
`

interface SetFlags extends ConnectedFlags {
  readonly dimensions?: number
  readonly version?: string
}

function inputOf(embedder: string, { dimensions, version }: SetFlags): EmbedderInput {
  return given({ embedder, dimensions, version }) as EmbedderInput
}

function wordsOf({ embedder, dimensions, version }: Embedder): string {
  return `${embedder}, ${dimensions} dimensions, version ${version}`
}
