import type { Finding } from './finding.ts'
import { pointerOf } from './json-pointer.ts'
import { embedding as schema } from './operations/schemas.ts'
import { exampleOf } from './schema-example.ts'

/** Whether an embedding has another length than the vectors it is compared with. */
export function lengthFindings(
  embedding: readonly number[],
  dimensions: number,
  steps: readonly string[],
): Finding[] {
  if (embedding.length === dimensions) return []
  const message = `found ${embedding.length} numbers, expected ${dimensions}, as the embedder of the namespace makes them (\`GET /v1/embedder\`); this passes: ${exampleOfLength(dimensions)}`
  return [{ pointer: pointerOf(...steps), rule: 'dimensions', message }]
}

function exampleOfLength(dimensions: number): string {
  const values = exampleOf(schema) as readonly number[]
  const shown = values.slice(0, Math.min(values.length, dimensions)).join(', ')
  return dimensions <= values.length ? `[${shown}]` : `[${shown}, and ${dimensions - values.length} more]`
}

/** Whether an embedding of the right shape has no direction; `steps` lead to it. */
export function embeddingFindings(embedding: unknown, steps: readonly string[]): Finding[] {
  const values = embedding as readonly number[]
  if (values.some((value) => value !== 0)) return []
  const message = `found ${values.length} zeros, expected at least one number that is not 0; this passes: ${JSON.stringify(exampleOf(schema))}`
  return [{ pointer: pointerOf(...steps), rule: 'no_direction', message }]
}
