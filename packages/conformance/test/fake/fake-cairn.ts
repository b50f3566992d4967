import { OPERATIONS, SIBLING_OPERATIONS } from '@cairn/contract/operations'
import type { Handler } from '@cairn/http-kernel/call'
import { withHeaders } from '@cairn/http-kernel/respond'
import { serve } from '@cairn/http-kernel/serve'
import type { Fetcher } from '../../src/exchange.ts'
import { JUDGED_WORKERS, type JudgedWorker } from '../../src/requirement.ts'
import type { Target } from '../../src/target.ts'
import { AGENT } from './agent.ts'
import { BOOTSTRAP } from './bootstrap.ts'
import { EMBEDDERS } from './embedders.ts'
import { FACT_CHANGES } from './fact-changes.ts'
import { FACTS } from './facts.ts'
import { makeKeys } from './keys.ts'
import { LIBRARY } from './library.ts'
import { FETCH_CONTENT, SEARCH } from './passages.ts'
import { RESEARCH } from './research.ts'
import { SESSIONS } from './sessions.ts'
import { countTokens, type FakeBindings, type Space } from './space.ts'

const SCOPES = 'query:read facts:read facts:write library:read library:write context:run admin'
const HANDLERS: Readonly<Record<JudgedWorker, Readonly<Record<string, Handler<FakeBindings>>>>> = {
  search: SEARCH,
  'fetch-content': FETCH_CONTENT,
  facts: { ...FACTS, ...FACT_CHANGES, ...SESSIONS },
  library: { ...LIBRARY, ...EMBEDDERS, ...RESEARCH },
  agent: AGENT,
  bootstrap: BOOTSTRAP,
}

const keys = await makeKeys()
const tokens = {
  a: await keys.sign('conformance-a', SCOPES),
  b: await keys.sign('conformance-b', SCOPES),
  narrow: await keys.sign('conformance-a', 'conformance:run'),
}

/** A fake: the kernel as it is, over stores in memory that rank by counting words. For tests of the judge alone. */
export function fakeCairn(): Target {
  const bindings: FakeBindings = {
    tokens: keys.rules,
    clock: () => Date.now(),
    spaces: new Map<string, Space>(),
  }
  const workers = new Map(
    JUDGED_WORKERS.map((worker) => [
      worker,
      serve({ worker, bindings: () => bindings, handlers: handlersOf(worker) }),
    ]),
  )
  const context = { waitUntil: () => {} } as unknown as ExecutionContext
  const fetcher: Fetcher = async (request, worker) =>
    withHeaders(await workers.get(worker)!(request, {}, context), { 'Contract-Version': NEXT_CONTRACT })
  return { fetcher, origin: 'https://fake.example', tokens, countTokens }
}

/** The contract that the fake obeys: that of the next release, by whatever name it has until then. */
const NEXT_CONTRACT = '1.3.0'

/** Operations that no scenario calls fail loudly. */
function handlersOf(worker: JudgedWorker): Record<string, Handler<FakeBindings>> {
  const absent: Handler<FakeBindings> = () => Promise.reject(new Error('not in this fake'))
  const ids = [...OPERATIONS, ...SIBLING_OPERATIONS]
    .filter((operation) => operation.worker === worker)
    .map(({ id }) => id)
  return Object.fromEntries(ids.map((id) => [id, HANDLERS[worker][id] ?? absent]))
}
