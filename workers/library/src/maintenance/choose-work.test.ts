import type { LiveSegment, LiveSegments } from '@cairn/memory-store/live-segments'
import type { Upload } from '@cairn/memory-store/upload'
import { describe, expect, test } from 'vitest'
import { chooseWork, type WorkSituation } from './choose-work.ts'

const MB = 1024 * 1024
const NOW = 1_000_000_000
const QUIET = NOW - 600_000

function segment(seq: number, fields: Partial<LiveSegment> = {}): LiveSegment {
  const rest = { ns: 1, chunks: 1, builtAt: seq, format: 1, analyser: 7, passages: 1, merged: true }
  return { ...rest, seq, length: MB, sealed: null, ...fields }
}

const sealed = (seq: number, length: number) =>
  segment(seq, { length, sealed: { prefix: `p${seq}`, chunks: 1, digest: 'd' } })

function upload(prefix: string, fields: Partial<Upload> = {}): Upload {
  const rest = { ns: 1, at: 0, kind: 'merge' as const, builtAt: 1, partsOf: null, keys: 0, progress: null }
  return { ...rest, prefix, inputs: [], namedAfter: null, ...fields }
}

function chosen(live: Partial<LiveSegments>, rest: Partial<WorkSituation> = {}) {
  const none = { rebuildThrough: 0, tombstones: 0, hasUnindexedFacts: false }
  const empty = { head: 100, headAt: NOW, passages: 1e6, ...none }
  const work = chooseWork({
    live: { ...empty, segments: [], uploads: [], ...live },
    now: NOW,
    analyser: 7,
    sealBounds: { bytes: 4 * MB, quietBytes: MB / 4 },
    ...rest,
  })
  if (work === null) return null
  if ('upload' in work) return [work.kind, work.upload.prefix]
  return 'inputs' in work ? [work.kind, ...work.inputs.map(({ seq }) => seq)] : [work.kind]
}

describe('chooseWork', () => {
  test('seals what is in rows at 4 MB, and from 256 KB on after ten minutes of quiet', () => {
    const three = [1, 2, 3].map((seq) => segment(seq))
    expect(chosen({ segments: three })).toBe(null)
    expect(chosen({ segments: [...three, segment(4)] })).toEqual(['begin_seal', 1, 2, 3, 4])
    expect(chosen({ segments: three, headAt: QUIET })).toEqual(['begin_seal', 1, 2, 3])
    expect(chosen({ segments: [segment(1, { length: MB / 4 - 1 })], headAt: QUIET })).toBe(null)
  })

  test('merges fresh segments before they are sealed, also few of them once it is quiet', () => {
    const fresh = [1, 2].map((seq) => segment(seq, { merged: false, length: MB / 2 }))
    expect(chosen({ segments: fresh })).toBe(null)
    expect(chosen({ segments: fresh, headAt: QUIET })).toEqual(['merge', 1, 2])
  })

  test('indexes facts that no search finds once there is room, and not while a rebuild reads rows', () => {
    const fresh = [1, 2].map((seq) => segment(seq, { merged: false, length: MB / 2 }))
    const hasUnindexedFacts = true
    expect(chosen({ hasUnindexedFacts })).toEqual(['index_facts'])
    expect(chosen({ hasUnindexedFacts, segments: fresh, headAt: QUIET })).toEqual(['merge', 1, 2])
    expect(chosen({ hasUnindexedFacts, segments: [1, 2, 3, 4].map((seq) => segment(seq)) })).toEqual([
      'index_facts',
    ])
    const reading = { segments: [segment(5)], rebuildThrough: 5, uploads: [upload('r', { kind: 'rebuild' })] }
    expect(chosen({ ...reading, hasUnindexedFacts })).toEqual(chosen(reading))
  })

  test('takes sealed segments in that are no larger than all before them together', () => {
    const rows = [5, 6, 7, 8].map((seq) => segment(seq))
    const segments = [sealed(1, 17 * MB), sealed(2, 8 * MB), sealed(3, 4 * MB), ...rows]
    expect(chosen({ segments })).toEqual(['begin_seal', 5, 6, 7, 8, 3, 2])
    expect(chosen({ segments: segments.with(0, sealed(1, 16 * MB)) })).toEqual([
      'begin_seal',
      5,
      6,
      7,
      8,
      3,
      2,
      1,
    ])
  })

  test('keeps the sealed ones to 8, whatever their sizes', () => {
    const many = Array.from({ length: 8 }, (_, i) => sealed(i + 1, 100 * MB * (i + 1)))
    const rows = [11, 12, 13, 14].map((seq) => segment(seq))
    expect(chosen({ segments: [...many, ...rows] })).toEqual(['begin_seal', 11, 12, 13, 14, 1])
    expect(chosen({ segments: [...many.slice(1), ...rows] })).toEqual(['begin_seal', 11, 12, 13, 14])
  })

  test('takes at most 16 MB of rows at once', () => {
    const rows = Array.from({ length: 20 }, (_, i) => segment(i + 1, { length: 3 * MB }))
    expect(chosen({ segments: rows })).toEqual(['begin_seal', 1, 2, 3, 4, 5])
  })

  test('leaves alone what an upload will take the place of, and goes on with the smaller of two', () => {
    const rows = [5, 6, 7, 8].map((seq) => segment(seq))
    const segments = [sealed(1, 90 * MB), sealed(2, 40 * MB), ...rows]
    const large = upload('large', { inputs: [1, 2] })
    expect(chosen({ segments, uploads: [large] })).toEqual(['begin_seal', 5, 6, 7, 8])
    const small = upload('small', { inputs: [5, 6, 7, 8] })
    expect(chosen({ segments, uploads: [large, small] })).toEqual(['go_on', 'small'])
    const waiting = { ...small, namedAfter: NOW + 1 }
    expect(chosen({ segments, uploads: [large, waiting] })).toEqual(['go_on', 'large'])
    expect(chosen({ segments, uploads: [waiting] })).toBe(null)
  })

  test('names what has been waited for, before anything else', () => {
    const segments = [segment(1), ...[2, 3].map((seq) => segment(seq, { merged: false, length: 2 * MB }))]
    const ready = upload('ready', { inputs: [1], namedAfter: NOW })
    expect(chosen({ segments, uploads: [ready] })).toEqual(['name', 'ready'])
  })

  test('gives an upload up whose inputs are not all live', () => {
    expect(chosen({ segments: [segment(1)], uploads: [upload('u', { inputs: [1, 2] })] })).toEqual([
      'give_up',
      'u',
    ])
  })

  test('makes one of all sealed segments after ten minutes of quiet, and leaves one alone', () => {
    const segments = [sealed(1, 90 * MB), sealed(2, 40 * MB), sealed(3, 4 * MB)]
    expect(chosen({ segments })).toBe(null)
    expect(chosen({ segments, headAt: QUIET + 1 })).toBe(null)
    expect(chosen({ segments, headAt: QUIET })).toEqual(['begin_seal', 1, 2, 3])
    expect(chosen({ segments: segments.slice(0, 1), headAt: QUIET })).toBe(null)
  })

  test('takes what is in rows along, once that is a 256th of the largest sealed segment', () => {
    const large = sealed(1, 256 * MB)
    expect(chosen({ segments: [large, segment(2)], headAt: QUIET })).toEqual(['begin_seal', 2, 1])
    expect(chosen({ segments: [large, segment(2, { length: MB - 1 })], headAt: QUIET })).toBe(null)
    const fresh = segment(2, { length: MB - 1, merged: false })
    expect(chosen({ segments: [large, fresh], headAt: QUIET })).toBe(null)
    expect(chosen({ segments: [large, { ...fresh, length: MB }], headAt: QUIET })).toEqual(['merge', 2])
  })

  test('does not rewrite a large segment for sealed ones that are less than a 256th of it together', () => {
    const small = [2, 3].map((seq) => sealed(seq, MB / 2))
    expect(chosen({ segments: [sealed(1, 256 * MB + 1), ...small], headAt: QUIET })).toBe(null)
    expect(chosen({ segments: [sealed(1, 256 * MB), ...small], headAt: QUIET })).toEqual([
      'begin_seal',
      1,
      2,
      3,
    ])
  })

  test('makes no segment of more than 1 GB', () => {
    const segments = [sealed(1, 700 * MB), sealed(2, 324 * MB)]
    expect(chosen({ segments, headAt: QUIET })).toEqual(['begin_seal', 1, 2])
    expect(chosen({ segments: [...segments, sealed(3, MB)], headAt: QUIET })).toBe(null)
    const rows = [5, 6, 7, 8].map((seq) => segment(seq))
    const large = Array.from({ length: 8 }, (_, i) => sealed(i + 11, 1023 * MB))
    expect(chosen({ segments: [...large, ...rows] })).toEqual(['begin_seal', 5, 6, 7, 8])
  })

  test('waits for what is being sealed before it makes one of all', () => {
    const segments = [sealed(1, 90 * MB), sealed(2, 40 * MB), segment(3)]
    const waiting = upload('waiting', { inputs: [3], namedAfter: NOW + 1 })
    expect(chosen({ segments, uploads: [waiting], headAt: QUIET })).toBe(null)
    const open = { ...waiting, namedAfter: null }
    expect(chosen({ segments, uploads: [open], headAt: QUIET })).toEqual(['go_on', 'waiting'])
  })

  test('rewrites the oldest sealed segment when more than a quarter is dead', () => {
    const segments = [sealed(1, 90 * MB), sealed(2, 40 * MB)]
    expect(chosen({ segments, tombstones: 250_000 })).toBe(null)
    expect(chosen({ segments, tombstones: 250_001 })).toEqual(['begin_seal', 1])
  })

  test('builds anew what was marked or has an older analyser, and merges only what is neither', () => {
    const fresh = [8, 9].map((seq) => segment(seq, { merged: false, length: 2 * MB }))
    expect(chosen({ segments: [segment(5)], rebuildThrough: 5 })).toEqual(['begin_rebuild'])
    expect(chosen({ segments: [segment(5)], rebuildThrough: 4 })).toBe(null)
    expect(chosen({ segments: [segment(5, { analyser: 6 })] })).toEqual(['begin_rebuild'])
    expect(chosen({ segments: [segment(5), ...fresh], rebuildThrough: 5 })).toEqual(['merge', 8, 9])
    const reading = upload('reading', { kind: 'rebuild' })
    expect(chosen({ segments: [segment(5)], rebuildThrough: 5, uploads: [reading] })).toEqual([
      'go_on',
      'reading',
    ])
    const merging = upload('merging', { inputs: [5], partsOf: 'reading' })
    expect(chosen({ segments: [segment(5)], rebuildThrough: 5, uploads: [merging, reading] })).toEqual([
      'go_on',
      'merging',
    ])
    expect(chosen({ segments: [segment(6)], rebuildThrough: 5, uploads: [reading] })).toEqual([
      'give_up',
      'reading',
    ])
  })

  test('writes nothing to KV where it is told not to', () => {
    const rows = [1, 2, 3, 4].map((seq) => segment(seq))
    expect(chosen({ segments: rows, headAt: QUIET }, { sealBounds: null })).toBe(null)
    expect(chosen({ segments: rows, rebuildThrough: 4 }, { sealBounds: null })).toBe(null)
  })
})
