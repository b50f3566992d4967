import { serve } from '@cairn/http-kernel/serve'
import { bindings, type Env } from './bindings.ts'
import { batchFacts } from './facts/batch-facts.ts'
import { checkFacts } from './facts/check-facts.ts'
import { createFact } from './facts/create-fact.ts'
import { factHistory } from './facts/fact-history.ts'
import { factWhy } from './facts/fact-why.ts'
import { getFact } from './facts/get-fact.ts'
import { listFacts } from './facts/list-facts.ts'
import { putFact } from './facts/put-fact.ts'
import { retractFact } from './facts/retract-fact.ts'
import { reverifyFact } from './facts/reverify-fact.ts'
import { deleteSessionState } from './sessions/delete-session-state.ts'
import { putSessionState } from './sessions/put-session-state.ts'
import { sessionHistory } from './sessions/session-history.ts'
import { sessionState } from './sessions/session-state.ts'

export default {
  fetch: serve({
    worker: 'facts',
    bindings,
    handlers: {
      putFact,
      getFact,
      createFact,
      listFacts,
      factHistory,
      reverifyFact,
      retractFact,
      factWhy,
      checkFacts,
      batchFacts,
      putSessionState,
      sessionState,
      deleteSessionState,
      sessionHistory,
    },
  }),
} satisfies ExportedHandler<Env>
