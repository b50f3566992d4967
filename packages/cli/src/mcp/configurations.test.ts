import { expect, it } from 'vitest'
import { MCP_CLIENTS, mcpConfigurations } from './configurations.ts'

const all = mcpConfigurations({ url: 'http://127.0.0.1:8787', token: 'abc.def.ghi' })

it('every client has a configuration that names the address and carries the token', () => {
  expect(all.map(({ client }) => client)).toEqual([...MCP_CLIENTS])
  for (const { paste } of all) {
    expect(paste).toContain('http://127.0.0.1:8787/mcp')
    expect(paste).toContain('Bearer abc.def.ghi')
  }
})

it('what goes into a file is JSON', () => {
  for (const { client, paste } of all)
    if (client !== 'claude-code') expect(() => JSON.parse(paste)).not.toThrow()
})
