import type { D1Database, D1PreparedStatement, KVNamespace } from '@cloudflare/workers-types'
import search from 'built-search-worker'

interface Env {
  readonly MEMORY_0: D1Database
  readonly SEGMENTS: KVNamespace
}

/** What an isolate has asked of its stores while it answered one request. */
interface Counts {
  trips: number
  keys: number
}

/** The built search Worker, its bindings counted; how often it asked is in the headers of its answer. */
export default {
  async fetch(request: Request, env: Env, context: unknown): Promise<Response> {
    const counts: Counts = { trips: 0, keys: 0 }
    const counted = {
      ...env,
      MEMORY_0: countedDatabase(env.MEMORY_0, counts),
      SEGMENTS: countedKeys(env.SEGMENTS, counts),
    }
    const answer = await search.fetch(request, counted, context)
    const headers = new Headers(answer.headers)
    headers.set('bench-trips', String(counts.trips))
    headers.set('bench-keys', String(counts.keys))
    return new Response(answer.body, { status: answer.status, headers })
  },
}

function countedDatabase<T extends Pick<D1Database, 'prepare' | 'batch'>>(database: T, counts: Counts): T {
  return intercepted(database, {
    batch: (statements: D1PreparedStatement[]) => {
      counts.trips += 1
      return database.batch(statements)
    },
    prepare: (sql: string) => countedStatement(database.prepare(sql), counts),
    withSession: (constraint: string) =>
      countedDatabase((database as unknown as D1Database).withSession(constraint), counts),
  })
}

/** A statement sent on its own is a trip; one in a batch is sent as it was prepared, so its own methods are not called. */
function countedStatement(statement: D1PreparedStatement, counts: Counts): D1PreparedStatement {
  const trip =
    (method: 'all' | 'first' | 'run' | 'raw') =>
    (...given: never[]) => {
      counts.trips += 1
      return (statement[method] as (...given: never[]) => unknown)(...given)
    }
  return intercepted(statement, {
    bind: (...values: unknown[]) => countedStatement(statement.bind(...values), counts),
    all: trip('all'),
    first: trip('first'),
    run: trip('run'),
    raw: trip('raw'),
  })
}

function countedKeys(namespace: KVNamespace, counts: Counts): KVNamespace {
  const read =
    (method: 'get' | 'getWithMetadata') =>
    (key: string | string[], ...given: never[]) => {
      counts.keys += Array.isArray(key) ? key.length : 1
      return (namespace[method] as (key: unknown, ...given: never[]) => unknown)(key, ...given)
    }
  return intercepted(namespace, { get: read('get'), getWithMetadata: read('getWithMetadata') })
}

/** An object with some methods of its own; the rest is that of the target. */
function intercepted<T extends object>(target: T, own: Readonly<Record<string, unknown>>): T {
  return new Proxy(target, {
    get(_, name) {
      if (typeof name === 'string' && name in own) return own[name]
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
