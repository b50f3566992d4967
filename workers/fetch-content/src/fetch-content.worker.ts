import { serve } from '@cairn/http-kernel/serve'
import { bindings, type Env } from './bindings.ts'
import { fetchContent } from './fetch-content.ts'

export default {
  fetch: serve({
    worker: 'fetch-content',
    bindings,
    handlers: { fetchContent, fetchContentByQuery: fetchContent },
  }),
} satisfies ExportedHandler<Env>
