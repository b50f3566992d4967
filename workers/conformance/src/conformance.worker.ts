import { serve } from '@cairn/http-kernel/serve'
import { bindings, type Env } from './bindings.ts'
import { getRun } from './get-run.ts'
import { listRuns } from './list-runs.ts'
import { startRun } from './start-run.ts'
import { stepRun } from './step-run.ts'
import { tick } from './tick.ts'
import { validateDocument } from './validate-document.ts'

export default {
  fetch: serve({
    worker: 'conformance',
    bindings,
    handlers: { startRun, listRuns, getRun, stepRun, validateDocument },
  }),
  scheduled: (_controller, env) => tick(bindings(env)),
} satisfies ExportedHandler<Env>
