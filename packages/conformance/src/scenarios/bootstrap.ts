import { LIMITS } from '@cairn/contract/limits'
import { SCHEMA_FILES } from '@cairn/contract/schema-files'
import { CONTRACT_VERSION } from '@cairn/contract/version'
import type { Exchange } from '../exchange.ts'
import { isServed } from '../is-served.ts'
import type { Probe } from '../probe.ts'
import { member, objects } from '../read.ts'
import type { Scenario } from '../scenario.ts'

const TOPICS_MAX = 18

/** What bootstrap tells a stranger. */
export const BOOTSTRAP_SCENARIOS: readonly Scenario[] = [
  {
    id: 'tool-output',
    title: 'Read the contract itself, with a token and without',
    callsMax: 3,
    judges: ['tool-output-is-the-schema'],
    run: async (probe) => {
      for (const topic of ['tool-output', '__bootstrap__::tool-output'])
        expectSchema(probe, await probe.send('getTopic', { token: null, path: { topic } }))
      expectSchema(probe, await probe.send('getTopic', { path: { topic: 'tool-output' } }))
    },
  },
  {
    id: 'limits-topic',
    title: 'Read the limits without a token',
    callsMax: 1,
    judges: ['limits-are-told'],
    run: async (probe) => {
      const told = await probe.send('getTopic', { token: null, path: { topic: 'limits' } })
      const data = member(told.json, 'data')
      // A Worker on an older contract does not tell the limits that came after it.
      const since = { contract: CONTRACT_VERSION, of: ['bootstrap'] } as const
      const isOurs = isServed({ since }, probe.state)
      const wrong = Object.entries(LIMITS).find(
        ([name, value]) => member(data, name) !== value && (isOurs || member(data, name) !== undefined),
      )
      const why =
        wrong === undefined ? null : `${wrong[0]} is told as ${member(data, wrong[0])}, expected ${wrong[1]}`
      probe.judge('limits-are-told', told, why)
    },
  },
  {
    id: 'topics',
    title: 'List the topics and read each',
    callsMax: TOPICS_MAX + 1,
    judges: ['listed-topics-resolve'],
    run: async (probe) => {
      const list = await probe.need('listTopics')
      const topics = objects(member(list.json, 'topics')).map(({ topic }) => String(topic))
      probe.judge('listed-topics-resolve', list, topics.length > 0 ? null : 'no topic is listed')
      for (const topic of topics.slice(0, TOPICS_MAX)) {
        const read = await probe.send('getTopic', { path: { topic } })
        probe.judge(
          'listed-topics-resolve',
          [list, read],
          read.status === 200 ? null : `${topic} answered ${read.status}`,
        )
      }
    },
  },
]

function expectSchema(probe: Probe, exchange: Exchange): void {
  const expected = SCHEMA_FILES['crc-v1.schema.json']
  const isSame = exchange.status === 200 && exchange.text === expected
  const why = isSame
    ? null
    : `answered ${exchange.status} with ${exchange.text.length} characters that are not the schema’s ${expected?.length}`
  probe.judge('tool-output-is-the-schema', exchange, why)
}
