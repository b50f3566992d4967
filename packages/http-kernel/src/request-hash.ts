import { sha256 } from './sha-256.ts'

/** The hex SHA-256 that says two requests ask the same: member order does not count, the cursor of `input` does not either. */
export function hashRequest(request: {
  readonly tenant: string
  readonly operation: string
  readonly namespace: string
  readonly path: Readonly<Record<string, string>>
  readonly input: Readonly<Record<string, unknown>>
  readonly body: unknown
}): Promise<string> {
  const { cursor: _, ...input } = request.input
  const { tenant, operation, namespace, path, body } = request
  return sha256(JSON.stringify([tenant, operation, namespace, path, input, body ?? null], inOneOrder))
}

/** Members sorted by name: a `JSON.stringify` replacer. */
function inOneOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const sorted: Record<string, unknown> = Object.create(null)
  for (const name of Object.keys(value).sort()) sorted[name] = (value as Record<string, unknown>)[name]
  return sorted
}
