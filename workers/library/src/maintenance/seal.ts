import type { LiveSegment, LiveSegments } from '@cairn/memory-store/live-segments'
import { commitMerge } from '@cairn/memory-store/merge'
import { readMissingSegments } from '@cairn/memory-store/read-segments'
import { SegmentDamaged } from '@cairn/memory-store/segment-damaged'
import { abandonUpload, beginUpload, saveUpload, type Upload } from '@cairn/memory-store/upload'
import type { MergeInput } from '@cairn/search-engine/sealing/merge-input'
import {
  type SealedSegment,
  type SealPlan,
  type SealProgress,
  sealMerge,
} from '@cairn/search-engine/sealing/seal-merge'
import { wholeInput } from '@cairn/search-engine/sealing/whole-input'
import { SEALED_FORMAT } from '@cairn/search-engine/segment-head'
import { buriedBetween } from './buried-between.ts'
import { newPrefix } from './new-prefix.ts'
import { readParts } from './rebuild.ts'
import type { Step } from './step.ts'
import { openStored, putChunk } from './stored-chunks.ts'

/** More chunks than the bounds of a step let it write. */
const KEYS_A_STEP = 1000

/** Begins to write one sealed segment in the place of others. */
export async function beginSeal(
  step: Step,
  live: LiveSegments,
  inputs: readonly LiveSegment[],
): Promise<void> {
  const upload = {
    ns: step.ns,
    prefix: newPrefix(step, live.head),
    at: step.bindings.clock(),
    kind: 'merge' as const,
    builtAt: live.head,
    inputs: inputs.map(({ seq }) => seq),
    partsOf: null,
    keys: 0,
  }
  if ((await beginUpload(step.bindings.memory, { ...upload, lease: step.lease })) === 'lost') return
  await sealOn(step, live, { ...upload, progress: null, namedAfter: null })
}

/** What an upload's progress says: how far it is, or what it became. */
type Written = { readonly progress: SealProgress } | { readonly sealed: SealedSegment }

/** Goes on writing; `keys` is noted before any chunk below it is put, so that none is ever forgotten. */
export async function sealOn(step: Step, live: LiveSegments, upload: Upload): Promise<void> {
  const { bindings, ns, lease, budget } = step
  const before = upload.progress === null ? null : (JSON.parse(upload.progress) as { progress: SealProgress })
  const keys = (before?.progress.packed.chunks.length ?? 0) + KEYS_A_STEP
  const change = { ns, lease, prefix: upload.prefix, at: bindings.clock(), namedAfter: null }
  const noted = { ...change, progress: upload.progress, keys: Math.max(keys, upload.keys) }
  if ((await saveUpload(bindings.memory, noted)) === 'lost') return
  const written: Written = await sealMerge(await planOf(step, live, upload), before?.progress ?? null, {
    put: (n, bytes) => putChunk(step, `${upload.prefix}/${n}`, bytes),
    isOver: () => budget.isOver,
  }).catch((failure) => withoutParts(step, upload, failure))
  const at = bindings.clock()
  const done =
    'sealed' in written ? { keys: written.sealed.chunks, namedAfter: at + bindings.namedAfterMs } : {}
  await saveUpload(bindings.memory, { ...noted, at, progress: JSON.stringify(written), ...done })
}

/** A part of a rebuild that cannot be read: the rebuild begins anew. */
async function withoutParts({ bindings, ns }: Step, upload: Upload, failure: unknown): Promise<never> {
  if (failure instanceof SegmentDamaged && upload.partsOf !== null) {
    await abandonUpload(bindings.memory, { ns, prefix: upload.partsOf })
    await abandonUpload(bindings.memory, upload)
  }
  throw failure
}

async function planOf(step: Step, live: LiveSegments, upload: Upload): Promise<SealPlan> {
  const { ns, bindings } = step
  const segments = live.segments.filter(({ seq }) => upload.inputs.includes(seq))
  const inputBytes = segments.reduce((sum, { length }) => sum + length, 0)
  const parts = live.uploads.find(({ prefix }) => prefix === upload.partsOf)
  const since = parts?.builtAt ?? Math.min(...segments.map(({ builtAt }) => builtAt))
  return {
    inputs: parts === undefined ? await openInputs(step, segments) : await readParts(step, parts),
    isDead: await buriedBetween(bindings.memory, { ns, after: since, through: upload.builtAt }),
    keepsCounts: parts === undefined,
    inputBytes,
  }
}

async function openInputs(step: Step, segments: readonly LiveSegment[]): Promise<MergeInput[]> {
  const inRows = segments.filter(({ sealed }) => sealed === null)
  const bytes = await readMissingSegments(step.bindings.memory, inRows, new Map())
  const inputs: MergeInput[] = []
  for (const { seq, sealed } of segments)
    inputs.push(
      sealed === null
        ? wholeInput(bytes.get(seq)!, seq)
        : await openStored(step, { ...sealed, seq, firstKey: 0 }),
    )
  return inputs
}

/** A segment that release 1.2.0 sealed says no format: it has no vectors. */
type Sealed = Omit<SealedSegment, 'format'> & Partial<Pick<SealedSegment, 'format'>>

/** Names a sealed segment in the catalogue, in the place of its inputs. The number of these, or 0 when one is no longer live. */
export async function nameSealed({ bindings, namespace, ns }: Step, upload: Upload): Promise<number> {
  const { memory: db, freshId, clock } = bindings
  const { sealed } = JSON.parse(upload.progress!) as { sealed: Sealed }
  const outcome = await commitMerge(db, {
    ns,
    commitId: freshId(),
    requestHash: '',
    at: clock(),
    answer: '',
    signer: bindings.signerOf(namespace),
    inputs: upload.inputs,
    builtAt: upload.builtAt,
    segment: { format: SEALED_FORMAT, ...sealed, prefix: upload.prefix },
  })
  if (outcome.kind !== 'committed') return 0
  if (upload.partsOf !== null) await abandonUpload(db, { ns, prefix: upload.partsOf })
  return upload.inputs.length
}
