import { BrokenAnswer } from './broken-answer.ts'
import type { CallId } from './calls.ts'

/** How a walk over pages is bounded. */
export interface PagesOptions {
  /** The most pages read, 1 or more; 1,000 when absent. The last one tells by `next.cursor` where to go on. */
  readonly pagesMax?: number
}

interface Page {
  readonly next?: { readonly cursor?: string } | null
}

const PAGES_MAX_DEFAULT = 1000

/**
 * The answers of a list from its first page, or from `input.cursor`, to its last. Each page is asked for when it is wanted. It ends
 * without an error at `pagesMax`; throws `BrokenAnswer` when a cursor leads back to where the walk has been.
 */
export async function* pages<I extends object, O extends PagesOptions>(
  { id, call }: { readonly id: CallId; readonly call: (input: I, options: O) => Promise<object> },
  input: I,
  options: O,
): AsyncGenerator<object, void, undefined> {
  const { pagesMax = PAGES_MAX_DEFAULT } = options
  if (!(pagesMax >= 1)) throw new RangeError(`pagesMax is 1 or more; found ${pagesMax}`)
  const seen = new Set<string>()
  let from = input
  for (let read = 0; read < pagesMax; read++) {
    const page: Page = await call(from, options)
    yield page
    const cursor = page.next?.cursor
    if (cursor === undefined) return
    if (seen.has(cursor)) throw cameBack(id)
    seen.add(cursor)
    from = { ...input, cursor }
  }
}

function cameBack(operation: CallId): BrokenAnswer {
  const message = 'the walk came back to a page it had read'
  return new BrokenAnswer({ operation, why: 'mismatch', message, response: null })
}
