import type { Operation } from '../operation.ts'
import { query } from './schemas.ts'

/** The Model Context Protocol: one address, stateless, each message with a token. */
export const MCP_OPERATIONS = [
  {
    id: 'mcp',
    method: 'POST',
    path: '/mcp',
    worker: 'agent',
    scope: null,
    kind: null,
    summary:
      'Speak the Model Context Protocol (stateless Streamable HTTP); a tool needs the scopes of what it does',
    parameters: [
      query(
        'namespace',
        {
          type: 'string',
          pattern: '^[a-z0-9-]{1,64}$',
          description: '1 to 64 of `a` to `z`, `0` to `9` and `-`',
          examples: ['default'],
        },
        'The namespace to work in: the only one the token names by default, else `default`.',
      ),
    ],
    body: {
      type: ['object', 'array'],
      description: 'a JSON-RPC message, or a list of them',
      examples: [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }],
    },
    bodyExample: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    success: {
      status: 200,
      type: 'application/json',
      schema: { type: ['object', 'array'] },
      example: { jsonrpc: '2.0', id: 1, result: {} },
    },
    problems: ['unauthenticated', 'namespace_not_found', 'origin_refused'],
  },
] as const satisfies readonly Operation[]
