import { serve } from '@cairn/http-kernel/serve'
import { bindings, type Env } from './bindings.ts'
import { getTopic } from './get-topic.ts'
import { listTopics } from './list-topics.ts'

export default {
  fetch: serve({ worker: 'bootstrap', bindings, handlers: { listTopics, getTopic } }),
} satisfies ExportedHandler<Env>
