import type { CrcV1 } from '@cairn/contract/crc-v1'
import { LIMITS } from '@cairn/contract/limits'
import { Problem } from '@cairn/http-kernel/problem'
import { type Asking, askSibling } from '../siblings/ask-sibling.ts'
import { factText } from './fact-offers.ts'
import type { Offer } from './offer.ts'
import { FACTS, SESSIONS } from './sources.ts'

/** Reads the fact that a slug names; nothing where there is none. */
export async function readFact(asking: Asking, slug: string, signal: AbortSignal): Promise<readonly Offer[]> {
  const answer = await read(asking, `/v1/facts/${slug}`, signal)
  const item = answer?.content?.[0]
  if (answer === null || typeof item?.text !== 'string') return []
  const confidence = answer.envelope?.freshness?.effective_confidence ?? null
  return [offer({ id: item.id, sourceId: FACTS, kind: 'fact', text: factText(slug, item.text), confidence })]
}

/** Reads the state of the session that a text names; nothing where there is none. */
export async function readSession(
  asking: Asking,
  id: string,
  signal: AbortSignal,
): Promise<readonly Offer[]> {
  const answer = await read(asking, `/v1/sessions/${encodeURIComponent(id)}/state`, signal)
  const text = answer?.content?.[0]?.text
  if (typeof text !== 'string') return []
  return [offer({ id: `${SESSIONS}/${id}`, sourceId: SESSIONS, kind: 'session', text, confidence: 1 })]
}

/** Whether a text may be the name of one thing, as the id of a session is: one word, and not one that the address parser takes away. */
export function isName(text: string): boolean {
  return /^(?!\.{1,2}$)[^\s\p{Cc}\p{Cs}]+$/u.test(text) && [...text].length <= LIMITS.sessionIdLengthMax
}

async function read(asking: Asking, path: string, signal: AbortSignal): Promise<CrcV1 | null> {
  const ask = { sibling: 'facts', method: 'GET', path, query: { hydrate: 'full' }, signal } as const
  return (await askSibling(asking, ask).catch(nothingThere)) as CrcV1 | null
}

function nothingThere(problem: unknown): null {
  if (problem instanceof Problem && ABSENT.has(problem.code)) return null
  throw problem
}

const ABSENT = new Set(['fact_not_found', 'session_not_found', 'pointer_not_found', 'pointer_gone'])

/** What is asked for by name and found is as relevant as can be. */
const offer = (of: Pick<Offer, 'id' | 'sourceId' | 'kind' | 'text' | 'confidence'>): Offer => ({
  ...of,
  score: 1,
  ageMs: null,
  tokensStated: null,
})
