import type { SessionAnswer, Tier } from '@cairn/contract/crc-v1'
import { readingOf } from '@cairn/fact/reading'
import { summarise } from '@cairn/text/summary'
import { countTokens } from '@cairn/text/tokens'
import { sessionSlug } from './named-session.ts'

/** The CRC-v1 answer of a session's state. `expand` is the call that reads it in full. */
export function sessionAnswer(
  session: { readonly id: string; readonly state: string },
  { tier, expand }: { readonly tier: Tier; readonly expand: string },
): SessionAnswer {
  const reading = readingOf(session.state)
  const summary = summarise(reading)
  const cost = { pointer: 0, summary: countTokens(summary), full: countTokens(reading) }
  const frame = {
    cost_estimate: cost,
    agent_decision: null,
    next: { ...(tier === 'full' ? {} : { expand }), canonical_slug: sessionSlug(session.id) },
  }
  const opening = { contract: 'crc-v1', kind: 'session' } as const
  if (tier === 'pointer') return { ...opening, hydrate_tier: tier, ...frame }
  const text = tier === 'full' ? reading : summary
  const content = [{ id: session.id, text, token_count: cost[tier] }]
  return { ...opening, hydrate_tier: tier, content, ...frame }
}
