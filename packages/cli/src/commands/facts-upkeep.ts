import type { FactStatement, RememberedFact } from '@cairn/client'
import { Command } from 'commander'
import { readJson } from '../input/read-json.ts'
import { printJson } from '../print/print.ts'
import { printable } from '../terminal/printable.ts'
import { type ConnectedFlags, connected, given } from './connected.ts'

/** What is done about facts besides stating and reading them. */
export function upkeepVerbs(): Command[] {
  return [why(), retract(), reverify(), check(), batch()]
}

interface MomentFlags extends ConnectedFlags {
  readonly asOf?: string
  readonly recordedAsOf?: string
}

function why(): Command {
  const command = new Command('why')
    .description('What decides which fact of a slug holds')
    .argument('<entity>')
    .argument('<key>')
    .option('--as-of <date>', 'as it was true then')
    .option('--recorded-as-of <instant>', 'as it was known then')
  return connected<MomentFlags>(command, async (client, flags, entity, key) => {
    const moments = given({ as_of: flags.asOf, recorded_as_of: flags.recordedAsOf })
    const page = await client.factWhy({ entity: entity!, key: key!, ...moments })
    if (flags.json) return printJson(page)
    for (const { fact_id, standing, order, successor, retraction } of page.facts) {
      const because = successor === null ? '' : `, ${successor.fact_id} comes after it by ${successor.by}`
      const wrong = retraction === null ? '' : `, retracted ${retraction.retracted_at}`
      console.log(
        `${fact_id}  ${standing}  since ${order.effective_at} (${order.effective_from})${because}${wrong}`,
      )
    }
  })
}

function retract(): Command {
  const command = new Command('retract')
    .description('Say that a fact was wrong; its history keeps it, marked')
    .argument('<entity>')
    .argument('<key>')
    .argument('<fact_id>')
    .option('--reason <text>', 'why')
    .addHelpText(
      'after',
      "\nExample:\n  cairn facts retract acme signing_key f17 --reason 'a typing error'\n",
    )
  return connected<ConnectedFlags & { reason?: string }>(
    command,
    async (client, { json, reason }, entity, key, id) => {
      const done = await client.retractFact({
        entity: entity!,
        key: key!,
        fact_id: id!,
        ...given({ reason }),
      })
      if (json) return printJson(done)
      console.log(
        `${done.fact_id}  ${done.existed ? 'was retracted already' : 'retracted'}  ${printable(done.canonical_slug)}`,
      )
    },
  )
}

function reverify(): Command {
  const command = new Command('reverify')
    .description('Say that a fact was looked at and still holds: it is fresh again')
    .argument('<entity>')
    .argument('<key>')
    .argument('<fact_id>')
  return connected(command, async (client, { json }, entity, key, id) => {
    const done = await client.reverifyFact({ entity: entity!, key: key!, fact_id: id! })
    if (json) return printJson(done)
    console.log(`${done.fact_id}  ${done.current ? 'holds' : `${done.superseded_by ?? 'another'} holds`}`)
  })
}

function check(): Command {
  const command = new Command('check')
    .description('How remembered facts stand: still current, replaced, retracted, contradicted')
    .argument(
      '<facts>',
      'fact ids with commas between them, or JSON as the contract has it; @file, - the standard input',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  cairn facts check f17,f18\n  cairn facts check \'[{"entity":"acme","key":"port","value":8080}]\'\n',
    )
  return connected(command, async (client, { json }, text) => {
    const facts = /^f[\d.]+(,f[\d.]+)*$/.test(text!)
      ? text!.split(',').map((fact_id) => ({ fact_id }))
      : ((await readJson(text!, 'the facts')) as RememberedFact[])
    const checked = await client.checkFacts({ facts })
    if (json) return printJson(checked)
    for (const { fact_id, canonical_slug, standing, superseded_by } of checked.facts)
      console.log(
        [fact_id ?? '–', standing, printable(canonical_slug ?? ''), superseded_by ?? ''].join('  ').trimEnd(),
      )
  })
}

function batch(): Command {
  const command = new Command('batch')
    .description('State up to 100 facts in one commit, all or none')
    .argument('<facts>', 'a JSON list of facts; @file, - the standard input')
    .addHelpText('after', '\nExample:\n  cairn facts batch @facts.json\n')
  return connected(command, async (client, { json }, text) => {
    const facts = (await readJson(
      text!,
      'the facts',
      '[{"entity": "acme", "key": "port", "value": 8080}]',
    )) as FactStatement[]
    const written = await client.batchFacts({ facts })
    if (json) return printJson(written)
    for (const { fact_id, existed, canonical_slug } of written.facts)
      console.log(`${fact_id}  ${existed ? 'known already' : 'stated'}  ${printable(canonical_slug)}`)
  })
}
