import { Problem } from '@cairn/http-kernel/problem'
import type { Forward } from '@cairn/http-kernel/serve'
import type { GatewayBindings, Sibling } from './bindings.ts'

/**
 * Passes a request to the sibling whose operation it asks for; both bodies stream through. A sibling that cannot be reached, or
 * fails without a problem document, is `unavailable`, and nothing it said goes out.
 */
export const forward: Forward<GatewayBindings> = async (operation, request, { siblings }) => {
  const response = await ask(siblings[operation.worker as Sibling], request)
  if (response.status < 500 || isProblem(response)) return response
  await response.body?.cancel()
  throw unavailable()
}

async function ask(sibling: Pick<Fetcher, 'fetch'>, request: Request): Promise<Response> {
  try {
    return await sibling.fetch(request)
  } catch (cause) {
    throw unavailable(cause)
  }
}

const isProblem = (response: Response) =>
  response.headers.get('Content-Type')?.startsWith('application/problem+json') === true

const unavailable = (cause?: unknown) =>
  new Problem('unavailable', 'A part of the service does not answer. Send the same request again.', { cause })
