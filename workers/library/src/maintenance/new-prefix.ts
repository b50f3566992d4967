import { SEALED_FORMAT } from '@cairn/search-engine/segment-head'
import type { Step } from './step.ts'

/** A prefix of keys that was never used and never will be. */
export function newPrefix({ bindings, ns }: Step, head: number): string {
  return `s${SEALED_FORMAT}/${ns}/${head}/${bindings.freshId()}`
}
