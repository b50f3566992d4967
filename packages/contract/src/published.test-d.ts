import type { StandardSchemaV1 } from '@standard-schema/spec'
import { type ContextBundleV1, decodeContext } from './context.ts'
import { type ConformantAnswer, type CrcV1, cairnCrcV1, crcV1, parse, safeParse } from './crc-v1.ts'
import { parseResearch, type ResearchSource } from './research.ts'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <_ extends true>(): void => {}

// It is a Standard Schema of what it parses to.
crcV1 satisfies StandardSchemaV1<unknown, ConformantAnswer>
cairnCrcV1 satisfies StandardSchemaV1<unknown, CrcV1>
holds<Same<StandardSchemaV1.InferOutput<typeof crcV1>, ConformantAnswer>>()
holds<Same<StandardSchemaV1.InferOutput<typeof cairnCrcV1>, CrcV1>>()
holds<Same<ReturnType<typeof parse>, ConformantAnswer>>()

/** Never called: what its branches may say is what is held. */
export function narrowed(document: unknown): void {
  const any = parse(document)
  if (any.kind === 'search') any.agent_decision.load_bearing_lane satisfies string | undefined
  if (any.kind === 'fact') any.envelope.freshness.age_hours satisfies number | null | undefined
  if (any.kind === 'session') any.next.canonical_slug satisfies string
  if (any.hydrate_tier === 'pointer') any.content satisfies [] | undefined
  // @ts-expect-error a session of another server may have no pointers
  if (any.kind === 'session') any.pointers.length

  const ours = parse(document, { profile: 'cairn' })
  if (ours.kind === 'search') ours.agent_decision.fused_confidence satisfies number | null
  if (ours.kind === 'addressed') ours.agent_decision satisfies null
  if (ours.hydrate_tier === 'pointer') ours.content satisfies undefined
  if (ours.hydrate_tier === 'full') ours.content[0]?.text satisfies string | undefined
  // @ts-expect-error at pointer tier there is no content
  if (ours.hydrate_tier === 'pointer') ours.content.length
  // @ts-expect-error a fact has no pointers
  if (ours.kind === 'fact') ours.pointers

  const parsed = safeParse(document)
  if (parsed.success) holds<Same<typeof parsed.data, ConformantAnswer>>()
  else parsed.error.findings[0]?.authority satisfies 'S0' | 'S1' | 'cairn' | undefined

  const bundle = decodeContext('ContextBundleV1', '')
  if (bundle.ok) holds<Same<typeof bundle.value, ContextBundleV1>>()
  const source = parseResearch(document, 'source')
  if (source.ok) holds<Same<typeof source.document, ResearchSource>>()
}
