import type { Namespace } from '@cairn/memory-store/namespace'
import type { LibraryBindings } from '../bindings.ts'
import type { StepBudget } from './step-budget.ts'

/** One step in one namespace, under its lease. */
export interface Step {
  readonly bindings: LibraryBindings
  readonly namespace: Namespace
  readonly ns: number
  /** the instant that names the lease */
  readonly lease: number
  readonly budget: StepBudget
}
