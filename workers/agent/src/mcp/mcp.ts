import type { Call, Handler, Reply } from '@cairn/http-kernel/call'
import { namespaceOf } from '@cairn/http-kernel/namespace'
import { Problem } from '@cairn/http-kernel/problem'
import { createMcpHandler, type Server } from '@modelcontextprotocol/server'
import type { AgentBindings } from '../bindings.ts'
import { acceptedForms, asEvent, messagesIn } from './answer-form.ts'
import { originFault } from './origin.ts'
import { mcpServer } from './server.ts'
import type { Doing } from './tool.ts'

/**
 * Speaks the Model Context Protocol, one message a request, in every revision the SDK serves without a session. Whoever asks has a
 * good token; what it may do, the Workers that do it judge.
 */
export const mcp: Handler<AgentBindings> = speaking(mcpServer)

/** The transport by itself: how any server that is made for one message is spoken to here. */
export function speaking(serverFor: (doing: Doing) => Server): Handler<AgentBindings> {
  return (call) => speak(call, serverFor)
}

async function speak(call: Call<AgentBindings>, serverFor: (doing: Doing) => Server): Promise<Reply> {
  const fault = originFault(call.url, call.headers.get('Origin'), call.bindings.origins)
  if (fault !== null) throw new Problem('origin_refused', fault)
  const caller = await call.authorize(null)
  const namespace = namespaceOf(caller, call.url.searchParams.get('namespace') ?? undefined)
  const handler = createMcpHandler(() => serverFor({ ...call, namespace }), { keepAliveMs: 0 })
  return await replyOf(await handler.fetch(requestFor(call), { parsedBody: call.body }), call)
}

/** The request as the SDK takes it: it would refuse a client that does not name both forms. */
function requestFor({ headers, url }: Call<AgentBindings>): Request {
  const both = new Headers(headers)
  both.set('Accept', 'application/json, text/event-stream')
  both.set('Content-Type', 'application/json')
  both.delete('Content-Length')
  return new Request(url, { method: 'POST', headers: both })
}

/** One message as JSON where that is liked; several, or one for who reads only events, as a stream that ends with the answer. */
async function replyOf(response: Response, { headers }: Call<AgentBindings>): Promise<Reply> {
  const text = await response.text()
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream') === true
  const messages = isStream ? messagesIn(text) : [text].filter((message) => message !== '')
  const forms = acceptedForms(headers.get('Accept'))
  const asStream = forms.first === 'event-stream' || (forms.events && messages.length > 1)
  const { status } = response
  return asStream && messages.length > 0
    ? { status, bytes: messages.map(asEvent).join(''), type: 'text/event-stream', headers: NOT_KEPT }
    : { status, bytes: messages.at(-1) ?? '', type: JSON_TYPE, headers: NOT_KEPT }
}

const JSON_TYPE = 'application/json; charset=utf-8'
const NOT_KEPT = { 'Cache-Control': 'no-store' } as const
