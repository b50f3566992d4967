import type { JsonSchema, Operation } from '../operation.ts'
import { closed } from './schemas.ts'

const archiveLine: JsonSchema = {
  type: 'object',
  description:
    'one line of an archive: `export` first, then rows as they are stored with ids, versions and recorded times, `end` last',
  properties: {
    n: { type: 'integer', minimum: 1, examples: [1] },
    type: { type: 'string', examples: ['export'] },
  },
  required: ['n', 'type'],
}
const intakeLine: JsonSchema = closed(
  {
    line: { type: 'integer', minimum: 0 },
    status: { type: 'string', enum: ['standing', 'committed', 'finished', 'refused'] },
    problem: { type: 'object', description: 'the problem document of what was refused' },
  },
  ['line', 'status'],
)

/** Everything a namespace holds: out, in, and away. */
export const ARCHIVE_OPERATIONS = [
  {
    id: 'exportNamespace',
    method: 'GET',
    path: '/v1/export',
    worker: 'library',
    scope: 'admin',
    kind: null,
    summary:
      'Export everything a namespace holds, one record a line; the last line is `end` when it is whole',
    parameters: [],
    success: {
      status: 200,
      type: 'application/x-ndjson',
      schema: archiveLine,
      example: { n: 1, type: 'export', format: 1, namespace: 'default', number: 1, epoch: 'e1', version: 42 },
    },
    problems: [],
  },
  {
    id: 'importNamespace',
    method: 'POST',
    path: '/v1/import',
    worker: 'library',
    scope: 'admin',
    kind: null,
    summary:
      'Take an archive into an empty namespace: every pointer, version and time is as it was. Sent again, an import that was cut off goes on',
    parameters: [],
    body: archiveLine,
    bodyTypes: ['application/x-ndjson'],
    bodyExample: { n: 1, type: 'export' },
    success: {
      status: 200,
      type: 'application/x-ndjson',
      schema: intakeLine,
      example: { line: 42, status: 'finished' },
    },
    problems: ['namespace_not_empty', 'quota_exceeded', 'index_backlog', 'unsupported_media_type'],
  },
] as const satisfies readonly Operation[]
