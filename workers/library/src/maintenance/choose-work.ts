import type { LiveSegment, LiveSegments } from '@cairn/memory-store/live-segments'
import type { Upload } from '@cairn/memory-store/upload'
import { chooseMerge, isWorn } from './choose-merge.ts'
import { chooseSeal, quietBytes, type SealBounds } from './choose-seal.ts'

/** The next thing a step does. */
export type Work =
  | { readonly kind: 'merge'; readonly inputs: readonly LiveSegment[] }
  | { readonly kind: 'index_facts' }
  | { readonly kind: 'begin_seal'; readonly inputs: readonly LiveSegment[] }
  | { readonly kind: 'begin_rebuild' }
  | { readonly kind: 'go_on'; readonly upload: Upload }
  | { readonly kind: 'name'; readonly upload: Upload }
  | { readonly kind: 'give_up'; readonly upload: Upload }

/** What a choice looks at. */
export interface WorkSituation {
  readonly live: LiveSegments
  readonly now: number
  readonly analyser: number
  /** When segments are written to KV; null: not at all, while readers are deployed that do not read them there */
  readonly sealBounds: SealBounds | null
}

const QUIET_MS = 10 * 60 * 1000
const UPLOADS_MAX = 2

/**
 * What to do next, or null. What makes room for writers comes first: naming what was waited for, then a merge in rows; then what no search finds yet. Of two uploads
 * the smaller is finished first. While a rebuild is due, what it will replace is left alone.
 */
export function chooseWork(situation: WorkSituation): Work | null {
  const { live, now } = situation
  const isDue = isRebuildDue(situation)
  const lost = live.uploads.find((upload) => isLost(upload, live, isDue))
  if (lost !== undefined) return { kind: 'give_up', upload: lost }
  const ready = live.uploads.find(({ namedAfter }) => namedAfter !== null && namedAfter <= now)
  if (ready !== undefined) return { kind: 'name', upload: ready }
  const inputs = chooseMerge({
    ...live,
    segments: mergeable(situation, isDue),
    isPressed: isPressed(situation),
  })
  if (inputs.length > 0) return { kind: 'merge', inputs }
  if (live.hasUnindexedFacts && !isReadingRows(live)) return { kind: 'index_facts' }
  return chooseUpload(situation, isDue)
}

function chooseUpload(situation: WorkSituation, isDue: boolean): Work | null {
  const { live, sealBounds } = situation
  const open = live.uploads
    .filter(({ namedAfter }) => namedAfter === null)
    .filter((one) => !isHandedOver(one, live))
  if (sealBounds !== null && isDue && !isUnderWay(live)) return { kind: 'begin_rebuild' }
  if (sealBounds !== null && !isDue && open.length < UPLOADS_MAX) {
    const inputs = chooseSeal({ ...sealSituation(situation, open.length > 0), bounds: sealBounds })
    if (inputs.length > 0) return { kind: 'begin_seal', inputs }
  }
  const [next] = open.toSorted((a, b) => bytesOf(a, live) - bytesOf(b, live))
  return next === undefined ? null : { kind: 'go_on', upload: next }
}

/** Segments of an older analyser cannot be merged with newer ones, and those that were marked cannot be read. */
export function isRebuildDue({ live, analyser }: WorkSituation): boolean {
  return live.segments.some((segment) => segment.analyser < analyser || segment.seq <= live.rebuildThrough)
}

/** Whether rows are read for a rebuild: what comes into the index behind it would be lost. */
function isReadingRows({ uploads }: LiveSegments): boolean {
  return uploads.some(({ kind }) => kind === 'rebuild')
}

/** Whether rows are read for a rebuild, or what was read is merged. */
function isUnderWay({ uploads }: LiveSegments): boolean {
  return uploads.some(({ kind, partsOf }) => kind === 'rebuild' || partsOf !== null)
}

/** Whether a merge of its parts has begun. */
function isHandedOver(upload: Upload, { uploads }: LiveSegments): boolean {
  return upload.kind === 'rebuild' && uploads.some(({ partsOf }) => partsOf === upload.prefix)
}

function isLost(upload: Upload, live: LiveSegments, isDue: boolean): boolean {
  if (upload.kind === 'rebuild') return !isDue
  if (isDue && upload.partsOf === null) return true
  const seqs = new Set(live.segments.map(({ seq }) => seq))
  return !upload.inputs.every((seq) => seqs.has(seq))
}

function freeOf({ segments, uploads }: LiveSegments): LiveSegment[] {
  const taken = new Set(uploads.flatMap(({ inputs }) => inputs))
  return segments.filter(({ seq }) => !taken.has(seq))
}

function mergeable({ live, analyser }: WorkSituation, isDue: boolean): LiveSegment[] {
  const inRows = freeOf(live).filter(({ sealed }) => sealed === null)
  if (!isDue) return inRows
  return inRows.filter((one) => one.analyser === analyser && one.seq > live.rebuildThrough)
}

/** Nobody writes, and a cold reader would fetch much: fresh segments are merged, so that they can be sealed. */
function isPressed({ live, now, sealBounds }: WorkSituation): boolean {
  const inRows = freeOf(live).filter(({ sealed }) => sealed === null)
  const bytes = inRows.reduce((sum, { length }) => sum + length, 0)
  return (
    sealBounds !== null && now - live.headAt >= QUIET_MS && bytes >= quietBytes(live.segments, sealBounds)
  )
}

function sealSituation({ live, now }: WorkSituation, isBusy: boolean) {
  return {
    free: freeOf(live),
    live: live.segments,
    uploads: live.uploads.length,
    isQuiet: now - live.headAt >= QUIET_MS,
    isWorn: isWorn(live),
    isBusy,
  }
}

function bytesOf({ inputs }: Upload, { segments }: LiveSegments): number {
  return segments.filter(({ seq }) => inputs.includes(seq)).reduce((sum, { length }) => sum + length, 0)
}
