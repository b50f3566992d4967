import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import facts from 'built-facts-worker'

interface Env {
  readonly MEMORY_0: D1Database
}

/** What one request made D1 do. */
interface Counts {
  trips: number
  read: number
  written: number
}

/** The built facts Worker, its database counted: what D1 says of each batch is in the headers of the answer. */
export default {
  async fetch(request: Request, env: Env, context: unknown): Promise<Response> {
    const counts: Counts = { trips: 0, read: 0, written: 0 }
    const answer = await facts.fetch(request, { ...env, MEMORY_0: counted(env.MEMORY_0, counts) }, context)
    const headers = new Headers(answer.headers)
    headers.set('bench-trips', String(counts.trips))
    headers.set('bench-rows-read', String(counts.read))
    headers.set('bench-rows-written', String(counts.written))
    return new Response(answer.body, { status: answer.status, headers })
  },
}

/** The store sends nothing but batches. */
function counted(database: D1Database, counts: Counts): D1Database {
  const batch = async (statements: D1PreparedStatement[]) => {
    counts.trips += 1
    const results = await database.batch(statements)
    for (const { meta } of results) {
      counts.read += meta.rows_read
      counts.written += meta.rows_written
    }
    return results
  }
  return { prepare: (sql: string) => database.prepare(sql), batch } as unknown as D1Database
}
