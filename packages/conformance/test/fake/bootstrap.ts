import { LIMITS } from '@cairn/contract/limits'
import { RESOLUTION_CODES } from '@cairn/contract/resolution'
import { SCHEMA_FILES } from '@cairn/contract/schema-files'
import type { Handler } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import type { FakeBindings } from './space.ts'

const TOPICS = ['tool-output', 'limits', ...RESOLUTION_CODES.map((code) => `resolution:${code}`)]

/** Bare topics and the contract's bytes. */
export const BOOTSTRAP: Readonly<Record<string, Handler<FakeBindings>>> = {
  listTopics: async () => ({ body: { topics: TOPICS.map((topic) => ({ topic })) } }),
  getTopic: async ({ path }) => {
    const topic = path.topic!.replace(/^__bootstrap__::/, '')
    if (!TOPICS.includes(topic)) throw new Problem('topic_not_found', 'There is no such topic.')
    if (topic === 'tool-output')
      return { bytes: SCHEMA_FILES['crc-v1.schema.json']!, type: 'application/json' }
    return { body: { topic, ...(topic === 'limits' ? { data: LIMITS } : {}) } }
  },
}
