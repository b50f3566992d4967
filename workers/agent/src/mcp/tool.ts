import type { Call } from '@cairn/http-kernel/call'
import type { AgentBindings } from '../bindings.ts'
import type { SiblingAsk } from '../siblings/ask-sibling.ts'

/** The arguments of a call, as a model sent them. */
export type Arguments = Readonly<Record<string, unknown>>

/** A tool of this server: what a model is told of it, and how it is done. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly properties: Readonly<Record<string, ArgumentSchema>>
  readonly required: readonly string[]
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
  /** Arguments that are accepted; a refused call shows them. */
  readonly example: Arguments
  /** The requests to siblings that do it: each is made of the arguments and of what the ones before answered. */
  readonly steps: readonly ((given: Arguments, before: readonly Arguments[]) => Step | Promise<Step>)[]
}

/** A request to a sibling, whose `key` makes a creating one safe to repeat; or a bundle, which this Worker gathers itself. */
export type Step = (SiblingAsk & { readonly key?: string }) | { readonly bundle: Arguments }

/** The plain subset of JSON Schema that every client reads. */
export type ArgumentSchema = {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object'
  readonly description?: string
  readonly enum?: string[]
  readonly items?: ArgumentSchema
  readonly minimum?: number
  readonly maximum?: number
}

/** The call in whose name a tool is done. */
export type Doing = Call<AgentBindings>
