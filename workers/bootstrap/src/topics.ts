import { RESOLUTION_CODES } from '@cairn/contract/resolution'
import { playbookTopic } from './playbook.ts'
import { PLAYBOOKS } from './playbooks.ts'
import type { Topic } from './topic.ts'
import { agentDecision } from './topics/agent-decision.ts'
import { context } from './topics/context.ts'
import { endpoints } from './topics/endpoints.ts'
import { errors } from './topics/errors.ts'
import { gettingStarted } from './topics/getting-started.ts'
import { limits } from './topics/limits.ts'
import { research } from './topics/research.ts'
import { tokenProfile } from './topics/token-profile.ts'
import { toolOutput } from './topics/tool-output.ts'

/** Every topic, in the order a newcomer reads them. */
export const TOPICS: readonly Topic[] = [
  gettingStarted,
  endpoints,
  toolOutput,
  agentDecision,
  limits,
  errors,
  tokenProfile,
  research,
  context,
  ...RESOLUTION_CODES.map((code) => playbookTopic(code, PLAYBOOKS[code])),
]

/** Other names that agents try; `errors` is a topic of its own. */
export const ALIASES: Readonly<Record<string, string>> = {
  docs: 'getting-started',
  patterns: 'getting-started',
  tools: 'endpoints',
  decision: 'agent-decision',
}

/** The topic of a name, an alias, or a pointer `__bootstrap__::<topic>`; undefined when there is none. */
export function findTopic(name: string): Topic | undefined {
  const bare = name.startsWith(POINTER_PREFIX) ? name.slice(POINTER_PREFIX.length) : name
  const topic = Object.hasOwn(ALIASES, bare) ? ALIASES[bare] : bare
  return TOPICS.find((known) => known.topic === topic)
}

const POINTER_PREFIX = '__bootstrap__::'
