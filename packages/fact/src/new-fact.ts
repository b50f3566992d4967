import { partialDateMs } from '@cairn/contract/date-time'
import { isTooFarAhead } from '@cairn/contract/freshness'
import { LIMITS } from '@cairn/contract/limits'
import { readingOf } from '@cairn/fact/reading'
import { Problem } from '@cairn/http-kernel/problem'
import { storedJson } from '@cairn/http-kernel/stored-json'
import type { GivenInstant, NewFact } from '@cairn/memory-store/stored-fact'
import { summarise } from '@cairn/text/summary'
import { countTokens } from '@cairn/text/tokens'
import type { FactInput } from './fact-input.ts'
import { slugNamed } from './slug-named.ts'

/**
 * The fact an input states, in the one form that is stored and compared: names in NFC, JSON canonical, dates as instants beside
 * the text that was given. Throws a Problem where the input contradicts itself or observes the future.
 */
export function newFact(input: FactInput, now: number): NewFact {
  const { entity, key } = slugNamed(input)
  const value = storedJson('/value', input.value)
  const validFrom = instantGiven(input.valid_from)
  const validTo = instantGiven(input.valid_to)
  const observedAt = instantGiven(input.observed_at)
  expectSomeTime(validFrom, validTo)
  expectObserved(observedAt, now)
  return {
    entity,
    key,
    value,
    cardinality: input.cardinality ?? 'one',
    confidence: input.confidence ?? null,
    horizonClass: input.horizon_class ?? null,
    validFrom,
    validTo,
    observedAt,
    supersedes: input.supersedes ?? null,
    provenance: provenanceOf(input.provenance),
    ...tokensOf(readingOf(value)),
  }
}

function instantGiven(given: string | undefined): GivenInstant | null {
  if (given === undefined) return null
  const at = partialDateMs(given)
  if (at === null) throw new Error('the contract let a text pass that is no partial date')
  return { at, given }
}

/** Intervals are half open: one that ends where it begins holds at no time. */
function expectSomeTime(from: GivenInstant | null, to: GivenInstant | null): void {
  if (from === null || to === null || from.at < to.at) return
  throw invalid(
    '/valid_to',
    'valid_to',
    '`valid_to` must be after `valid_from`; a fact holds up to, not at, `valid_to`',
  )
}

function expectObserved(observed: GivenInstant | null, now: number): void {
  if (observed === null || !isTooFarAhead(observed.at, now)) return
  const message = '`observed_at` lies more than 24 hours ahead; what will hold is said by `valid_from`'
  throw new Problem('observed_in_future', `${message}.`, {
    errors: [{ pointer: '/observed_at', rule: 'observed_in_future', message }],
  })
}

function provenanceOf(provenance: FactInput['provenance']): string | null {
  if (provenance === undefined) return null
  const text = storedJson('/provenance', provenance)
  const bytes = new TextEncoder().encode(text).length
  if (bytes <= LIMITS.factValueBytesMax) return text
  throw invalid(
    '/provenance',
    'x-bytes-max',
    `\`provenance\` takes ${bytes} bytes of canonical JSON; at most ${LIMITS.factValueBytesMax} are kept`,
  )
}

function tokensOf(text: string): Pick<NewFact, 'tokens' | 'escapedTokens' | 'summaryTokens'> {
  return {
    tokens: countTokens(text),
    escapedTokens: countTokens(JSON.stringify(text).slice(1, -1)),
    summaryTokens: countTokens(summarise(text)),
  }
}

function invalid(pointer: string, rule: string, message: string): Problem {
  return new Problem('invalid_body', `${message}.`, { errors: [{ pointer, rule, message }] })
}
