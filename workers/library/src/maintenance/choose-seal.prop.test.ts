import type { LiveSegment } from '@cairn/memory-store/live-segments'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseSeal } from './choose-seal.ts'

const KB = 1024
const MB = 1024 * KB
const GB = 1024 * MB

let seq = 0

function segment(length: number, isSealed: boolean): LiveSegment {
  seq += 1
  const sealed = isSealed ? { prefix: `p${seq}`, chunks: 1, digest: 'd' } : null
  const rest = { ns: 1, chunks: 1, format: 1, analyser: 1, passages: 1, merged: true }
  return { ...rest, seq, builtAt: seq, length, sealed }
}

function chosen(live: readonly LiveSegment[], isQuiet: boolean): readonly LiveSegment[] {
  return chooseSeal({
    free: live,
    live,
    uploads: 0,
    isQuiet,
    isWorn: false,
    isBusy: false,
    bounds: { bytes: 4 * MB, quietBytes: 256 * KB },
  })
}

interface Sealed {
  readonly live: readonly LiveSegment[]
  readonly steps: readonly (readonly LiveSegment[])[]
}

/** Seals until nothing is chosen. */
function sealedOn(live: readonly LiveSegment[], isQuiet: boolean): Sealed {
  const steps: (readonly LiveSegment[])[] = []
  for (let inputs = chosen(live, isQuiet); inputs.length > 0; inputs = chosen(live, isQuiet)) {
    expect(steps.length).toBeLessThan(60)
    steps.push(inputs)
    live = [...live.filter((one) => !inputs.includes(one)), segment(bytesOf(inputs), true)]
  }
  return { live, steps }
}

const bytesOf = (segments: readonly LiveSegment[]) => segments.reduce((sum, { length }) => sum + length, 0)
const largestOf = (segments: readonly LiveSegment[]) => Math.max(0, ...segments.map(({ length }) => length))
const sealedOf = (segments: readonly LiveSegment[]) => segments.filter(({ sealed }) => sealed !== null)

test('whatever there is, quiet ends as one sealed segment, or as more than may be one, and never rewrites one alone', () => {
  const length = fc.oneof(fc.integer({ min: 1, max: 4 * MB }), fc.integer({ min: 4 * MB, max: 900 * MB }))
  const any = fc.record({ length, isSealed: fc.boolean() })
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), (drafts) => {
      const { live, steps } = sealedOn(
        drafts.map((draft) => segment(draft.length, draft.isSealed)),
        true,
      )
      for (const inputs of steps) {
        expect(inputs.length === 1 && inputs[0]!.sealed !== null).toBe(false)
        const isOnlyRows = sealedOf(inputs).length === 0
        if (!isOnlyRows) expect(bytesOf(inputs)).toBeLessThanOrEqual(GB)
      }
      const sealed = sealedOf(live)
      const [bytes, largest] = [bytesOf(sealed), largestOf(sealed)]
      if (sealed.length > 1) expect(bytes > GB || (bytes - largest) * 256 < largest).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('however a namespace of up to 768 MB grows, quiet leaves one sealed segment and little in rows, and rewrites at most 256 bytes for one beside the largest', () => {
  const burst = fc.array(fc.integer({ min: 100 * KB, max: 4 * MB }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 }), fc.array(burst, { maxLength: 40 }), (first, bursts) => {
      let live: readonly LiveSegment[] = []
      const write = (lengths: readonly number[]) => {
        for (const length of lengths) live = sealedOn([...live, segment(length, false)], false).live
      }
      write(Array.from({ length: first }, () => 12 * MB))
      for (const rows of bursts) {
        write(rows)
        const quiet = sealedOn(live, true)
        live = quiet.live
        for (const inputs of quiet.steps) {
          const largest = largestOf(sealedOf(inputs))
          expect(largest).toBeLessThanOrEqual((bytesOf(inputs) - largest) * 256)
        }
        const sealed = sealedOf(live)
        expect(sealed.length).toBeLessThanOrEqual(1)
        expect(bytesOf(live) - bytesOf(sealed)).toBeLessThan(Math.max(256 * KB, largestOf(sealed) / 256))
        if (bytesOf(live) > 736 * MB) break
      }
    }),
    { numRuns: 200 },
  )
})

test('a namespace that gets a few passages a day rewrites its sealed segment once they are a 256th of it', () => {
  let live: readonly LiveSegment[] = [segment(600 * MB, true)]
  let rewrites = 0
  for (let day = 0; day < 365; day++) {
    const done = sealedOn([...live, segment(20 * KB, false)], true)
    rewrites += done.steps.length
    live = done.live
  }
  expect(rewrites).toBe(3)
})
