import type { Handler } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import { findTopic, TOPICS } from './topics.ts'

/** A topic as JSON `{topic, title, text?, data?}`; a published file as its own bytes. */
export const getTopic: Handler<unknown> = async ({ path, authorize }) => {
  const found = findTopic(path.topic ?? '')
  if (found === undefined)
    throw new Problem('topic_not_found', `There are ${TOPICS.map(({ topic }) => topic).join(', ')}.`)
  if (!found.isPublic) await authorize('query:read')
  const headers = { 'Cache-Control': found.isPublic ? 'public, max-age=300' : 'private, no-cache' }
  if ('bytes' in found) return { bytes: found.bytes, type: 'application/json; charset=utf-8', headers }
  const { topic, title, text, data } = found
  return { body: { topic, title, text, data }, headers }
}
