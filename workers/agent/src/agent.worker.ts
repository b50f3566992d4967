import { serve } from '@cairn/http-kernel/serve'
import { bindings, type Env } from './bindings.ts'
import { contextBundle } from './context/context-bundle.ts'

export default {
  fetch: serve({ worker: 'agent', bindings, handlers: { contextBundle } }),
} satisfies ExportedHandler<Env>
