import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildSegment } from '@cairn/search-engine/build-segment'
import type { PassageInput } from '@cairn/search-engine/passage'
import type { MergeInput } from '@cairn/search-engine/sealing/merge-input'
import { type SealedSegment, sealMerge } from '@cairn/search-engine/sealing/seal-merge'
import { sealedInput } from '@cairn/search-engine/sealing/sealed-input'
import { wholeInput } from '@cairn/search-engine/sealing/whole-input'
import { ANALYSER } from '@cairn/text/terms'
import { passagesBetween } from '../speed/corpus.ts'
import { passageInput } from '../speed/passage-input.ts'

/** A sealed segment whose chunk n is the file `<folder>/<seq>/<n>`. */
export interface SealedFiles extends SealedSegment {
  readonly seq: number
}

/** `grown`: as a namespace is left by writers who have just ended. `one`: the same once it has been quiet. */
export type Cut = 'grown' | 'one'

/** Passages a fresh segment. */
const FRESH = 2500
/** Passages that are sealed at once; two sealed segments of one size become one (decision 0025). */
const SEALED = 6000

/** Where the first `count` passages are sealed, kept beside the machine's temporary files so that an analyser seals them once. */
export function sealedFolder(count: number, cut: Cut = 'one'): string {
  return path.join(tmpdir(), `cairn-sealed-${ANALYSER}-${cut}-${count}`)
}

/** Seals the first `count` synthetic passages into files, unless that was done before. */
export async function sealedCorpus(count: number, cut: Cut = 'one'): Promise<readonly SealedFiles[]> {
  const folder = sealedFolder(count, cut)
  const manifest = path.join(folder, `${count}.json`)
  if (existsSync(manifest)) return JSON.parse(readFileSync(manifest, 'utf8'))
  const segments = cut === 'grown' ? await grown(folder, count) : [await one(folder, count)]
  writeFileSync(manifest, JSON.stringify(segments))
  return segments
}

async function grown(folder: string, count: number): Promise<SealedFiles[]> {
  const segments: SealedFiles[] = []
  let [seq, from] = [0, 0]
  for (const size of grownSizes(count)) {
    const fresh = freshInputs([from, from + size], seq)
    from += size
    seq += fresh.inputs.length + 1
    segments.push(await sealed(folder, seq, fresh))
    console.error(`${from} passages sealed`)
  }
  return segments
}

/** The passages of each sealed segment: what is sealed at once, twice that, and so on, as in a binary number. */
function grownSizes(count: number): number[] {
  const sizes: number[] = []
  let left = count
  for (let size = SEALED * 2 ** Math.floor(Math.log2(count / SEALED)); size >= SEALED; size /= 2)
    if (left >= size) {
      sizes.push(size)
      left -= size
    }
  return left > 0 ? [...sizes, left] : sizes
}

function freshInputs([from, to]: readonly [number, number], seqBefore: number): Inputs {
  const inputs: MergeInput[] = []
  let inputBytes = 0
  for (let at = from; at < to; at += FRESH) {
    const bytes = buildSegment(Array.from(passagesBetween(at, Math.min(to, at + FRESH)), passageInput), [])
    inputs.push(wholeInput(bytes, seqBefore + inputs.length + 1))
    inputBytes += bytes.length
  }
  return { inputs, inputBytes }
}

async function one(folder: string, count: number): Promise<SealedFiles> {
  const segments = await sealedCorpus(count, 'grown')
  const inputs: MergeInput[] = []
  for (const { seq } of segments) {
    const read = async (n: number) =>
      new Uint8Array(await readFile(path.join(sealedFolder(count, 'grown'), `${seq}/${n}`)))
    inputs.push(sealedInput(await read(0), seq, read))
  }
  const inputBytes = segments.reduce((sum, { length }) => sum + length, 0)
  return await sealed(folder, segments.at(-1)!.seq + 1, { inputs, inputBytes })
}

interface Inputs {
  readonly inputs: readonly MergeInput[]
  readonly inputBytes: number
}

async function sealed(folder: string, seq: number, inputs: Inputs): Promise<SealedFiles> {
  const place = path.join(folder, String(seq))
  mkdirSync(place, { recursive: true })
  const put = async (n: number, bytes: Uint8Array) => writeFileSync(path.join(place, String(n)), bytes)
  return { seq, ...(await sealedBy(inputs, put)) }
}

/** What sealing some passages gives, its chunks thrown away. */
export function sealedSize(passages: readonly PassageInput[]): Promise<SealedSegment> {
  const bytes = buildSegment(passages, [])
  return sealedBy({ inputs: [wholeInput(bytes, 1)], inputBytes: bytes.length }, async () => undefined)
}

async function sealedBy(
  inputs: Inputs,
  put: (n: number, bytes: Uint8Array) => Promise<void>,
): Promise<SealedSegment> {
  const plan = { ...inputs, isDead: () => false, keepsCounts: true }
  const done = await sealMerge(plan, null, { put, isOver: () => false })
  if (!('sealed' in done)) throw new Error('a merge that is never over stopped')
  return done.sealed
}
