import { type LiveSegments, readLiveSegments } from '@cairn/memory-store/live-segments'
import { releaseMergeLease, takeMergeLease } from '@cairn/memory-store/merge'
import type { Namespace } from '@cairn/memory-store/namespace'
import { revertMerge } from '@cairn/memory-store/revert-merge'
import { SegmentDamaged } from '@cairn/memory-store/segment-damaged'
import { abandonUpload } from '@cairn/memory-store/upload'
import { ANALYSER } from '@cairn/text/terms'
import type { LibraryBindings } from '../bindings.ts'
import { chooseWork, type Work } from './choose-work.ts'
import { indexFacts } from './index-facts.ts'
import { mergeInRows } from './merge-in-rows.ts'
import { beginRebuild, rebuildOn } from './rebuild.ts'
import { beginSeal, nameSealed, sealOn } from './seal.ts'
import type { Step } from './step.ts'
import { STEP_BOUNDS, type StepBounds, StepBudget } from './step-budget.ts'

/** What a step did, and whether another would do more. */
export interface Stepped {
  /** segments that one took the place of */
  readonly merged: number
  readonly more: boolean
}

/**
 * Does the next thing in a namespace: merges, indexes, seals, names or rebuilds, within bounds. Under a lease: whoever comes second does nothing,
 * and what lost to another writes nothing. Repeating it is safe, wherever the one before was killed. What is damaged is mended first by
 * what it was made of, else by a rebuild; the step that finds it throws `SegmentDamaged`.
 */
export async function stepNamespace(
  bindings: LibraryBindings,
  namespace: Namespace,
  bounds: StepBounds = STEP_BOUNDS,
): Promise<Stepped> {
  const { memory: db, clock } = bindings
  const { ns } = namespace
  if ((await nextWork(bindings, ns)) === null) return { merged: 0, more: false }
  const now = clock()
  const lease = now + LEASE_MS
  if (!(await takeMergeLease(db, { ns, now, until: lease }))) return { merged: 0, more: true }
  try {
    return await stepUnderLease({ bindings, namespace, ns, lease, budget: new StepBudget(bounds, clock) })
  } catch (failure) {
    if (failure instanceof SegmentDamaged) await revertMerge(db, { ns, seq: failure.seq, at: clock() })
    throw failure
  } finally {
    await releaseMergeLease(db, { ns, until: lease })
  }
}

const LEASE_MS = 60_000

/** Looks again: what was to be done before the lease was taken may be done by now. */
async function stepUnderLease(step: Step): Promise<Stepped> {
  const next = await nextWork(step.bindings, step.ns)
  const merged = next === null ? 0 : await workOn(step, next)
  return { merged, more: (await nextWork(step.bindings, step.ns)) !== null }
}

interface NextWork {
  readonly live: LiveSegments
  readonly work: Work
}

async function nextWork(
  { memory, clock, sealBounds }: LibraryBindings,
  ns: number,
): Promise<NextWork | null> {
  const live = await readLiveSegments(memory, { ns })
  const work = live && chooseWork({ live, now: clock(), analyser: ANALYSER, sealBounds })
  return live && work && { live, work }
}

/** The number of segments that were replaced. */
async function workOn(step: Step, { live, work }: NextWork): Promise<number> {
  switch (work.kind) {
    case 'merge':
      return mergeInRows(step, live, work.inputs)
    case 'index_facts':
      await indexFacts(step)
      return 0
    case 'begin_seal':
      await beginSeal(step, live, work.inputs)
      return 0
    case 'begin_rebuild':
      await beginRebuild(step, live)
      return 0
    case 'go_on':
      await (work.upload.kind === 'rebuild' ? rebuildOn(step, work.upload) : sealOn(step, live, work.upload))
      return 0
    case 'name':
      return nameSealed(step, work.upload)
    case 'give_up':
      await abandonUpload(step.bindings.memory, work.upload)
      return 0
    default:
      return work satisfies never
  }
}
