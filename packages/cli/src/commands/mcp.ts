import { Command, Option } from 'commander'
import { addressOf, type ConnectionFlags, tokenOf, withConnection } from '../connection/connection.ts'
import { MCP_CLIENTS, type McpClient, mcpConfigurations } from '../mcp/configurations.ts'
import { printJson } from '../print/print.ts'
import { claimsOf } from './auth.ts'

const AGENT_SCOPES = [
  'query:read',
  'facts:read',
  'facts:write',
  'library:read',
  'library:write',
  'context:run',
] as const
const AGENT_TOKEN_TIME = '90d'

/** What an agent needs and no more: a token is signed for it where the keys are here, unless one is given. */
async function agentToken(flags: ConnectionFlags): Promise<string> {
  const { readIdentity, signToken } = await import('../local/identity.ts')
  const identity = flags.token ? null : readIdentity(flags.state)
  if (identity === null) return tokenOf(flags)
  const { tenant } = claimsOf(tokenOf(flags))
  const namespaces = [flags.namespace ?? '*']
  const claims = { tenant: String(tenant), namespaces, scopes: AGENT_SCOPES, expiresIn: AGENT_TOKEN_TIME }
  return signToken(identity, claims)
}

/** `cairn mcp`: what to paste so that an agent uses this Cairn. */
export function mcpCommand(): Command {
  const command = new Command('mcp')
    .description(
      'Print the configuration that connects Claude Code, Claude Desktop, Cursor or VS Code to this Cairn',
    )
    .addOption(new Option('--client <client>', 'only of this one').choices(MCP_CLIENTS))
    .option('--json', 'print them as JSON')
    .addHelpText('after', '\nExamples:\n  cairn mcp\n  sh -c "$(cairn mcp --client claude-code)"\n')
  return withConnection(command).action(
    async (flags: ConnectionFlags & { client?: McpClient; json?: true }) => {
      const token = await agentToken(flags)
      const all = mcpConfigurations({ url: addressOf(flags), token })
      const { scope, exp } = claimsOf(token)
      const until =
        exp === undefined ? 'for ever' : `until ${new Date(exp * 1000).toISOString().slice(0, 10)}`
      console.error(`The token in it opens ${scope}, ${until}: keep it secret.\n`)
      const chosen = all.filter(({ client }) => flags.client === undefined || client === flags.client)
      if (flags.json) return printJson(Object.fromEntries(chosen.map(({ client, paste }) => [client, paste])))
      if (flags.client !== undefined) return console.log(chosen[0]!.paste)
      for (const { name, where, paste } of chosen) console.log(`# ${name}: ${where}\n\n${paste}\n`)
    },
  )
}
