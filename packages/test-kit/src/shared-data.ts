import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { repositoryRoot } from './start-cairn.ts'

/** A judged retrieval set: documents, questions, and which documents answer them. */
export interface JudgedSet {
  readonly documents: readonly JudgedDocument[]
  readonly queries: readonly { readonly id: string; readonly text: string; readonly group?: string }[]
  /** Query id → document id → grade. */
  readonly judgements: ReadonlyMap<string, ReadonlyMap<string, number>>
}
export interface JudgedDocument {
  readonly id: string
  readonly title?: string
  readonly text: string
  readonly group?: string
  readonly session?: string
  readonly speaker?: string
  readonly date?: string
}

const DATA = path.resolve(repositoryRoot, '../shared')

/** Whether the data laid beside the checkout is there; tests that need it skip, saying so, where it is not. */
export function hasSharedData(...names: string[]): boolean {
  return names.every((name) => existsSync(path.join(DATA, name)))
}

/** The bytes of a file beside the checkout. */
export function readShared(name: string): Buffer {
  return readFileSync(path.join(DATA, name))
}

/** Reads a judged set by its folder's name, as `scifact`. */
export function readJudgedSet(name: string): JudgedSet {
  const folder = `data/${name}`
  const corpus = hasSharedData(`${folder}/corpus.jsonl`)
    ? readShared(`${folder}/corpus.jsonl`)
    : gunzipSync(readShared(`${folder}/corpus.jsonl.gz`))
  const judgements = new Map<string, Map<string, number>>()
  for (const line of lines(readShared(`${folder}/qrels.tsv`)).slice(1)) {
    const [query, document, grade] = line.split('\t')
    const row = judgements.get(query!) ?? new Map<string, number>()
    judgements.set(query!, row.set(document!, Number(grade)))
  }
  return {
    documents: parseLines(corpus),
    queries: parseLines(readShared(`${folder}/queries.jsonl`)),
    judgements,
  }
}

function parseLines<T>(bytes: Buffer): T[] {
  return lines(bytes).map((line) => JSON.parse(line) as T)
}

function lines(bytes: Buffer): string[] {
  return bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
}
