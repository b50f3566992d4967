import type { Run } from './run-suite.ts'

const NO_TASKS = 'The tasks extension is optional and not offered: every call here ends within its request.'
const NO_STREAM =
  'A server that keeps no session cannot send a request of its own to a client; newer revisions ask in the answer instead.'
const NO_SESSION = 'No session is kept, so none is told; the suite warns of it or only notes it.'
const NO_HEADER_PARAMETER =
  'No tool names a parameter that travels as a header (x-mcp-header); the SDK checks such headers only for tools of its McpServer.'
const NO_SUBSCRIPTION = 'A subscription of these revisions needs a session; the capability is not declared.'

const because = (why: string, ...scenarios: string[]) => scenarios.map((scenario) => [scenario, why] as const)

const WITH_HANDSHAKE = [
  ...because(NO_STREAM, 'tools-call-sampling', 'tools-call-elicitation'),
  ...because(NO_STREAM, 'elicitation-sep1330-enums', 'elicitation-sep1034-defaults'),
  ...because(NO_SUBSCRIPTION, 'resources-subscribe', 'resources-unsubscribe'),
  ...because(NO_SESSION, 'server-sse-multiple-streams'),
]

/** What this transport does not pass, whatever server it carries, each with its reason. A scenario that passes has no place here. */
export const EXPECTED_FAILURES: Readonly<Record<Run, ReadonlyMap<string, string>>> = {
  '2026-07-28': new Map([
    ...because(NO_TASKS, 'tasks-wire-fields', 'tasks-status-notifications', 'tasks-required-task-error'),
    ...because(NO_TASKS, 'tasks-request-state-removal', 'tasks-request-headers', 'tasks-mrtr-input'),
    ...because(NO_TASKS, 'tasks-mrtr-composition', 'tasks-lifecycle', 'tasks-dispatch-and-envelope'),
    ...because(NO_TASKS, 'tasks-capability-negotiation'),
    ...because(NO_HEADER_PARAMETER, 'http-custom-header-server-validation'),
  ]),
  '2025-11-25': new Map([
    ...WITH_HANDSHAKE,
    ...because(NO_SESSION, 'server-sse-polling', 'server-session-lifecycle'),
  ]),
  released: new Map(WITH_HANDSHAKE),
}

const FIXTURES = [
  ...['simple-text', 'image', 'audio', 'embedded-resource', 'mixed-content', 'error', 'with-progress'].map(
    (kind) => `tools-call-${kind}`,
  ),
  ...['resources-read-text', 'resources-read-binary', 'resources-templates-read', 'completion-complete'],
  ...['simple', 'with-args', 'embedded-resource', 'with-image'].map((kind) => `prompts-get-${kind}`),
]
const LOGGING = ['logging-set-level', 'tools-call-with-logging']
const ASKING = ['basic-elicitation', 'basic-list-roots', 'basic-sampling', 'capability-check']
const ASKING_ON = ['ignore-extra-params', 'missing-input-response', 'multi-round', 'multiple-input-requests']
const ASKING_STATE = ['non-tool-request', 'request-state', 'result-type', 'tampered-state']

/** What the service itself cannot pass because the suite calls tools, prompts and resources of its own; its server passes them. */
export const NEED_THE_SUITES_SERVER: Readonly<Record<Run, readonly string[]>> = {
  '2026-07-28': [
    ...FIXTURES,
    'json-schema-2020-12',
    'server-stateless',
    ...[...ASKING, ...ASKING_ON, ...ASKING_STATE].map((kind) => `input-required-result-${kind}`),
  ],
  '2025-11-25': [...FIXTURES, ...LOGGING, 'json-schema-2020-12'],
  released: [...FIXTURES, ...LOGGING],
}
