import { describe, expect, it } from 'vitest'
import { originFault } from './origin.ts'

const deployed = { isDevelopment: false, origins: ['https://console.example.org'] }
const local = { isDevelopment: true, origins: [] }
const fault = (url: string, origin: string | null, rules: typeof deployed) =>
  originFault(new URL(url), origin, rules)

describe('a deployment', () => {
  it('answers whoever is no page, its own pages, and those of the origins it names', () => {
    for (const origin of [null, 'https://cairn.example.org', 'https://console.example.org'])
      expect(fault('https://cairn.example.org/mcp', origin, deployed)).toBeNull()
  })

  it.each(['https://evil.example', 'http://cairn.example.org', 'http://localhost:3000', 'null', ''])(
    'refuses pages of %j',
    (origin) => expect(fault('https://cairn.example.org/mcp', origin, deployed)).toMatch(/MCP_ORIGINS/),
  )
})

describe('a service in development', () => {
  it.each(['http://127.0.0.1:8787', 'http://localhost:8787', 'http://[::1]:8787', 'http://cairn.localhost'])(
    'answers at %s, and pages of this machine',
    (at) => {
      for (const origin of [null, at, 'http://localhost:6274'])
        expect(fault(`${at}/mcp`, origin, local)).toBeNull()
    },
  )

  it('refuses a name that was bound to this machine, whatever page it says it is', () => {
    for (const origin of [null, 'http://evil.example:8787', 'http://localhost'])
      expect(fault('http://evil.example:8787/mcp', origin, local)).toMatch(/development/)
  })

  it('refuses pages of elsewhere', () => {
    expect(fault('http://127.0.0.1:8787/mcp', 'https://evil.example', local)).not.toBeNull()
  })
})
