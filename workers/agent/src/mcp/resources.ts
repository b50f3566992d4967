import { LIMITS } from '@cairn/contract/limits'
import { Problem } from '@cairn/http-kernel/problem'
import { countTokens } from '@cairn/text/tokens'
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server'
import { askSibling } from '../siblings/ask-sibling.ts'
import type { Doing } from './tool.ts'

const TOPICS = 'cairn://bootstrap/'
const DOCUMENTS = 'cairn://documents/'

/** The bootstrap topics as resources. */
export async function listResources(doing: Doing) {
  const { topics } = (await askSibling(doing, {
    sibling: 'bootstrap',
    method: 'GET',
    path: '/v1/bootstrap',
  })) as {
    readonly topics: readonly { readonly topic: string; readonly title: string }[]
  }
  return {
    resources: topics.map(({ topic, title }) => ({
      uri: `${TOPICS}${encodeURIComponent(topic)}`,
      name: topic,
      title,
      mimeType: 'application/json',
    })),
  }
}

/** How a document is named as a resource. */
export const RESOURCE_TEMPLATES = {
  resourceTemplates: [
    {
      uriTemplate: `${DOCUMENTS}{source}/{document}`,
      name: 'document',
      title: 'A stored document',
      description: 'A document as it was stored; source and document percent-encoded.',
      mimeType: 'application/json',
    },
  ],
}

/** A topic or a document. Throws the protocol's error for one that is not there and for one that is too large to be sent. */
export async function readResource(doing: Doing, uri: string) {
  const ask = askFor(uri)
  if (ask === null) throw new ResourceNotFoundError(uri)
  const body = await askSibling(doing, ask).catch((problem) => refuse(problem, uri))
  const text = JSON.stringify(body)
  if (countTokens(text) > LIMITS.mcpAnswerTokensMax - FRAME_TOKENS)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `The resource is larger than ${LIMITS.mcpAnswerTokensMax} tokens; find its passages with the tool search.`,
    )
  return { contents: [{ uri, mimeType: 'application/json', text }], _meta: { 'dev.cairn/untrusted': true } }
}

const FRAME_TOKENS = 1000
const NAMED = /^[^/?#]+$/

function askFor(uri: string) {
  if (uri.startsWith(TOPICS)) {
    const topic = uri.slice(TOPICS.length)
    return NAMED.test(topic)
      ? ({ sibling: 'bootstrap', method: 'GET', path: `/v1/bootstrap/${topic}` } as const)
      : null
  }
  if (!uri.startsWith(DOCUMENTS)) return null
  const [source = '', document = '', ...rest] = uri.slice(DOCUMENTS.length).split('/')
  if (rest.length > 0 || !NAMED.test(source) || !NAMED.test(document)) return null
  return { sibling: 'library', method: 'GET', path: `/v1/sources/${source}/documents/${document}` } as const
}

const ABSENT = new Set(['topic_not_found', 'source_not_found', 'document_not_found', 'document_gone'])

function refuse(problem: unknown, uri: string): never {
  if (!(problem instanceof Problem)) throw problem
  if (ABSENT.has(problem.code)) throw new ResourceNotFoundError(uri)
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${problem.code}: ${problem.message}`)
}
