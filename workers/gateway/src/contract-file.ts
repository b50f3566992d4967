import { SCHEMA_FILES } from '@cairn/contract/schema-files'
import type { Handler } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'

/** A published schema, byte for byte as the contract package ships it. */
export const contractFile: Handler<unknown> = async ({ path }) => {
  const bytes = new Map<string, string>(Object.entries(SCHEMA_FILES)).get(path.file ?? '')
  if (bytes === undefined)
    throw new Problem('not_found', `There are ${Object.keys(SCHEMA_FILES).join(', ')}.`)
  return { bytes, type: 'application/schema+json' }
}
