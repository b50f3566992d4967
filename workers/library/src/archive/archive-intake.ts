import type { ProblemDocument } from '@cairn/contract/problems'
import type { Call } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import {
  commitImport,
  type ImportOutcome,
  type ImportState,
  readImport,
} from '@cairn/memory-store/commit-import'
import type { Namespace } from '@cairn/memory-store/namespace'
import type { SegmentBytes } from '@cairn/memory-store/segment-bytes'
import type { LibraryBindings } from '../bindings.ts'
import { refusalOfCommit } from '../documents/commit-group.ts'
import { isStepDue, stepQuietly } from '../maintenance/step-soon.ts'
import { type ArchiveHeader, type ArchiveLine, chained, FIRST_LINK, readArchiveLine } from './archive-line.ts'
import { archivedFact } from './archived-fact.ts'
import { assertVector } from './archived-vectors.ts'
import { GrowingImport } from './cut-import.ts'
import { importedSegment } from './imported-segment.ts'
import { isRowRefusal, refusedRow } from './refused-row.ts'
import { wrong } from './wrong-line.ts'

/** What a client is told: up to which line the archive is in, and whether that is all of it. */
export interface IntakeLine {
  readonly line: number
  readonly status: 'standing' | 'committed' | 'finished' | 'refused'
  readonly problem?: ProblemDocument
}

/** How far an import is, as its last commit keeps it. */
interface Progress {
  readonly export: string
  readonly through: number
  readonly chain: string
  readonly finished: boolean
}

/** An archive being taken in: it holds at most one commit of lines. */
export class ArchiveIntake {
  readonly #call: Call<LibraryBindings>
  readonly #namespace: Namespace
  readonly #header: ArchiveHeader
  #committed: Progress
  /** as `#committed` will be once what is held is in */
  #read: Omit<Progress, 'export' | 'finished'>
  #growing = new GrowingImport()
  /** whether the last line that was read was an end */
  #isEnded = false
  /** the number of the end that proved what is in or held */
  #proven: number | null = null

  private constructor(
    call: Call<LibraryBindings>,
    namespace: Namespace,
    header: ArchiveHeader,
    committed: Progress,
  ) {
    this.#call = call
    this.#namespace = namespace
    this.#header = header
    this.#committed = committed
    this.#read = committed
  }

  /** Begins an import, or goes on with one. Throws `namespace_not_empty`. */
  static async begin(
    call: Call<LibraryBindings>,
    namespace: Namespace,
    { header, text }: { readonly header: ArchiveHeader; readonly text: string },
  ): Promise<ArchiveIntake> {
    const state = await readImport(call.bindings.memory, namespace)
    const fresh = { export: header.id, through: 0, chain: FIRST_LINK, finished: false }
    const committed = progressOf(state) ?? fresh
    if (committed.export !== header.id) throw notEmpty()
    const intake = new ArchiveIntake(call, namespace, header, committed)
    if (committed.through === 0) {
      intake.#read = { through: 1, chain: await chained(FIRST_LINK, text) }
      await intake.#commit(null)
    }
    return intake
  }

  get through(): number {
    return this.#committed.through
  }

  get standing(): IntakeLine {
    return { line: this.through, status: this.#committed.finished ? 'finished' : 'standing' }
  }

  /** Takes one line in; the answer tells of a commit it led to. Lines that are in already are passed over, and none comes behind the end. */
  async take(text: string): Promise<IntakeLine | null> {
    const line = readArchiveLine(text)
    if (this.#isEnded) throw wrong('', 'found a line behind the end of the archive')
    this.#isEnded = line.type === 'end'
    if (line.n <= this.#read.through) return null
    if (line.n !== this.#read.through + 1)
      throw wrong(
        '/n',
        `expected line ${this.#read.through + 1} of the archive; send the header and all lines from there`,
      )
    return line.type === 'end' ? this.#close(line) : this.#grow(line, text)
  }

  /** Commits what is held, when there are no more lines: with it the import is finished where the last one was the end. */
  async finish(): Promise<IntakeLine | null> {
    const answer = await this.#flush()
    if (this.#proven === null) return answer
    this.#read = { ...this.#read, through: this.#proven }
    await this.#commit(this.#header)
    return { line: this.through, status: 'finished' }
  }

  async #flush(): Promise<IntakeLine | null> {
    if (this.#growing.rows.length === 0) return null
    await this.#commit(null)
    return { line: this.through, status: 'committed' }
  }

  async #grow(line: ArchiveLine, text: string): Promise<IntakeLine | null> {
    if (line.type !== 'row') throw wrong('/type', 'found a second header')
    if (line.table === 'passage') assertVector(line.row, this.#header.embedder)
    const fact = line.table === 'fact' ? archivedFact(line.row, this.#header) : null
    const entry = { ...line, length: text.length, fact }
    const answer = this.#growing.hasRoomFor(entry) ? null : await this.#flush()
    this.#growing.add(entry)
    this.#read = { through: line.n, chain: await chained(this.#read.chain, text) }
    return answer
  }

  #close({ n, chain }: Extract<ArchiveLine, { type: 'end' }>): null {
    if (chain !== this.#read.chain)
      throw wrong(
        '/chain',
        'found another digest than that of the lines before it: lines were changed since the export',
      )
    this.#proven = n
    return null
  }

  /** `closing`: this is the last commit. A merge that came between makes it look again, at most 5 times. */
  async #commit(closing: ArchiveHeader | null): Promise<void> {
    const { bindings } = this.#call
    const { ns } = this.#namespace
    const { rows } = this.#growing
    const segment = await importedSegment(bindings.memory, { ns, rows })
    const next = { export: this.#header.id, ...this.#read, finished: closing !== null }
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      const outcome = await this.#attempt({ next, segment, closing })
      if (outcome.kind === 'committed' || outcome.kind === 'repeated') {
        this.#committed = next
        this.#growing = new GrowingImport()
        const { version } = outcome
        if (isStepDue({ version, segmentBytes: segment?.bytes.length ?? 0 }))
          await stepQuietly(bindings, this.#namespace)
        return
      }
      if (isRowRefusal(outcome)) throw refusedRow(outcome, rows)
      if (outcome.kind === 'backlog') await stepQuietly(bindings, this.#namespace)
      else if (outcome.kind !== 'changed') throw refusalOfCommit(outcome.kind)
      await bindings.pause(attempt * PAUSE_STEP_MS)
    }
    throw refusalOfCommit('backlog')
  }

  async #attempt({
    next,
    segment,
    closing,
  }: {
    readonly next: Progress
    readonly segment: SegmentBytes | null
    readonly closing: ArchiveHeader | null
  }): Promise<ImportOutcome> {
    const { memory, quota, clock, signerOf } = this.#call.bindings
    const { ns } = this.#namespace
    const state = await readImport(memory, { ns })
    if (state.kind === 'written') throw notEmpty()
    const { export: archive, through } = progressOf(state) ?? { ...next, through: 0 }
    if (archive !== next.export || through !== this.#committed.through) throw notEmpty()
    return commitImport(memory, {
      ns,
      commitId: `import ${next.export} ${next.through}`,
      requestHash: next.chain,
      at: clock(),
      answer: JSON.stringify(next),
      rows: this.#growing.copied,
      facts: this.#growing.facts,
      segment,
      head: state.head,
      opening: this.#committed.through === 0 ? this.#header : null,
      closing,
      embedder: this.#header.embedder,
      quota,
      signer: signerOf(this.#namespace),
    })
  }
}

const ATTEMPTS_MAX = 5
const PAUSE_STEP_MS = 20

/** Null: nothing is in yet. Throws `namespace_not_empty` where something else is. */
function progressOf(state: ImportState): Progress | null {
  if (state.kind === 'written') throw notEmpty()
  return state.kind === 'empty' ? null : (JSON.parse(state.answer) as Progress)
}

function notEmpty(): Problem {
  return new Problem(
    'namespace_not_empty',
    'An archive is taken into an empty namespace only, and nothing else may be written until it is in. Name another with `?namespace=`.',
  )
}
