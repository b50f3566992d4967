import type { Offer } from './offer.ts'

/** Something that can be asked for a task, and the sources it answers for. */
export interface Asker {
  readonly sourceIds: readonly string[]
  /** `ms`: how long is waited for it. */
  readonly ask: (signal: AbortSignal, ms: number) => Promise<readonly Offer[]>
}

/** Who was asked ran out of time, and says so. */
export class Late extends Error {
  override readonly name = 'Late'
}

/** What was offered in time, and which sources offered nothing because they failed or were late. */
export interface Offered {
  readonly offers: readonly Offer[]
  readonly failures: readonly string[]
}

/** Asks all at once and waits for none longer than `ms`; one that fails or is late takes nothing from the others. */
export async function gather(askers: readonly Asker[], ms: number): Promise<Offered> {
  const all = await Promise.all(askers.map((asker) => askInTime(asker, ms)))
  return {
    offers: all.flatMap(({ offers }) => offers),
    failures: all.flatMap(({ failures }) => failures),
  }
}

async function askInTime({ sourceIds, ask }: Asker, ms: number): Promise<Offered> {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | null = null
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), Math.max(0, ms))
  })
  const asked = Promise.try(ask, controller.signal, ms).catch((failure) =>
    failure instanceof Late ? ('late' as const) : ('failed' as const),
  )
  const outcome = await Promise.race([asked, late])
  clearTimeout(timer)
  if (typeof outcome !== 'string') return { offers: outcome, failures: [] }
  controller.abort()
  const reason = outcome === 'late' ? 'source_timeout' : 'source_unavailable'
  return { offers: [], failures: sourceIds.map((id) => `${reason}:${id}`) }
}
