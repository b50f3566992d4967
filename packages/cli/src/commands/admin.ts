import { Command } from 'commander'
import { printJson } from '../print/print.ts'
import { connected, group } from './connected.ts'

/** `cairn admin`: what an operator does. */
export function adminCommand(): Command {
  return group('admin', {
    about: 'Namespaces, usage and maintenance',
    verbs: [namespaces(), usage(), step()],
  })
}

function namespaces(): Command {
  const command = new Command('namespaces').description('The namespaces of the tenant and what they hold')
  return connected(command, async (client, { json }) => {
    const list = await client.listNamespaces()
    if (json) return printJson(list)
    for (const { name, documents, passages, facts, bytes } of list.namespaces)
      console.log(
        `${name.padEnd(24)} ${documents} documents, ${passages} passages, ${facts} facts, ${(bytes / 1e6).toFixed(1)} MB`,
      )
  })
}

function usage(): Command {
  const command = new Command('usage').description('What the namespace holds, and what it may hold')
  return connected(command, async (client) => printJson(await client.usage()))
}

function step(): Command {
  const command = new Command('step').description(
    'Merge and collect, one bounded piece after the other, until nothing is left to do',
  )
  return connected(command, async (client, { json }) => {
    const done = { merged: 0, collected: 0, steps: 0 }
    for (let more = true; more && done.steps < STEPS_MAX; done.steps++) {
      const piece = await client.maintenanceStep()
      done.merged += piece.merged
      done.collected += piece.collected
      more = piece.more
    }
    if (json) return printJson(done)
    console.log(`${done.merged} segments merged, ${done.collected} rows collected, in ${done.steps} steps`)
  })
}

const STEPS_MAX = 1000
