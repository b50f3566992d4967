import { LIMITS } from '@cairn/contract/limits'
import type { ProblemDocument } from '@cairn/contract/problems'
import { Problem, problemDocument } from '@cairn/http-kernel/problem'
import { countTokens } from '@cairn/text/tokens'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { sendToSibling } from '../siblings/ask-sibling.ts'
import { ownBundle } from './own-bundle.ts'
import type { ArgumentSchema, Arguments, Doing, Step, Tool } from './tool.ts'

/**
 * Does a tool and answers with what the service said, as text and as data; where that is too much, as text alone. A refusal is a
 * result that says what was wrong and what to do next. What comes back is data of whoever stored it, and marked so.
 */
export async function callTool(doing: Doing, tool: Tool, given: Arguments): Promise<CallToolResult> {
  const fault = argumentsFault(tool, given)
  if (fault !== null) return refused(fault)
  try {
    return await done(doing, tool, given)
  } catch (problem) {
    if (problem instanceof Problem) return refused(told(problemDocument(problem, '/mcp')))
    throw problem
  }
}

async function done(doing: Doing, tool: Tool, given: Arguments): Promise<CallToolResult> {
  const before: Arguments[] = []
  let last: Taken = { text: '', isRefused: false, verdict: null }
  for (const step of tool.steps) {
    const answer = await take(doing, await step(given, before))
    if (answer.isRefused) return refused(told(JSON.parse(answer.text) as ProblemDocument))
    last = answer
    before.push(JSON.parse(answer.text) as Arguments)
  }
  return withinCap(last, before.at(-1)!)
}

/** What a step came to; `verdict` of a citation: whether it holds. */
interface Taken {
  readonly text: string
  readonly isRefused: boolean
  readonly verdict: string | null
}

async function take(doing: Doing, step: Step): Promise<Taken> {
  if ('bundle' in step)
    return { text: JSON.stringify(await ownBundle(doing, step.bundle)), isRefused: false, verdict: null }
  const { key, ...ask } = step
  const keyed = key === undefined ? ask : { ...ask, headers: { 'Idempotency-Key': key } }
  const response = await sendToSibling(doing, keyed)
  const verdict = response.headers.get(VERDICT)
  return { text: await response.text(), isRefused: !response.ok, verdict }
}

const VERDICT = 'Citation-Verdict'
const UNTRUSTED = { 'dev.cairn/untrusted': true } as const

function withinCap({ text, verdict }: Taken, data: Arguments): CallToolResult {
  const texts = [text, ...(verdict === null ? [] : [`${VERDICT}: ${verdict}`])]
  const content = texts.map((one) => ({ type: 'text' as const, text: one }))
  const alone: CallToolResult = { content, _meta: UNTRUSTED }
  const both: CallToolResult = { ...alone, structuredContent: data }
  const fits = (result: CallToolResult) => countTokens(JSON.stringify(result)) <= ANSWER_TOKENS
  if (fits(both)) return both
  return fits(alone) ? alone : refused(TOO_MUCH)
}

/** What the protocol puts around a result. */
const FRAME_TOKENS = 200
const ANSWER_TOKENS = LIMITS.mcpAnswerTokensMax - FRAME_TOKENS
const TOO_MUCH = `The answer is larger than ${LIMITS.mcpAnswerTokensMax} tokens. Ask for less: a smaller \`limit\`, fewer \`refs\`, \`hydrate\` of \`pointer\` or \`summary\`, or a smaller \`token_budget\`; whole topics and documents are read over HTTP.`

function refused(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

/** A problem document as a model reads it: what was wrong, where, and what to do. */
function told({ code, detail, errors = [], resolution }: ProblemDocument): string {
  const lines = [
    `${code}: ${detail}`,
    ...errors.map(({ pointer, message }) => `${pointer.replace(/^\//, '')}: ${message}`),
    ...(resolution === undefined
      ? []
      : [`Next: get_bootstrap ${JSON.stringify({ topic: resolution.replace('__bootstrap__::', '') })}`]),
  ]
  return lines.join('\n')
}

function argumentsFault({ name, properties, required, example }: Tool, given: Arguments): string | null {
  const unknown = Object.keys(given).find((one) => !Object.hasOwn(properties, one))
  const missing = required.find((one) => given[one] === undefined)
  const mistyped = Object.keys(given).find((one) => isText(properties[one]) && !isTextOrAbsent(given[one]))
  if ((unknown ?? missing ?? mistyped) === undefined) return overBudget(properties, given)
  const what =
    unknown !== undefined
      ? `${unknown.slice(0, 64)} is no argument of ${name}`
      : missing !== undefined
        ? `${missing} is missing`
        : `${mistyped} is no text`
  return `invalid_body: ${what}; it takes ${Object.keys(properties).join(', ')}. This passes: ${JSON.stringify(example)}`
}

const isText = (schema: ArgumentSchema | undefined) => schema?.type === 'string'
const isTextOrAbsent = (value: unknown) => value === undefined || typeof value === 'string'

/** The bound of a budget is lower here than over HTTP. */
function overBudget(properties: Tool['properties'], given: Arguments): string | null {
  const over = ['token_budget', 'budget_tokens'].find(
    (name) =>
      typeof given[name] === 'number' &&
      given[name] > (properties[name]?.maximum ?? Number.POSITIVE_INFINITY),
  )
  return over === undefined
    ? null
    : `invalid_body: ${over} is at most ${LIMITS.mcpBudgetTokensMax} here; an answer comes as text and as data.`
}
