import { type CallOptions, operationAt, operationOf, requestOf } from './call.ts'
import { CannotExercise } from './cannot-exercise.ts'
import { judgeAnswer } from './checks/judge-answer.ts'
import type { Exchange, SentRequest, Side } from './exchange.ts'
import { isThere } from './is-there.ts'
import { cellOf, note } from './ledger.ts'
import { whyNotAsked } from './not-asked.ts'
import { receive } from './receive.ts'
import type { JudgedWorker } from './requirement.ts'
import { type OwnRequirement, workersOf } from './requirements.ts'
import type { RunState } from './run-state.ts'
import type { Target } from './target.ts'

/** What a scenario works with: it sends calls, each judged as it arrives, and judges what they mean together. */
export class Probe {
  readonly target: Target
  readonly state: RunState
  readonly scenario: string
  #callsLeft: number

  constructor(target: Target, state: RunState, scenario: { readonly id: string; readonly callsMax: number }) {
    this.target = target
    this.state = state
    this.scenario = scenario.id
    this.#callsLeft = scenario.callsMax
  }

  /** Sends one call of an operation and judges the answer's shape. */
  send(operation: string, options: CallOptions = {}): Promise<Exchange> {
    const known = operationOf(operation)
    return this.#exchange(known, requestOf(known, options), options)
  }

  /** Sends a call as an answer printed it: `<METHOD> <address>`, then a space and a JSON body where it has one. */
  sendPrinted(
    printed: string,
    options: { readonly side?: Side; readonly headers?: Record<string, string> } = {},
  ): Promise<Exchange> {
    const [, method = '', address = '', body = null] = /^([A-Z]+) (\S+)(?: ([\s\S]*))?$/.exec(printed) ?? []
    const operation = operationAt(method, address)
    if (operation === null)
      throw new CannotExercise(`no operation answers at the printed ${printed.slice(0, 80)}`)
    const headers = { ...(body === null ? {} : { 'content-type': 'application/json' }), ...options.headers }
    return this.#exchange(operation, { method, address, headers, body }, options)
  }

  /** Sends one call and demands a 2xx, without which the scenario cannot go on. */
  async need(operation: string, options: CallOptions = {}): Promise<Exchange> {
    const exchange = await this.send(operation, options)
    if (exchange.status >= 200 && exchange.status < 300) return exchange
    const code = (exchange.json as { code?: unknown } | undefined)?.code
    throw new CannotExercise(
      `${operation} answered ${exchange.status} ${typeof code === 'string' ? code : ''}`.trim(),
    )
  }

  /** Notes whether a requirement held, at the Worker of the last exchange unless `at` names another; `why` is null where it did. */
  judge(
    requirement: OwnRequirement,
    exchanges: Exchange | readonly Exchange[],
    why: string | null,
    at?: JudgedWorker,
  ): void {
    const list: readonly Exchange[] = 'worker' in exchanges ? [exchanges] : exchanges
    const worker = at ?? list.at(-1)!.worker
    if (!workersOf(requirement).includes(worker)) throw new Error(`${requirement} is not judged at ${worker}`)
    note(cellOf(this.state.ledger, worker, requirement), why, { scenario: this.scenario, exchanges: list })
  }

  async #exchange(
    operation: ReturnType<typeof operationOf>,
    sent: SentRequest,
    options: CallOptions,
  ): Promise<Exchange> {
    if (this.#callsLeft === 0)
      throw new Error(`the scenario ${this.scenario} sends more calls than it declares`)
    this.#callsLeft -= 1
    this.state.calls += 1
    const exchange = await receive(this.target, { operation, sent, options })
    const isFirst = this.state.contracts?.[exchange.worker] === undefined
    const contract = exchange.headers.get('contract-version')
    if (contract !== null) this.state.contracts = { ...this.state.contracts, [exchange.worker]: contract }
    if (isFirst && !isThere(exchange)) this.state.absent = [...(this.state.absent ?? []), exchange.worker]
    if (whyNotAsked(exchange.worker, this.state) === null) judgeAnswer(this, exchange)
    return exchange
  }
}
