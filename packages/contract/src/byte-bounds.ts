import { echo } from './echo.ts'
import type { Finding } from './finding.ts'
import { pointerOf } from './json-pointer.ts'
import type { JsonSchema } from './operation.ts'

/** The values that take more UTF-8 bytes (a text as itself, anything else as JSON) than the `x-bytes-max` of their schema. */
export function byteFindings(
  schema: JsonSchema,
  value: unknown,
  steps: readonly (string | number)[] = [],
): Finding[] {
  if (value === undefined) return []
  const most = schema['x-bytes-max'] as number | undefined
  const size = most === undefined ? 0 : bytesOf(value)
  if (most !== undefined && size > most) {
    const message = `found ${size} bytes, ${echo(value)}, expected at most ${most} bytes`
    return [{ pointer: pointerOf(...steps), rule: 'x-bytes-max', message }]
  }
  return inner(schema, value).flatMap(([step, part, member]) => byteFindings(part, member, [...steps, step]))
}

type Inner = readonly (readonly [step: string | number, schema: JsonSchema, value: unknown])[]

function inner(schema: JsonSchema, value: unknown): Inner {
  if (Array.isArray(value)) {
    const items = schema.items as JsonSchema | undefined
    return items === undefined ? [] : value.map((item, index) => [index, items, item])
  }
  if (typeof value !== 'object' || value === null) return []
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  const members = value as Record<string, unknown>
  return properties.map(([name, part]) => [
    name,
    part,
    Object.hasOwn(members, name) ? members[name] : undefined,
  ])
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)).length
}
