import { factPassage } from '@cairn/fact/fact-passage'
import { sha256 } from '@cairn/http-kernel/sha-256'
import type { LiveSegments } from '@cairn/memory-store/live-segments'
import { type RebuildPage, readRebuildPage } from '@cairn/memory-store/rebuild-page'
import type { PassageRef } from '@cairn/memory-store/stored-passage'
import { beginUpload, type NewUpload, saveUpload, type Upload } from '@cairn/memory-store/upload'
import { buildSegment } from '@cairn/search-engine/build-segment'
import type { PassageInput } from '@cairn/search-engine/passage'
import type { MergeInput } from '@cairn/search-engine/sealing/merge-input'
import { type SealedSegment, sealMerge } from '@cairn/search-engine/sealing/seal-merge'
import { wholeInput } from '@cairn/search-engine/sealing/whole-input'
import { passageInput } from '../documents/passage-input.ts'
import { newPrefix } from './new-prefix.ts'
import type { Step } from './step.ts'
import { openStored, putChunk } from './stored-chunks.ts'

/** A sealed segment of some of the rows, with its chunks from key `firstKey` on. */
interface Part extends SealedSegment {
  readonly firstKey: number
}

/** How far the reading of rows is; `after` null before the first page. */
interface RebuildProgress {
  readonly after: PassageRef | null
  readonly parts: readonly Part[]
}

const PAGE_ROWS = 500
const PART_BYTES = 8 * 1024 * 1024
/** Of each part the last merge holds two chunks. */
const PART_CHUNK_BYTES = 128 * 1024
/** More chunks than a part has. */
const KEYS_A_PART = 200

/**
 * Begins to build the index of a namespace anew from its passages and facts. Rows are read into parts, each as of the version of its
 * pages; once all are read, one merge of the parts takes the place of every segment that was live at the last page. What was buried
 * before that is in none of those, so it is dropped without being counted.
 */
export async function beginRebuild(step: Step, live: LiveSegments): Promise<void> {
  const upload = {
    ns: step.ns,
    prefix: newPrefix(step, live.head),
    at: step.bindings.clock(),
    kind: 'rebuild' as const,
    builtAt: live.head,
    inputs: [],
    partsOf: null,
    keys: 0,
  }
  if ((await beginUpload(step.bindings.memory, { ...upload, lease: step.lease })) === 'lost') return
  await rebuildOn(step, { ...upload, progress: null, namedAfter: null })
}

/** Reads rows on into one more part; after the last, begins the merge of all. */
export async function rebuildOn(step: Step, upload: Upload): Promise<void> {
  const { bindings, ns, lease } = step
  const progress = progressOf(upload)
  const firstKey = nextKey(progress)
  const change = { ns, lease, prefix: upload.prefix, namedAfter: null }
  const keys = firstKey + KEYS_A_PART
  const noted = { ...change, at: bindings.clock(), keys, progress: upload.progress }
  if ((await saveUpload(bindings.memory, noted)) === 'lost') return
  const { inputs, last } = await readInputs(step, progress.after)
  const parts = [...progress.parts, await writePart(step, inputs, { prefix: upload.prefix, firstKey })]
  const read = { after: last.next, parts }
  await saveUpload(bindings.memory, {
    ...change,
    at: bindings.clock(),
    keys: nextKey(read),
    progress: JSON.stringify(read),
    begins: last.next === null ? mergeOfParts(step, upload, last) : null,
  })
}

/** What all parts become: one segment in the place of those that were live at the last page. */
function mergeOfParts(step: Step, { prefix }: Upload, { head, segments }: RebuildPage): NewUpload {
  return {
    prefix: newPrefix(step, head),
    at: step.bindings.clock(),
    kind: 'merge',
    builtAt: head,
    inputs: segments,
    partsOf: prefix,
    keys: 0,
  }
}

/** The parts of a rebuild as inputs of a merge. */
export async function readParts(step: Step, upload: Upload): Promise<MergeInput[]> {
  const inputs: MergeInput[] = []
  for (const part of progressOf(upload).parts)
    inputs.push(await openStored(step, { ...part, prefix: upload.prefix, seq: NO_SEGMENT }))
  return inputs
}

/** No segment has this seq. */
const NO_SEGMENT = -1

function progressOf({ progress }: Upload): RebuildProgress {
  return progress === null ? { after: null, parts: [] } : (JSON.parse(progress) as RebuildProgress)
}

function nextKey({ parts }: RebuildProgress): number {
  return parts.reduce((sum, { chunks }) => sum + chunks, 0)
}

/** Pages of rows up to the size of a part, each built into a segment. */
async function readInputs(
  step: Step,
  after: PassageRef | null,
): Promise<{ readonly inputs: MergeInput[]; readonly last: RebuildPage }> {
  const inputs: MergeInput[] = []
  for (let from = after, bytes = 0; ; ) {
    const page = await readRebuildPage(step.bindings.memory, { ns: step.ns, after: from, limit: PAGE_ROWS })
    const built = await builtPage(page)
    inputs.push(built.input)
    bytes += built.bytes
    step.budget.spend(built.bytes)
    if (page.next === null || bytes >= PART_BYTES || step.budget.isOver) return { inputs, last: page }
    from = page.next
  }
}

async function builtPage(page: RebuildPage): Promise<{ readonly input: MergeInput; readonly bytes: number }> {
  const rows: (PassageRef & { readonly passage: PassageInput })[] = page.passages.map((one) => ({
    batch: one.batch,
    ordinal: one.ordinal,
    passage: passageInput(one),
  }))
  for (const { batch, ordinal, fact } of page.facts)
    rows.push({ batch, ordinal, passage: factPassage(fact, await sha256(`${batch}.${ordinal}`)) })
  rows.sort((a, b) => a.batch - b.batch || a.ordinal - b.ordinal)
  const bytes = buildSegment(
    rows.map(({ passage }) => passage),
    [],
  )
  return { input: wholeInput(bytes, NO_SEGMENT, rows), bytes: bytes.length }
}

async function writePart(
  step: Step,
  inputs: readonly MergeInput[],
  { prefix, firstKey }: { readonly prefix: string; readonly firstKey: number },
): Promise<Part> {
  const plan = {
    inputs,
    isDead: () => false,
    keepsCounts: false,
    inputBytes: 0,
    chunkBytes: PART_CHUNK_BYTES,
  }
  const written = await sealMerge(plan, null, {
    put: (n, bytes) => putChunk(step, `${prefix}/${firstKey + n}`, bytes),
    isOver: () => false,
  })
  if (!('sealed' in written)) throw new Error('a part is written at once')
  return { ...written.sealed, firstKey }
}
