import { type ContextShape, checkContext } from './context.ts'
import type { Finding } from './finding.ts'
import type { ContextBundleV1, ContextCandidateV1, ContextReceiptV1 } from './generated/context-schema.d.ts'
import { readIntegerSource } from './source-text.ts'

/** A bundle as it is answered, or as it is read again: then without `content`. */
export interface ContextAnswer {
  readonly bundle: ContextBundleV1
  readonly candidates: readonly ContextCandidateV1[]
  readonly receipt: ContextReceiptV1
  readonly content?: readonly ContextBody[]
}

/** A candidate's text; `token_count` is what it costs as a JSON string is written. */
export interface ContextBody {
  readonly candidate_id: string
  readonly tier: 'full' | 'summary'
  readonly text: string
  readonly token_count: number
}

/** A whole bundle, or every reason why the text is none. */
export type DecodedContextAnswer =
  | { readonly ok: true; readonly value: ContextAnswer }
  | { readonly ok: false; readonly findings: readonly Finding[] }

/** `countTokens` counts by the profile `o200k_base`; without it what needs counting is not judged. */
export interface ContextJudging {
  readonly countTokens?: (text: string) => number
}

/** Reads a whole bundle from its JSON text: each part as written, then what the parts say of each other. */
export function decodeContextAnswer(text: string, judging: ContextJudging = {}): DecodedContextAnswer {
  const reading = readIntegerSource(text)
  const findings = reading.findings ?? checkContextAnswer(reading.value, judging)
  return reading.findings === undefined && findings.length === 0
    ? { ok: true, value: reading.value as ContextAnswer }
    : { ok: false, findings }
}

/**
 * Judges a whole bundle that is no text any more: each part is its shape, every sum, name and reason can be worked out again from the rest, and
 * where tokens are counted no body costs more than it says and the answer no more than its budget.
 */
export function checkContextAnswer(value: unknown, { countTokens }: ContextJudging = {}): Finding[] {
  const shapes = shapeFindings(value)
  if (shapes.length > 0) return shapes
  const answer = value as ContextAnswer
  return [
    ...RULES.flatMap((rule) => rule(answer)),
    ...(countTokens === undefined ? [] : countedFindings(answer, countTokens)),
  ]
}

const PARTS = ['bundle', 'candidates', 'receipt'] as const
const BODY_MEMBERS = ['candidate_id', 'tier', 'text', 'token_count'] as const

function shapeFindings(value: unknown): Finding[] {
  if (!isObject(value)) return [expected('', 'type', 'an object with bundle, candidates and receipt')]
  const missing = PARTS.filter((part) => !Object.hasOwn(value, part))
  const unknown = Object.keys(value).filter((name) => !KNOWN.includes(name))
  const lists = ['candidates', 'content'].filter(
    (name) => Object.hasOwn(value, name) && !Array.isArray(value[name]),
  )
  const wrong = [
    ...missing.map((part) => expected(`/${part}`, 'required', `a member ${part}`)),
    ...unknown.map((name) => expected(`/${name}`, 'additionalProperties', `only ${KNOWN.join(', ')}`)),
    ...lists.map((name) => expected(`/${name}`, 'type', 'a list')),
  ]
  if (wrong.length > 0) return wrong
  return [
    ...ofShape('ContextBundleV1', value.bundle, '/bundle'),
    ...(value.candidates as unknown[]).flatMap((one, n) =>
      ofShape('ContextCandidateV1', one, `/candidates/${n}`),
    ),
    ...ofShape('ContextReceiptV1', value.receipt, '/receipt'),
    ...((value.content ?? []) as unknown[]).flatMap((one, n) => bodyFindings(one, `/content/${n}`)),
  ]
}

const KNOWN: readonly string[] = [...PARTS, 'content']

function ofShape(shape: ContextShape, value: unknown, at: string): Finding[] {
  return checkContext(shape, value).map((finding) => ({ ...finding, pointer: `${at}${finding.pointer}` }))
}

function bodyFindings(body: unknown, at: string): Finding[] {
  const isBody =
    isObject(body) &&
    Object.keys(body).length === BODY_MEMBERS.length &&
    typeof body.candidate_id === 'string' &&
    (body.tier === 'full' || body.tier === 'summary') &&
    typeof body.text === 'string' &&
    Number.isSafeInteger(body.token_count) &&
    (body.token_count as number) >= 0
  return isBody
    ? []
    : [expected(at, 'body', 'candidate_id, tier (full or summary), text and a whole token_count, no more')]
}

type Rule = (answer: ContextAnswer) => Finding[]

/** What the parts of a bundle say of each other. */
const RULES: readonly Rule[] = [
  ({ bundle, candidates }) =>
    same('/bundle/candidates', 'candidates-named', {
      stated: bundle.candidates,
      right: candidates.map(({ candidate_id }) => candidate_id),
    }),
  ({ candidates }) => {
    const ids = candidates.map(({ candidate_id }) => candidate_id)
    return new Set(ids).size === ids.length
      ? []
      : [expected('/candidates', 'candidates-unique', 'each candidate once')]
  },
  ({ bundle, candidates, receipt }) =>
    same('/receipt/task_id', 'one-task', {
      stated: [receipt.task_id, ...candidates.map(({ task_id }) => task_id)],
      right: [bundle, ...candidates].map(() => bundle.task_id),
    }),
  ({ bundle, receipt }) =>
    same('/receipt/bundle_id', 'bundle-named', { stated: receipt.bundle_id, right: bundle.bundle_id }),
  ({ bundle, candidates }) =>
    same('/bundle/total_tokens', 'total-sum', {
      stated: bundle.total_tokens,
      right: sum(candidates.map(({ estimated_tokens }) => estimated_tokens)),
    }),
  ({ receipt, content }) =>
    content === undefined
      ? []
      : same('/receipt/materialized_tokens', 'materialized-sum', {
          stated: receipt.materialized_tokens,
          right: sum(content.map(({ token_count }) => token_count)),
        }),
  ({ receipt, candidates }) =>
    same('/receipt/candidates_selected', 'selected-count', {
      stated: receipt.candidates_selected,
      right: candidates.length,
    }),
  ({ receipt, candidates }) =>
    same('/receipt/sources_used', 'sources-used', {
      stated: receipt.sources_used,
      right: sortedOnce(candidates.map(({ source_id }) => source_id)),
    }),
  ({ content, candidates }) =>
    content === undefined
      ? []
      : same('/content', 'bodies-join', {
          stated: content.map(({ candidate_id, token_count }) => [candidate_id, token_count]),
          right: candidates.map(({ candidate_id, estimated_tokens }) => [candidate_id, estimated_tokens]),
        }),
  reasonFindings,
]

/** The reasons that a bundle is less than it might be; those of a source name it. */
const REASON =
  /^(?:budget_exhausted|duplicate_content|estimate_overrun|low_coverage|no_candidates|stale_candidates|source_(?:timeout|unavailable):.+)$/s
const HALF_MILLI = 500

/** Reasons are known, sorted and told once; those that follow from the numbers beside them are there when they do. */
function reasonFindings({ bundle, candidates, receipt }: ContextAnswer): Finding[] {
  const at = '/receipt/degraded_reasons'
  const { degraded_reasons: reasons, candidates_considered, candidates_selected } = receipt
  const unknown = reasons.filter((reason) => !REASON.test(reason))
  const follows: readonly (readonly [reason: string, holds: boolean])[] = [
    ['no_candidates', candidates_considered === 0],
    ['low_coverage', bundle.coverage_milli < HALF_MILLI],
    ['stale_candidates', candidates.some(({ freshness_milli }) => freshness_milli < HALF_MILLI)],
  ]
  const isCut = bundle.strategy !== 'minimal' && candidates_selected < candidates_considered
  return [
    ...unknown.map((reason) => expected(at, 'reason-known', `no ${JSON.stringify(reason.slice(0, 40))}`)),
    ...same(at, 'reasons-sorted', { stated: reasons, right: sortedOnce(reasons) }),
    ...follows
      .filter(([reason, holds]) => reasons.includes(reason) !== holds)
      .map(([reason, holds]) => expected(at, 'reason-follows', `${holds ? '' : 'no '}${reason}`)),
    ...(isCut && !reasons.includes('budget_exhausted')
      ? [expected(at, 'reason-follows', 'budget_exhausted, for not all that was considered was selected')]
      : []),
  ]
}

function countedFindings(answer: ContextAnswer, countTokens: (text: string) => number): Finding[] {
  const { budget_tokens } = answer.receipt
  const tokens = countTokens(JSON.stringify(answer))
  const bodies = (answer.content ?? []).flatMap(({ text, token_count }, n) => {
    const counted = countTokens(JSON.stringify(text).slice(1, -1))
    return counted <= token_count
      ? []
      : [expected(`/content/${n}/token_count`, 'body-cost', `at least ${counted}, what the text costs`)]
  })
  return tokens <= budget_tokens
    ? bodies
    : [
        ...bodies,
        expected('', 'budget-kept', `an answer of at most ${budget_tokens} tokens, found ${tokens}`),
      ]
}

function same(
  pointer: string,
  rule: string,
  { stated, right }: { readonly stated: unknown; readonly right: unknown },
): Finding[] {
  const [found, wanted] = [JSON.stringify(stated), JSON.stringify(right)]
  return found === wanted
    ? []
    : [{ pointer, rule, message: `found ${excerptOf(found)}, expected ${excerptOf(wanted)}` }]
}

const expected = (pointer: string, rule: string, what: string): Finding => ({
  pointer,
  rule,
  message: `expected ${what}`,
})

/** A list at some length, so that a finding stays readable. */
const excerptOf = (json: string): string =>
  json.length <= 80 ? json : `${json.slice(0, 80).toWellFormed()}…`
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
const sortedOnce = (texts: readonly string[]): string[] => [...new Set(texts)].sort()

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
