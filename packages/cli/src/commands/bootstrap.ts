import { Command } from 'commander'
import { printJson } from '../print/print.ts'
import { connected } from './connected.ts'

/** `cairn bootstrap`: what the service says of itself, and what to do about an answer. */
export function bootstrapCommand(): Command {
  const command = new Command('bootstrap')
    .description(
      'Read a topic of the service: how to begin, its limits and errors, what to do about an answer',
    )
    .argument('[topic]', 'its name, or a pointer as an answer printed it; the list when absent')
    .addHelpText(
      'after',
      '\nExamples:\n  cairn bootstrap\n  cairn bootstrap __bootstrap__::resolution:LowCoverage\n',
    )
  return connected(command, async (client, { json }, topic) => {
    if (topic === undefined) {
      const { topics } = await client.listTopics()
      if (json) return printJson(topics)
      for (const { topic: name, title } of topics) console.log(`${name.padEnd(32)} ${title}`)
      return
    }
    const read = await client.getTopic({ topic })
    if (json || read.text === undefined) return printJson(read)
    console.log(read.text)
  })
}
