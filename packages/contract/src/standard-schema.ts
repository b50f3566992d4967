import type { Finding } from './finding.ts'
import { pointerSteps } from './json-pointer.ts'

/** The Standard Schema v1 face (standardschema.dev) that form, RPC and agent libraries take instead of a validator of their own. */
export interface StandardSchema<Output> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'cairn'
    readonly validate: (value: unknown) => StandardResult<Output>
    readonly types?: { readonly input: unknown; readonly output: Output }
  }
}

/** A value, or the issues that keep it from being one. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

export interface StandardIssue {
  readonly message: string
  readonly path: readonly PropertyKey[]
}

/** A Standard Schema whose verdict a function gives; it must not throw. */
export function standardSchema<Output>(
  validate: (value: unknown) => StandardResult<Output>,
): StandardSchema<Output> {
  return { '~standard': { version: 1, vendor: 'cairn', validate } }
}

/** A finding as an issue: its pointer as a path, in which a step into a list is a number. */
export function issueOf({ pointer, message }: Finding, document: unknown): StandardIssue {
  let at = document
  const path = pointerSteps(pointer).map((step) => {
    const isIndex = Array.isArray(at) && /^\d+$/.test(step)
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[step] : undefined
    return isIndex ? Number(step) : step
  })
  return { message, path }
}
