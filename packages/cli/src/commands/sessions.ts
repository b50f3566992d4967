import { Command } from 'commander'
import { readValue } from '../input/read-json.ts'
import { printJson, printPage } from '../print/print.ts'
import { type ConnectedFlags, connected, given, group, wholeNumber } from './connected.ts'

/** `cairn sessions`: one JSON value a session, with its last versions. */
export function sessionsCommand(): Command {
  return group('sessions', {
    about: 'Keep and read the state of sessions',
    verbs: [getState(), putState(), history(), deleteState()],
  })
}

function getState(): Command {
  const command = new Command('get').description('The state of a session').argument('<session>')
  return connected(command, async (client, { json }, session) => {
    const answer = await client.sessionState({ session: session!, hydrate: 'full' })
    printPage(answer, { json, nothing: 'no state' })
  })
}

function putState(): Command {
  const command = new Command('put')
    .description('Keep the state of a session')
    .argument('<session>')
    .argument('<state>', 'JSON, or a bare word; @file reads a file, - the standard input')
    .option('--ttl <seconds>', 'forget it after so many seconds', wholeNumber)
    .option('--if-match <etag>', 'only if it is still this version')
    .addHelpText('after', '\nExample:\n  cairn sessions put chat-42 \'{"step": 2}\' --ttl 86400\n')
  return connected<PutFlags>(command, async (client, flags, session, state) => {
    const input = {
      session: session!,
      state: await readValue(state!, 'the state'),
      ...given({ ttl_seconds: flags.ttl }),
    }
    const written = await client.putSessionState(input, given({ ifMatch: flags.ifMatch }))
    if (flags.json) return printJson(written)
    console.log(`version ${written.version}  etag ${written.etag}`)
  })
}

interface PutFlags extends ConnectedFlags {
  readonly ttl?: number
  readonly ifMatch?: string
}

function history(): Command {
  const command = new Command('history').description('Its last versions, newest first').argument('<session>')
  return connected(command, async (client, { json }, session) => {
    const kept = await client.sessionHistory({ session: session! })
    if (json) return printJson(kept)
    for (const { version, updated_at, state } of kept.versions)
      console.log(`${version}  ${updated_at}  ${JSON.stringify(state)}`)
  })
}

function deleteState(): Command {
  const command = new Command('delete').description('Forget it').argument('<session>')
  return connected(command, async (client, { json }, session) => {
    const done = await client.deleteSessionState({ session: session! })
    if (json) return printJson(done)
    console.log(done.deleted ? 'forgotten' : 'there was none')
  })
}
