import type { DevProcess } from '@cairn/test-kit/dev-process'
import { passagesBetween } from '../speed/corpus.ts'

/** Which passages to send: those from a number on, and how many are to be acknowledged before the sender stops. */
export interface Sending {
  readonly from: number
  readonly to: number
  readonly until: number
}

const AT_ONCE = 500
const PAUSE_MS = 2000

/**
 * Sends passages, a document each, in requests of 500 lines. A request is sent again with what was refused, as `index_backlog` asks.
 * Answers with the number up to which all are acknowledged.
 */
export async function sendPassages(
  { url, token }: DevProcess,
  { from, to, until }: Sending,
): Promise<{ readonly stored: number; readonly seconds: number }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' }
  const started = performance.now()
  let at = from
  while (at < until) {
    const end = Math.min(to, at + AT_ONCE)
    const body = Array.from(passagesBetween(at, end), ({ number, title, text }) =>
      JSON.stringify({ id: `p${number}`, title, text, format: 'plain' }),
    ).join('\n')
    const response = await fetch(`${url}/v1/sources/passages/documents`, { method: 'POST', headers, body })
    const lines = (await response.text()).trim().split('\n')
    const refused = lines.find((line) => line.includes('"refused"'))
    if (response.status !== 200 || (refused !== undefined && !refused.includes('index_backlog')))
      throw new Error(`not stored: ${response.status} ${refused ?? lines[0]}`)
    if (refused === undefined) at = end
    else await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return { stored: at, seconds: (performance.now() - started) / 1000 }
}
