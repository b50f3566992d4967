import type { Exchange, SentRequest } from './exchange.ts'
import type { JudgedWorker } from './requirement.ts'

/** What is known about one requirement at one Worker. Plain data. */
export interface Cell {
  passes: number
  failures: number
  /** The first failures, with what was sent and answered. */
  readonly shown: Failure[]
  /** Why parts of it could not be exercised. */
  readonly unexercised: string[]
}

/** One way in which a requirement was not met. */
export interface Failure {
  readonly scenario: string
  readonly why: string
  readonly exchanges: readonly TrimmedExchange[]
}

/** A request and its answer, long texts cut. */
export interface TrimmedExchange {
  readonly request: SentRequest
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }
}

/** Cells by `<worker> <requirement>`. */
export type Ledger = Record<string, Cell>

/** The cell of a requirement at a Worker, made on first use. */
export function cellOf(ledger: Ledger, worker: JudgedWorker, requirement: string): Cell {
  const key = `${worker} ${requirement}`
  ledger[key] ??= { passes: 0, failures: 0, shown: [], unexercised: [] }
  return ledger[key]
}

/** Notes a judgement: null for a pass, else why not, with the exchanges that show it; the first failure of a cell keeps them. */
export function note(cell: Cell, why: string | null, from: Origin): void {
  if (why === null) {
    cell.passes += 1
    return
  }
  cell.failures += 1
  if (cell.shown.length >= SHOWN_MAX) return
  const exchanges = cell.shown.length === 0 ? from.exchanges.slice(-EXCHANGES_MAX).map(trim) : []
  cell.shown.push({ scenario: from.scenario, why: cut(why, WHY_MAX), exchanges })
}

/** Where a judgement was made, and of what. */
export interface Origin {
  readonly scenario: string
  readonly exchanges: readonly Exchange[]
}

/** Notes why a part of a requirement could not be exercised. */
export function noteUnexercised(cell: Cell, why: string): void {
  if (cell.unexercised.length < SHOWN_MAX && !cell.unexercised.includes(why))
    cell.unexercised.push(cut(why, WHY_MAX))
}

const SHOWN_MAX = 2
const EXCHANGES_MAX = 2
const WHY_MAX = 300
const BODY_MAX = 900
const HEADER_MAX = 160
/** Headers that a requirement is about. */
const HEADERS = [
  'allow',
  'cache-control',
  'consistency-token',
  'content-contract',
  'content-type',
  'contract-version',
  'etag',
  'vary',
  'www-authenticate',
]

function trim({ request, status, headers, text }: Exchange): TrimmedExchange {
  return {
    request: {
      ...request,
      address: cut(request.address, BODY_MAX),
      body: request.body === null ? null : cut(request.body, BODY_MAX),
    },
    response: { status, headers: headersOf(headers), body: cut(text, BODY_MAX) },
  }
}

function headersOf(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    [...headers]
      .filter(([name]) => HEADERS.includes(name))
      .map(([name, value]) => [name, cut(value, HEADER_MAX)]),
  )
}

function cut(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  return `${text.slice(0, lengthMax).toWellFormed()}… (${text.length - lengthMax} more)`
}
