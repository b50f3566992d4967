import { createClient, type DocumentInput } from '@cairn/client'
import { startCairn } from '@cairn/test-kit/start-cairn'
import { countTokens } from '@cairn/text/tokens'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { readRetrievalSet } from './quality/retrieval-set.ts'
import { printTable } from './table.ts'

/**
 * What an agent's context holds after ten questions over MCP: the tools, then for each question what the answer says to read, against the
 * same ten answers with every body, and against the whole documents that they point at. Asked through the official client.
 */
const SET = 'beam-mini'
const QUESTIONS = 10
const set = readRetrievalSet(SET)
const [name, group] = [...set.groups][0]!
const questions = set.questions.filter((one) => one.group === name).slice(0, QUESTIONS)
const cairn = await startCairn()
const speaker = await cairn.as('bench')
const unitOf = new Map<string, string>()
const documentOf = new Map<string, string>()
const texts = new Map(
  (group.documents as readonly DocumentInput[]).map((one) => [one.id, JSON.stringify(one)]),
)
await load()
const mcp = new Client({ name: 'bench', version: '1' })
const requestInit = { headers: { Authorization: `Bearer ${speaker.token}` } }
await mcp.connect(new StreamableHTTPClientTransport(new URL('/mcp', cairn.url), { requestInit }) as never)

const tools = countTokens(JSON.stringify((await mcp.listTools()).tools))
const sessions = [
  await session('page, then read_pointers', pointersFirst),
  await session('page, then bodies within 1,500 tokens', (query) =>
    told('search', { query, token_budget: 1500 }),
  ),
  await session('every body of the page', (query) => told('search', { query, limit: 10, hydrate: 'full' })),
  await session('the whole documents of the page', wholeDocuments),
]
console.log(`${SET}, ${questions.length} questions; tools/list ${tools} tokens, once a session\n`)
const count = (n: number) => Math.round(n).toLocaleString('en')
printTable(
  ['what the agent reads', 'tokens a question', 'tokens a session', 'evidence in it'],
  sessions.map(({ title, tokens, recall }) => [
    title,
    count(tokens / questions.length),
    count(tools + tokens),
    recall.toFixed(2),
  ]),
)
await mcp.close()
await cairn.stop()

/** What a question put into the context, and the passages it showed. */
interface Read {
  readonly tokens: number
  readonly shown: readonly string[]
}

async function session(title: string, ask: (query: string) => Promise<Read>) {
  let tokens = 0
  let recall = 0
  for (const { text, judged } of questions) {
    const read = await ask(text)
    const units = new Set(read.shown.map((id) => unitOf.get(id)))
    const wanted = [...judged].filter(([, grade]) => grade > 0).map(([unit]) => unit)
    tokens += read.tokens
    recall += wanted.filter((unit) => units.has(unit)).length / Math.max(1, wanted.length) / questions.length
  }
  return { title, tokens, recall }
}

async function pointersFirst(query: string): Promise<Read> {
  const page = await call('search', { query, limit: 10 })
  const refs: string[] = page.body.agent_decision.read_pointers.map(({ id }: { id: string }) => id)
  if (refs.length === 0) return { tokens: page.tokens, shown: [] }
  const read = await call('fetch_content', { refs, hydrate: 'full' })
  return { tokens: page.tokens + read.tokens, shown: [...complete(page.body), ...refs] }
}

/** Epitomes that are the whole text were read with the page. */
function complete(body: { pointers: { id: string; complete?: boolean }[] }): string[] {
  return body.pointers.filter((pointer) => pointer.complete).map(({ id }) => id)
}

async function told(tool: string, input: object): Promise<Read> {
  const { body, tokens } = await call(tool, input)
  const shown = ((body.content ?? []) as { id: string }[]).map(({ id }) => id)
  return { tokens, shown: [...complete(body), ...shown] }
}

async function wholeDocuments(query: string): Promise<Read> {
  const { body } = await call('search', { query, limit: 10 })
  const documents = new Set((body.pointers as { id: string }[]).map(({ id }) => documentOf.get(id)!))
  const tokens = [...documents].reduce((sum, id) => sum + countTokens(texts.get(id)!), 0)
  return {
    tokens,
    shown: [...documentOf].filter(([, document]) => documents.has(document)).map(([id]) => id),
  }
}

/** A tool's answer as its text block has it: what a model reads. */
async function call(tool: string, input: object) {
  const answer = await mcp.callTool({ name: tool, arguments: { ...input } })
  const [block] = answer.content as { text: string }[]
  return { body: JSON.parse(block!.text), tokens: countTokens(block!.text) }
}

async function load(): Promise<void> {
  const client = createClient({ baseUrl: cairn.url, token: speaker.token })
  await client.putSource({
    source: 'chats',
    manifest: { display_name: 'Chats', capabilities: { search: true } },
  })
  const documents = group.documents as readonly DocumentInput[]
  for await (const { id, pointers } of client.addDocuments({ source: 'chats', documents })) {
    const units = group.unitsOf.get(id ?? '') ?? []
    for (const [n, pointer] of pointers.entries()) {
      unitOf.set(pointer, units[Math.min(n, units.length - 1)]!)
      documentOf.set(pointer, id!)
    }
  }
}
