import { serve } from '@cairn/http-kernel/serve'
import { bindings, type Env } from './bindings.ts'
import { consoleFile } from './console-file.ts'
import { contractFile } from './contract-file.ts'
import { allowPreflight, isPreflight, openToBrowsers } from './cors.ts'
import { forward } from './forward.ts'
import { openapi } from './openapi.ts'
import { protectedResource } from './protected-resource.ts'

const answer = serve({
  worker: 'gateway',
  bindings,
  handlers: { openapi, contractFile, protectedResource },
  forward,
})

export default {
  async fetch(request, env, ctx) {
    if (isPreflight(request)) return allowPreflight()
    return openToBrowsers((await consoleFile(request)) ?? (await answer(request, env, ctx)))
  },
} satisfies ExportedHandler<Env>
