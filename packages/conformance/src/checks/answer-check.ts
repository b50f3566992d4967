import { type Contract, negotiate } from '@cairn/contract/negotiation'
import type { Exchange } from '../exchange.ts'
import type { SHAPE } from '../requirements/shape.ts'

/** Judges every answer it applies to: null when the requirement holds, else why not. */
export interface AnswerCheck {
  readonly requirement: keyof typeof SHAPE
  readonly applies: (exchange: Exchange) => boolean
  readonly check: (exchange: Exchange) => string | null
}

/** Whether an exchange is a CRC read, whatever came back. */
export const isCrcRead = ({ operation }: Exchange) => operation.kind !== null
/** Whether an exchange succeeded with a body. */
export const isSuccess = ({ status }: Exchange) => status >= 200 && status < 300
/** Whether an exchange was refused or failed. */
export const isRefusal = ({ status }: Exchange) => status >= 400
/** Whether an exchange has the address's own method. */
export const isOwnMethod = ({ request, operation }: Exchange) => request.method === operation.method

/** The shape that a request negotiated. */
export function negotiated({ request }: Exchange): Contract {
  return negotiate({
    query: queryOf(request.address).get('contract'),
    header: headerOf(request.headers, 'accept-contract'),
  })
}

/** The query parameters of an address. */
export function queryOf(address: string): URLSearchParams {
  const start = address.indexOf('?')
  return new URLSearchParams(start === -1 ? '' : address.slice(start + 1))
}

function headerOf(headers: Readonly<Record<string, string>>, name: string): string | null {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? null
}
