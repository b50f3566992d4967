import path from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { EXIT } from '../exit.ts'
import { shippedRoot } from '../local/shipped-root.ts'
import { CannotGoOn } from '../terminal/cannot-go-on.ts'

const PORT_DEFAULT = 8787
const NODE_MAJOR_MIN = 22

/** `cairn dev`: all Workers on one loopback port, with what they store under `.cairn/`. */
export function devCommand(): Command {
  return new Command('dev')
    .description('Run every Worker on this machine, on one loopback port, storing under .cairn/')
    .option(
      '-p, --port <port>',
      `the port on 127.0.0.1 (PORT in the environment; ${PORT_DEFAULT} otherwise)`,
      readPort,
    )
    .option(
      '--root <folder>',
      'a checkout whose built Workers to run (those of this package, or this folder)',
    )
    .option(
      '--state <folder>',
      'the folder that keeps identity, token and data (.cairn under the root, or here)',
    )
    .option('--no-corpus', 'do not ingest the documentation of the installed packages on the first run')
    .option(
      '--allow-private',
      'let servers of this machine and network answer for sources (PUT /v1/sources/{id}/upstream)',
    )
    .addHelpText('after', '\nExample:\n  PORT=9000 cairn dev\n')
    .action(async ({ port, root, state, corpus, allowPrivate }: DevOptions) => {
      demandNode()
      const { dev } = await import('../dev/dev.ts')
      await dev({
        port: port ?? portFromEnvironment(),
        root: root ?? shippedRoot() ?? process.cwd(),
        folder: path.resolve(state ?? path.join(root ?? process.cwd(), '.cairn')),
        withCorpus: corpus,
        privateAllowed: allowPrivate === true,
      })
    })
}

interface DevOptions {
  readonly port?: number
  readonly root?: string
  readonly state?: string
  readonly corpus: boolean
  readonly allowPrivate?: true
}

function demandNode(): void {
  if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN)
    throw new CannotGoOn(
      `cairn dev needs Node ${NODE_MAJOR_MIN} or later, and this is ${process.versions.node}; the other commands run here`,
      EXIT.failed,
    )
}

function portFromEnvironment(): number {
  const asked = process.env.PORT
  if (asked === undefined || asked === '') return PORT_DEFAULT
  try {
    return readPort(asked)
  } catch (error) {
    throw new CannotGoOn(`PORT: ${(error as Error).message}`)
  }
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535)
    throw new InvalidArgumentError(
      `a port is a whole number from 1 to 65535, as in 8787; found "${text.slice(0, 64)}"`,
    )
  return port
}
