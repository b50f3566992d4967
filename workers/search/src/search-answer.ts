import type { Fitted, Item } from '@cairn/budget/fit-answer'
import type { AgentDecision, CrcV1, Envelope, Tier } from '@cairn/contract/crc-v1'
import type { ResolutionCode } from '@cairn/contract/resolution'
import { resolutionPointer } from '@cairn/contract/resolution'
import { envelope } from '@cairn/http-kernel/envelope'
import { countTokens } from '@cairn/text/tokens'

/** What is said around the pointers of a page. */
export interface PageFrame {
  readonly tier: Tier
  readonly items: readonly Item[]
  readonly decision: AgentDecision
  readonly resolution: ResolutionCode | null
  readonly degraded: readonly string[]
  /** Of the commits that the items came in, in their order; null where there is none, or no detail was asked for. */
  readonly receipts: readonly (string | null)[]
  /** What names the namespace in an address: a query, or nothing. */
  readonly inNamespace: string
  /** The address of the console that shows this page; null unless detail was asked for. */
  readonly inConsole: string | null
  readonly canonicalSlug: string | null
  readonly envelope: Envelope
  readonly meta: Readonly<Record<string, unknown>> | null
}

/**
 * The CRC-v1 answer of a page whose pointers and bodies have been chosen. Missing terms and the canonical slug are as long
 * as what was asked and stored, so they are printed where the size of a page leaves room; so is what to read beyond one hit.
 */
export function searchAnswer(
  frame: PageFrame,
  fitted: Fitted,
  cursor: string | null,
): Record<string, unknown> {
  const page = { fitted, cursor, pointerTokens: pointerTokensOf(fitted) }
  const isDefaultPage = frame.meta === null && fitted.content === undefined
  if (!isDefaultPage) return wholeAnswer(frame, page)
  const { missing_terms: _missing, ...decision } = frame.decision
  const lean = { ...frame, decision }
  const bare = { ...lean, canonicalSlug: null }
  const frames = [frame, lean, bare, ...[2, 1].map((most) => readingAtMost(bare, most))]
  const allowed = allowedTokens(fitted)
  const answers = frames.values().map((each) => wholeAnswer(each, page))
  const isWithin = (answer: object) => countTokens(JSON.stringify(answer)) <= allowed
  return answers.find(isWithin) ?? wholeAnswer(frames.at(-1)!, page)
}

/** What every frame is put around. */
interface Page {
  readonly fitted: Fitted
  readonly cursor: string | null
  readonly pointerTokens: number
}

function pointerTokensOf({ pointers, shown }: Fitted): number {
  return shown === 0 ? 0 : countTokens(JSON.stringify(pointers))
}

function readingAtMost(frame: PageFrame, most: number): PageFrame {
  const { read_pointers: reads, ...decision } = frame.decision
  return { ...frame, decision: { ...decision, read_pointers: reads.slice(0, most) } }
}

/** A page of n pointers costs at most its epitomes, 160, and 25 a pointer. */
function allowedTokens({ pointers }: Fitted): number {
  const epitomes = pointers.map(({ epitome }) => countTokens(epitome ?? ''))
  return epitomes.reduce((sum, tokens) => sum + tokens, 160 + 25 * pointers.length)
}

function wholeAnswer(frame: PageFrame, { fitted, cursor, pointerTokens }: Page): Record<string, unknown> {
  const shown = frame.items.slice(0, fitted.shown)
  const ids = new Set(fitted.pointers.map(({ id }) => id))
  const reads = frame.decision.read_pointers.filter(({ id }) => ids.has(id))
  const unread = reads.filter(({ id }) => !isRead(id, fitted))
  const answer = {
    contract: 'crc-v1',
    kind: 'search',
    hydrate_tier: frame.tier,
    pointers: fitted.pointers,
    ...(fitted.content === undefined ? {} : { content: fitted.content }),
    cost_estimate: {
      pointer: pointerTokens,
      summary: shown.reduce((sum, item) => sum + item.tokens.summary, 0),
      full: shown.reduce((sum, item) => sum + item.tokens.full, 0),
    },
    agent_decision: { ...frame.decision, read_pointers: reads },
    envelope: envelopeOf(frame, fitted),
    next: {
      ...(unread.length > 0
        ? { expand: expandCall(`/v1/query/fetch-content${frame.inNamespace}`, unread) }
        : {}),
      ...(frame.resolution === null ? {} : { resolution_pointer: resolutionPointer(frame.resolution) }),
      ...(frame.canonicalSlug === null ? {} : { canonical_slug: frame.canonicalSlug }),
      ...(cursor === null ? {} : { cursor }),
    },
    ...(frame.meta === null ? {} : { meta: frame.meta }),
  }
  return envelope(answer as unknown as CrcV1)
}

/** Whether the whole body is on the page already. */
function isRead(id: string, { content }: Fitted): boolean {
  return (content ?? []).some((item) => item.id === id && item.tier === undefined)
}

/** The call that reads `pointers` whole; it works as printed. */
function expandCall(path: string, pointers: readonly { readonly id: string }[]): string {
  return `POST ${path} ${JSON.stringify({ refs: pointers.map(({ id }) => id), hydrate: 'full' })}`
}

/** The receipts of what is on the page, the call that verifies the first, and the page of the console that shows this one. */
function receiptsIn({ receipts, inNamespace, inConsole }: PageFrame, { shown }: Fitted): Envelope {
  if (inConsole === null) return {}
  const used = [...new Set(receipts.slice(0, shown).filter((receipt) => receipt !== null))]
  if (used.length === 0) return { links: { open_in_console: inConsole } }
  const verify = `/v1/receipts/${used[0]}/verification${inNamespace}`
  return { receipts_used: used, links: { verify, open_in_console: inConsole } }
}

function envelopeOf(frame: PageFrame, fitted: Fitted): Envelope {
  const left = frame.items.length - fitted.shown
  return {
    ...frame.envelope,
    ...receiptsIn(frame, fitted),
    ...(left > 0 || fitted.demoted > 0 ? { omitted: { pointers: left, demoted: fitted.demoted } } : {}),
    ...(frame.degraded.length > 0 ? { degraded_reasons: frame.degraded } : {}),
  }
}
