import { COMPONENTS } from './openapi/components.ts'
import { operationObject } from './openapi/operation-object.ts'
import type { Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import { CONTRACT_VERSION } from './version.ts'

/** The OpenAPI 3.1 description of the whole service at `serverUrl`: every operation, parameter, header, answer and problem code, each with an example. */
export function openApi(serverUrl: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cairn',
      version: CONTRACT_VERSION,
      description:
        'Retrieval and memory for AI agents that answers with pointers first: a small page of handles, which lane found them, what reading them costs, and the call that reads just the ones worth reading.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags: TAGS,
    paths: paths(OPERATIONS),
    components: COMPONENTS,
  }
}

const TAGS = [
  { name: 'search', description: 'Ranked retrieval.' },
  { name: 'fetch-content', description: 'Reading what a pointer names.' },
  { name: 'facts', description: 'What is true of an entity, and the state of sessions.' },
  { name: 'library', description: 'Sources, documents and upkeep.' },
  { name: 'bootstrap', description: 'What a stranger reads first.' },
  { name: 'conformance', description: 'Judging the service against its contract.' },
  { name: 'gateway', description: 'The front door.' },
] as const

function paths(operations: readonly Operation[]): Record<string, Record<string, object>> {
  const byPath: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    const methods = byPath[operation.path] ?? {}
    methods[operation.method.toLowerCase()] = operationObject(operation)
    byPath[operation.path] = methods
  }
  return byPath
}
