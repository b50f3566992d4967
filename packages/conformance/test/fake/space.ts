import { formatPointer } from '@cairn/contract/pointer'
import type { Opening } from '@cairn/contract/receipts'
import type { Call, KernelBindings } from '@cairn/http-kernel/call'

/** What the fake's handlers are given: every space of every tenant, in memory. */
export interface FakeBindings extends KernelBindings {
  readonly spaces: Map<string, Space>
}
export type FakeCall = Call<FakeBindings>

/** What one namespace of one tenant holds. */
export interface Space {
  /** Null in `default`. */
  readonly number: number | null
  version: number
  embedder: FakeEmbedder | null
  readonly sources: Map<string, unknown>
  readonly documents: Map<string, FakeDocument>
  readonly passages: FakePassage[]
  readonly facts: FakeFact[]
  readonly sessions: Map<string, FakeSession>
  /** By id: what is signed when it is read. */
  readonly receipts: Map<string, FakeReceipt>
  /** Bundles by the id of their receipt: the text without bodies, and the signed receipt of that. */
  readonly bundles: Map<string, { readonly text: string; readonly signed: string }>
  /** Research documents of every kind by id. */
  readonly research: Map<string, Readonly<Record<string, unknown>>>
  readonly answers: Map<string, { readonly requestHash: string; readonly body: unknown }>
}
export interface FakeReceipt {
  readonly opening: Opening
  readonly namespace: string
}
export interface FakeDocument {
  readonly sent: {
    readonly id: string
    readonly text: string
    readonly tags?: readonly string[]
    readonly created_at?: string
    readonly embedding?: readonly number[]
  }
  readonly source: string
  isDeleted: boolean
}
export interface FakePassage {
  readonly batch: number
  readonly ordinal: number
  readonly document: string
  readonly source: string
  readonly tags: readonly string[]
  readonly text: string
  readonly embedding?: readonly number[]
  isDead: boolean
}
export interface FakeEmbedder {
  readonly embedder: string
  readonly dimensions: number
  readonly version: string
}
export interface FakeFact {
  readonly factId: string
  readonly entity: string
  readonly key: string
  readonly value: unknown
  readonly confidence: number | null
  readonly validFrom: string | null
  readonly effectiveAt: number
  readonly recordedAt: number
  retraction: { readonly at: number; readonly reason: string | null } | null
}
export interface FakeSession {
  readonly state: unknown
  readonly version: number
  readonly etag: string
  readonly updatedAt: number
}

/** The space a call works in. */
export function spaceOf({ bindings, caller, namespace }: FakeCall): Space {
  const key = `${caller.tenant}/${namespace}`
  const known = bindings.spaces.get(key)
  if (known !== undefined) return known
  const space: Space = {
    number: namespace === 'default' ? null : 2,
    version: 0,
    embedder: null,
    sources: new Map(),
    documents: new Map(),
    passages: [],
    facts: [],
    sessions: new Map(),
    receipts: new Map(),
    bundles: new Map(),
    research: new Map(),
    answers: new Map(),
  }
  bindings.spaces.set(key, space)
  return space
}

/** The pointer of a passage. */
export function pointerOf(space: Space, passage: FakePassage): string {
  return formatPointer(space.number, passage)
}

/** Four characters are a token here. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4)
}

/** The header of every CRC read. */
export function consistency(space: Space): Record<string, string> {
  return { 'Consistency-Token': `e1.${space.version}` }
}
