import { serve } from '@cairn/http-kernel/serve'
import { bindings, type Env } from './bindings.ts'

export default {
  fetch: serve({ worker: 'agent', bindings, handlers: {} }),
} satisfies ExportedHandler<Env>
