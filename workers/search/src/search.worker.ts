import { serve } from '@cairn/http-kernel/serve'
import { bindings, type Env } from './bindings.ts'
import { retrieve } from './retrieve.ts'
import { search } from './search.ts'

export default {
  fetch: serve({ worker: 'search', bindings, handlers: { search, searchByQuery: search, retrieve } }),
} satisfies ExportedHandler<Env>
