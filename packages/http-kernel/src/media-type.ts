import type { Operation } from '@cairn/contract/operation'
import { echo } from './echo.ts'
import { Problem } from './problem.ts'

/** How a body is read. */
export type BodySort = 'json' | 'ndjson'

const SORTS: Readonly<Record<string, BodySort>> = {
  'application/json': 'json',
  'application/x-ndjson': 'ndjson',
}

/**
 * How the body of a request to `operation` is read, by its `Content-Type`; a body without one is JSON, and any `+json` type
 * counts as JSON. Throws `unsupported_media_type` for other types and for a charset that is not UTF-8.
 */
export function bodySort(operation: Operation, contentType: string | null): BodySort {
  const allowed = operation.bodyTypes ?? ['application/json']
  const [type = '', ...parameters] = (contentType ?? 'application/json').split(';').map(trimLower)
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  const known = /^[a-z]+\/[a-z0-9.-]+\+json$/.test(type) ? 'application/json' : type
  const sort = SORTS[known]
  if (sort === undefined || !allowed.includes(known) || !isUtf8(charset))
    throw new Problem(
      'unsupported_media_type',
      `Send the body as ${allowed.join(' or ')} in UTF-8, not as ${echo(contentType ?? '')}.`,
    )
  return sort
}

const trimLower = (text: string) => text.trim().toLowerCase()
const isUtf8 = (charset: string | undefined) =>
  charset === undefined || /^charset="?(utf-8|utf8|us-ascii)"?$/.test(charset)
