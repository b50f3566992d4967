import { renderWithin } from '@cairn/budget/render-within'
import type { Call } from '@cairn/http-kernel/call'
import { sealCursor } from '@cairn/http-kernel/cursor'
import { readReceiptIds } from '@cairn/memory-store/receipt'
import type { SearchResult } from '@cairn/search-engine/search-request'
import type { QueryTerms } from '@cairn/text/query'
import { countTokens } from '@cairn/text/tokens'
import type { SearchBindings } from './bindings.ts'
import type { LanesRun } from './lanes-for.ts'
import type { IndexView } from './read-index.ts'
import { searchAnswer } from './search-answer.ts'
import type { SearchInput } from './search-input.ts'
import { frameOf, itemsOf } from './search-page.ts'
import type { ShownHit } from './shown-hits.ts'

/** What was asked, what was found, and what of it is shown. */
export interface FoundPage {
  readonly input: SearchInput
  readonly query: QueryTerms
  readonly ranked: SearchResult
  readonly shown: readonly ShownHit[]
  readonly view: IndexView | null
  readonly late: boolean
  readonly lanes: LanesRun
  /** The position in the walk behind the first so many shown; null at its end. */
  readonly after: (count: number) => number | null
}

/** The CRC-v1 answer of a page, with as much of it as its token budget holds. */
export async function pageBody(call: Call<SearchBindings>, found: FoundPage): Promise<unknown> {
  const { input, query, ranked, shown, view, lanes } = found
  const late = found.late || ranked.capped.includes('deadline')
  const tookMs = call.bindings.clock() - call.now
  const receipts = input.detail && view !== null ? await receiptsOf(call, view, shown) : NO_RECEIPTS
  const result = shownResult(ranked, shown)
  const page = { call, input, query, found: result, shown, receipts, late, lanes, tookMs, view }
  const frame = frameOf(page, itemsOf(page))
  return renderWithin(frame.items, {
    tier: input.tier,
    budget: input.tokenBudget,
    render: async (fitted) =>
      searchAnswer(frame, fitted, await cursorAt(call, view, found.after(fitted.shown))),
    count: countTokens,
  })
}

const NO_RECEIPTS: ReadonlyMap<number, string> = new Map()

/** What signed the commits that the hits came in, by version. */
function receiptsOf(
  { bindings }: Call<SearchBindings>,
  { ns }: IndexView,
  shown: readonly ShownHit[],
): Promise<ReadonlyMap<number, string>> {
  const versions = [...new Set(shown.map(({ hit }) => hit.batch))]
  return readReceiptIds(bindings.memory, { ns, versions })
}

/** The result without the hits that are not shown; one that shows nothing though the walk goes on was cut short. */
function shownResult(ranked: SearchResult, shown: readonly ShownHit[]): SearchResult {
  const isCut = shown.length === 0 && ranked.next !== null
  const capped = isCut ? [...ranked.capped, 'read_cap' as const] : ranked.capped
  return { ...ranked, capped, hits: shown.map(({ hit }) => hit) }
}

async function cursorAt(
  call: Call<SearchBindings>,
  view: IndexView | null,
  position: number | null,
): Promise<string | null> {
  if (view === null || position === null) return null
  const { number: ns, epoch, version } = view
  const place = { ns, epoch, version, position, requestHash: call.requestHash }
  return await sealCursor(call.bindings.cursorKey, place, call.now)
}
