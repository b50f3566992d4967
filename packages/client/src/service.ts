import type { Verdict } from '@cairn/contract/validate'

export type { Verdict }

/** A namespace of the tenant and what it holds. */
export interface NamespaceItem {
  readonly name: string
  readonly number: number
  readonly epoch: string
  readonly version: number
  readonly documents: number
  readonly passages: number
  readonly facts: number
  readonly bytes: number
}

/** The namespaces of the tenant. */
export interface NamespaceList {
  readonly namespaces: readonly NamespaceItem[]
}

/** What a maintenance step did, and whether there is more to do. */
export interface MaintenanceDone {
  readonly merged: number
  readonly collected: number
  readonly more: boolean
}

/** What an agent can read about the service. */
export interface TopicItem {
  readonly topic: string
  readonly title: string
  readonly public: boolean
  readonly aliases: readonly string[]
}

export interface TopicList {
  readonly topics: readonly TopicItem[]
}

/** A topic; `tool-output` is the published schema itself. */
export interface Topic {
  readonly topic?: string
  readonly title?: string
  readonly text?: string
  readonly data?: unknown
  readonly [member: string]: unknown
}

/** How far a conformance run is and how it stands. */
export interface Run {
  readonly id: string
  readonly status: 'running' | 'finished'
  /** Scenarios still to run. */
  readonly remaining: number
  readonly verdict: { readonly crc_v1: boolean; readonly cairn: boolean }
  readonly totals: Readonly<Record<string, number>>
  readonly [member: string]: unknown
}

/** A run with what it found of each requirement, as data and as text. */
export interface RunReport extends Run {
  readonly results: readonly Readonly<Record<string, unknown>>[]
  readonly text: string
}

export interface RunList {
  readonly runs: readonly Run[]
}

/** That the service runs, or is ready to work. */
export interface Health {
  readonly status: string
  readonly contract_version?: string
}

/** Any JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>
