import { serve } from '@cairn/http-kernel/serve'
import { bindings, type Env } from './bindings.ts'
import { contextBundle } from './context/context-bundle.ts'
import { mcp } from './mcp/mcp.ts'

export default {
  fetch: serve({ worker: 'agent', bindings, handlers: { contextBundle, mcp } }),
} satisfies ExportedHandler<Env>
