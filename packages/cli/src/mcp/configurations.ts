/** The clients whose configuration is known. */
export const MCP_CLIENTS = ['claude-code', 'claude-desktop', 'cursor', 'vscode'] as const
export type McpClient = (typeof MCP_CLIENTS)[number]

/** What to paste where. */
export interface McpConfiguration {
  readonly client: McpClient
  readonly name: string
  readonly where: string
  readonly paste: string
}

/** The bridge fills in the variable itself, so that the token is no argument of a process. */
const BRIDGED_HEADER = 'Authorization:$' + '{CAIRN_AUTHORIZATION}'

/** The configuration of each client for a Cairn at `url`, with its token in it: treat it as a secret. */
export function mcpConfigurations({
  url,
  token,
}: {
  readonly url: string
  readonly token: string
}): McpConfiguration[] {
  const address = `${url}/mcp`
  const authorization = `Bearer ${token}`
  const http = { url: address, headers: { Authorization: authorization } }
  const json = (value: object) => JSON.stringify(value, null, 2)
  return [
    {
      client: 'claude-code',
      name: 'Claude Code',
      where: 'run in a shell',
      paste: `claude mcp add --transport http cairn ${address} --header "Authorization: ${authorization}"`,
    },
    {
      client: 'claude-desktop',
      name: 'Claude Desktop',
      where:
        'claude_desktop_config.json (Settings, Developer, Edit Config); it starts a bridge, since its own connections are to public addresses',
      paste: json({
        mcpServers: {
          cairn: {
            command: 'npx',
            args: ['-y', 'mcp-remote', address, '--header', BRIDGED_HEADER],
            env: { CAIRN_AUTHORIZATION: authorization },
          },
        },
      }),
    },
    {
      client: 'cursor',
      name: 'Cursor',
      where: '.cursor/mcp.json in the project, or ~/.cursor/mcp.json',
      paste: json({ mcpServers: { cairn: http } }),
    },
    {
      client: 'vscode',
      name: 'VS Code',
      where: '.vscode/mcp.json',
      paste: json({ servers: { cairn: { type: 'http', ...http } } }),
    },
  ]
}
