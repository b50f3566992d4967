import type { Fitted, Item } from '@cairn/budget/fit-answer'
import type { CrcV1, Freshness, Tier } from '@cairn/contract/crc-v1'
import { resolutionPointer } from '@cairn/contract/resolution'
import { envelope } from '@cairn/http-kernel/envelope'
import { countTokens } from '@cairn/text/tokens'

/** What is said around the pointers of an addressed answer. */
export interface AddressedFrame {
  readonly tier: Tier
  readonly items: readonly Item[]
  /** Of the least fresh document with a horizon; null where none has one. */
  readonly freshness: Freshness | null
  readonly unavailable: readonly { readonly id: string; readonly code: string }[]
  /** Where the expand call goes. */
  readonly expandPath: string
  /** How many ids were asked for beyond these items. */
  readonly left: number
  /** The ref, when one was asked for. */
  readonly canonicalSlug: string | null
}

/** The CRC-v1 answer whose pointers and bodies have been chosen. */
export function addressedAnswer(
  frame: AddressedFrame,
  fitted: Fitted,
  cursor: string | null,
): Record<string, unknown> {
  const shown = frame.items.slice(0, fitted.shown)
  const left = frame.items.length - fitted.shown + frame.left
  const answer = {
    contract: 'crc-v1',
    kind: 'addressed',
    hydrate_tier: frame.tier,
    pointers: fitted.pointers,
    ...(fitted.content === undefined ? {} : { content: fitted.content }),
    cost_estimate: {
      pointer: countTokens(JSON.stringify(fitted.pointers)),
      summary: shown.reduce((sum, item) => sum + item.tokens.summary, 0),
      full: shown.reduce((sum, item) => sum + item.tokens.full, 0),
    },
    agent_decision: null,
    envelope: {
      ...(frame.freshness === null ? {} : { freshness: frame.freshness }),
      unavailable: frame.unavailable,
      ...(left > 0 || fitted.demoted > 0 ? { omitted: { pointers: left, demoted: fitted.demoted } } : {}),
    },
    next: {
      ...(frame.tier === 'full' ? {} : { expand: expandCall(frame.expandPath, fitted) }),
      ...(frame.unavailable.length > 0 ? { resolution_pointer: resolutionPointer('PointerGone') } : {}),
      ...(frame.canonicalSlug === null ? {} : { canonical_slug: frame.canonicalSlug }),
      ...(cursor === null ? {} : { cursor }),
    },
  }
  return envelope(answer as unknown as CrcV1)
}

function expandCall(path: string, fitted: Fitted): string {
  return `POST ${path} ${JSON.stringify({ refs: fitted.pointers.map(({ id }) => id), hydrate: 'full' })}`
}
