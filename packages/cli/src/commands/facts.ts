import type { FactFilter, FactStatement, Paging } from '@cairn/client'
import type { HorizonClass, Tier } from '@cairn/contract/crc-v1'
import { Command, Option } from 'commander'
import { readValue } from '../input/read-json.ts'
import { printJson, printPage } from '../print/print.ts'
import { printable } from '../terminal/printable.ts'
import {
  type ConnectedFlags,
  connected,
  given,
  group,
  hydrated,
  type PagedFlags,
  paged,
} from './connected.ts'

import { upkeepVerbs } from './facts-upkeep.ts'

/** `cairn facts`: what is true of an entity, since when, and what replaced it. */
export function factsCommand(): Command {
  return group('facts', {
    about: 'State and read facts that know when they were true',
    verbs: [getFact(), putFact(), listFacts(), history(), ...upkeepVerbs()],
  })
}

const timed = (command: Command): Command =>
  command
    .option('--as-of <date>', 'as it was true then: a year, month, day or RFC 3339 instant')
    .option('--recorded-as-of <instant>', 'as it was known then')

interface TimedFlags extends ConnectedFlags {
  readonly asOf?: string
  readonly recordedAsOf?: string
  readonly hydrate?: Tier
}
const moments = ({ asOf, recordedAsOf }: TimedFlags) => given({ as_of: asOf, recorded_as_of: recordedAsOf })

function getFact(): Command {
  const command = new Command('get')
    .description('The fact that holds')
    .argument('<entity>')
    .argument('<key>')
    .addHelpText('after', '\nExample:\n  cairn facts get acme signing_key --as-of 2026-01\n')
  return connected<TimedFlags>(hydrated(timed(command)), async (client, flags, entity, key) => {
    const input = { entity: entity!, key: key!, ...moments(flags), hydrate: flags.hydrate ?? 'full' } as const
    printPage(await client.getFact(input), { json: flags.json, nothing: 'nothing holds' })
  })
}

function putFact(): Command {
  const command = new Command('put')
    .description('State a fact; what it replaces stays in its history')
    .argument('<entity>')
    .argument('<key>')
    .argument('<value>', 'JSON, or a bare word; @file reads a file, - the standard input')
    .option('--confidence <number>', '0 to 1', Number)
    .option('--valid-from <date>', 'since when it is true')
    .option('--valid-to <date>', 'until when, itself not included')
    .option('--observed-at <date>', 'when it was seen')
    .addOption(
      new Option('--horizon <class>', 'how long it stays fresh').choices([
        'volatile',
        'medium',
        'stable',
        'none',
      ]),
    )
    .addOption(
      new Option('--cardinality <cardinality>', 'one holds at a time, or many').choices(['one', 'many']),
    )
    .option('--supersedes <fact_id>', 'the fact that this one replaces')
    .addHelpText(
      'after',
      "\nExamples:\n  cairn facts put acme signing_key k-2026-11 --valid-from 2026-11\n  cairn facts put acme ports '[8080, 8081]'\n",
    )
  return connected<PutFlags>(command, async (client, flags, entity, key, value) => {
    const statement = given({
      entity,
      key,
      value: await readValue(value!, 'the value'),
      confidence: flags.confidence,
      valid_from: flags.validFrom,
      valid_to: flags.validTo,
      observed_at: flags.observedAt,
      horizon_class: flags.horizon,
      cardinality: flags.cardinality,
      supersedes: flags.supersedes,
    }) as FactStatement
    const written = await client.putFact(statement)
    if (flags.json) return printJson(written)
    const became = written.existed ? 'known already' : 'stated'
    const holds = written.current ? 'it holds' : `${written.superseded_by ?? 'another'} holds`
    console.log(`${written.fact_id}  ${became}, ${holds}  ${printable(written.canonical_slug)}`)
  })
}

interface PutFlags extends ConnectedFlags {
  readonly confidence?: number
  readonly validFrom?: string
  readonly validTo?: string
  readonly observedAt?: string
  readonly horizon?: HorizonClass
  readonly cardinality?: 'one' | 'many'
  readonly supersedes?: string
}

function listFacts(): Command {
  const command = new Command('list')
    .description('The facts of an entity, of a prefix, or all')
    .option('-e, --entity <entity>')
    .option('--prefix <prefix>', 'entities that begin so')
    .option('--all', 'also what was replaced or retracted')
  return connected<ListFlags>(hydrated(timed(paged(command))), async (client, flags) => {
    const { entity, prefix, all, limit, cursor, hydrate } = flags
    const input = given({
      entity,
      prefix,
      include_superseded: all,
      limit,
      cursor,
      hydrate,
      ...moments(flags),
    })
    printPage(await client.listFacts(input as FactFilter & Paging), { json: flags.json, nothing: 'no facts' })
  })
}

interface ListFlags extends TimedFlags, PagedFlags {
  readonly entity?: string
  readonly prefix?: string
  readonly all?: true
}

function history(): Command {
  const command = new Command('history')
    .description('Everything that was said of it, newest first')
    .argument('<entity>')
    .argument('<key>')
  return connected<TimedFlags & PagedFlags>(hydrated(paged(command)), async (client, flags, entity, key) => {
    const { limit, cursor, hydrate } = flags
    const input = { entity: entity!, key: key!, ...given({ limit, cursor, hydrate }) }
    printPage(await client.factHistory(input), { json: flags.json, nothing: 'no history' })
  })
}
