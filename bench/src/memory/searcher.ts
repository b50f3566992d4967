/**
 * Searches sealed segments in files, one question after another, as an isolate of the search Worker does, and prints one JSON line of what
 * that took. Runs as a process of its own, with its heap limited: `node --expose-gc --max-old-space-size=128 searcher.mjs <folder> <passages> <seconds>`.
 */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { SealedFiles } from '../sealed/sealed-corpus.ts'
import { SealedSearch } from '../sealed/sealed-search.ts'
import { KINDS, type Kind, questionsOf } from '../speed/corpus.ts'

const [folder, passages, seconds] = [process.argv[2]!, Number(process.argv[3]), Number(process.argv[4])]
const files = JSON.parse(readFileSync(path.join(folder, `${passages}.json`), 'utf8')) as SealedFiles[]

let keys = 0
const store = {
  get: async (key: string) => {
    keys += 1
    const { buffer, byteOffset, length } = await readFile(path.join(folder, key))
    return buffer.slice(byteOffset, byteOffset + length)
  },
}
const isolate = await SealedSearch.open(store, files)

const peak = {
  'in use MB': 0,
  'in use and not yet collected MB': 0,
  'ArrayBuffers of these MB': 0,
  'resident MB': 0,
}
/** Every so many searches what nobody uses is collected, to see what is in use. */
const COLLECTED_EVERY = 25
const times = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]))
let searches = 0
let found = 0
const keysOfOpening = keys
const cold = await firstOfEach()
const end = performance.now() + seconds * 1000
for (; performance.now() < end; searches++) {
  if (searches % COLLECTED_EVERY === 0) noteInUse()
  const kind = KINDS[searches % KINDS.length]!
  const questions = questionsOf(kind)
  times.get(kind)!.push(await ask(kind, questions[Math.floor(searches / KINDS.length) % questions.length]!))
}
console.log(
  JSON.stringify({
    passages,
    searches,
    'hits a search': found / (searches + KINDS.length),
    'keys of opening': keysOfOpening,
    'keys a search': (keys - keysOfOpening) / (searches + KINDS.length),
    'keys of a cold isolate': cold,
    'ms of processor a search': Object.fromEntries(Array.from(times, ([kind, each]) => [kind, median(each)])),
    peak,
  }),
)

/** The keys that the first question of each kind reads, each by an isolate that holds nothing. */
async function firstOfEach(): Promise<Record<string, number>> {
  const cold: Record<string, number> = {}
  for (const kind of KINDS) {
    isolate.forget()
    const before = keys
    await ask(kind, questionsOf(kind)[0]!)
    cold[kind] = keys - before
  }
  return cold
}

async function ask(kind: Kind, words: readonly string[]): Promise<number> {
  const before = process.cpuUsage()
  const { hits } = await isolate.search(words, kind === 'phrase')
  const { user, system } = process.cpuUsage(before)
  found += hits.length
  noteMemory()
  return (user + system) / 1000
}

function noteMemory(): void {
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage()
  note('in use and not yet collected MB', heapUsed + arrayBuffers)
  note('ArrayBuffers of these MB', arrayBuffers)
  note('resident MB', rss)
}

function noteInUse(): void {
  globalThis.gc!()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  note('in use MB', heapUsed + arrayBuffers)
}

function note(name: keyof typeof peak, bytes: number): void {
  peak[name] = Math.max(peak[name], Math.round(bytes / 2 ** 20))
}

function median(times: readonly number[]): number {
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]! * 100) / 100
}
