import { Command, Option } from 'commander'
import { addressOf, type ConnectionFlags, tokenOf, withConnection } from '../connection/connection.ts'
import { MCP_CLIENTS, type McpClient, mcpConfigurations } from '../mcp/configurations.ts'
import { printJson } from '../print/print.ts'

/** `cairn mcp`: what to paste so that an agent uses this Cairn. */
export function mcpCommand(): Command {
  const command = new Command('mcp')
    .description(
      'Print the configuration that connects Claude Code, Claude Desktop, Cursor or VS Code to this Cairn',
    )
    .addOption(new Option('--client <client>', 'only of this one').choices(MCP_CLIENTS))
    .option('--json', 'print them as JSON')
    .addHelpText('after', '\nExamples:\n  cairn mcp\n  sh -c "$(cairn mcp --client claude-code)"\n')
  return withConnection(command).action((flags: ConnectionFlags & { client?: McpClient; json?: true }) => {
    const all = mcpConfigurations({ url: addressOf(flags), token: tokenOf(flags) })
    const chosen = all.filter(({ client }) => flags.client === undefined || client === flags.client)
    if (flags.json) return printJson(Object.fromEntries(chosen.map(({ client, paste }) => [client, paste])))
    if (flags.client !== undefined) return console.log(chosen[0]!.paste)
    for (const { name, where, paste } of chosen) console.log(`# ${name}: ${where}\n\n${paste}\n`)
  })
}
