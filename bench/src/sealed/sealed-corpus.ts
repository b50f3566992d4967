import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildSegment } from '@cairn/search-engine/build-segment'
import type { PassageInput } from '@cairn/search-engine/passage'
import { type SealedSegment, sealMerge } from '@cairn/search-engine/sealing/seal-merge'
import { wholeInput } from '@cairn/search-engine/sealing/whole-input'
import { ANALYSER } from '@cairn/text/terms'
import { passagesBetween } from '../speed/corpus.ts'
import { passageInput } from '../speed/passage-input.ts'

/** A sealed segment whose chunk n is the file `<folder>/<seq>/<n>`. */
export interface SealedFiles extends SealedSegment {
  readonly seq: number
}

/** Passages a fresh segment, and a sealed one: a million end as eight. */
const FRESH = 2500
const SEALED = 125_000

/** Where the first `count` passages are sealed, kept beside the machine's temporary files so that an analyser seals them once. */
export function sealedFolder(count: number): string {
  return path.join(tmpdir(), `cairn-sealed-${ANALYSER}-${count}`)
}

/** Seals the first `count` synthetic passages into files, unless that was done before. */
export async function sealedCorpus(count: number): Promise<readonly SealedFiles[]> {
  const folder = sealedFolder(count)
  const manifest = path.join(folder, `${count}.json`)
  if (existsSync(manifest)) return JSON.parse(readFileSync(manifest, 'utf8'))
  const segments: SealedFiles[] = []
  for (let from = 0; from < count; from += SEALED) {
    const seq = (from + SEALED) / FRESH
    segments.push(
      await sealed(path.join(folder, String(seq)), seq, freshSegments(from, Math.min(count, from + SEALED))),
    )
    console.error(`${Math.min(count, from + SEALED)} passages sealed`)
  }
  writeFileSync(manifest, JSON.stringify(segments))
  return segments
}

function freshSegments(from: number, to: number): { readonly seq: number; readonly bytes: Uint8Array }[] {
  const segments = []
  for (let start = from; start < to; start += FRESH) {
    const passages = Array.from(passagesBetween(start, Math.min(to, start + FRESH)), passageInput)
    segments.push({ seq: start / FRESH + 1, bytes: buildSegment(passages, []) })
  }
  return segments
}

async function sealed(
  folder: string,
  seq: number,
  fresh: readonly { readonly seq: number; readonly bytes: Uint8Array }[],
): Promise<SealedFiles> {
  mkdirSync(folder, { recursive: true })
  const put = async (n: number, bytes: Uint8Array) => writeFileSync(path.join(folder, String(n)), bytes)
  return { seq, ...(await sealedBy(fresh, put)) }
}

/** What sealing some passages gives, its chunks thrown away. */
export function sealedSize(passages: readonly PassageInput[]): Promise<SealedSegment> {
  return sealedBy([{ seq: 1, bytes: buildSegment(passages, []) }], async () => undefined)
}

async function sealedBy(
  fresh: readonly { readonly seq: number; readonly bytes: Uint8Array }[],
  put: (n: number, bytes: Uint8Array) => Promise<void>,
): Promise<SealedSegment> {
  const plan = {
    inputs: fresh.map(({ seq, bytes }) => wholeInput(bytes, seq)),
    inputBytes: fresh.reduce((sum, { bytes }) => sum + bytes.length, 0),
    isDead: () => false,
    keepsCounts: true,
  }
  const done = await sealMerge(plan, null, { put, isOver: () => false })
  if (!('sealed' in done)) throw new Error('a merge that is never over stopped')
  return done.sealed
}
