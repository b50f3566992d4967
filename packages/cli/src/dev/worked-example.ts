import type { Client, FetchInput } from '@cairn/client'
import type { SearchAnswer } from '@cairn/contract/crc-v1'

const QUESTION = 'How do I mock HTTP requests in a unit test?'

/** Asks one question, prints its pointer page as a person reads it, expands what the answer says is worth reading, and prints that. */
export async function printWorkedExample(client: Client, url: string): Promise<void> {
  const found = await client.search({ query: QUESTION, limit: 5, detail: 'full' })
  console.log(`\nA question:  ${QUESTION}\n`)
  for (const [index, pointer] of found.pointers.entries()) {
    console.log(
      `  ${index + 1}. ${pointer.id.padEnd(8)} ${(pointer.score ?? 0).toFixed(3)}  ${decodeURIComponent(pointer.document ?? '')}`,
    )
    console.log(`     ${oneLine(pointer.epitome ?? '')}`)
  }
  const { cost_estimate: cost, agent_decision: decision } = found
  console.log(
    `\n  to read:  ${cost.pointer} tokens this page · ${cost.summary} the summaries · ${cost.full} all bodies`,
  )
  console.log(`  lanes:    ${lanesOf(found)} (${decision.load_bearing_lane} bears the load)`)
  console.log(
    `  worth reading: ${decision.read_pointers.map(({ id }) => id).join(', ') || 'nothing'}  (together they hold every word found)\n`,
  )
  const expand = found.next?.expand
  if (expand) await printExpanded(client, { expand, url })
}

async function printExpanded(
  client: Client,
  { expand, url }: { readonly expand: string; readonly url: string },
): Promise<void> {
  console.log(`The call that reads just those:\n\n  ${curl(url, expand)}\n`)
  const [, , ...json] = expand.split(' ')
  const answer = await client.fetchContent(JSON.parse(json.join(' ')) as FetchInput)
  for (const item of answer.content ?? []) {
    console.log(`  ${item.id}  ${item.token_count} tokens`)
    console.log(`${indent(item.text, 12)}\n`)
  }
}

/** The printed call as a shell line that works as pasted. */
function curl(url: string, expand: string): string {
  const [method, path, ...json] = expand.split(' ')
  return `curl -s -X ${method} ${url}${path} -H "authorization: Bearer $(cat .cairn/token)" -H 'content-type: application/json' -d '${json.join(' ')}'`
}

function lanesOf(found: SearchAnswer): string {
  return Object.entries(found.agent_decision.lane_attribution ?? {})
    .map(([lane, { share }]) => `${lane} ${Math.round(share * 100)} %`)
    .join(', ')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function indent(text: string, linesMax: number): string {
  const lines = text.split('\n')
  const shown = lines.slice(0, linesMax).map((line) => `  | ${line}`)
  return lines.length > linesMax
    ? [...shown, `  | … (${lines.length - linesMax} more lines)`].join('\n')
    : shown.join('\n')
}
