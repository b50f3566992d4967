import { SCHEMA_FILES } from '@cairn/contract/schema-files'
import { membersOf } from '../validate/family.ts'

/** A schema file as it is published. */
export interface PublishedSchema {
  readonly name: string
  readonly id: string
  readonly bytes: Buffer
}

const PUBLISHED: readonly PublishedSchema[] = Object.entries(SCHEMA_FILES).map(([name, text]) => ({
  name,
  id: (JSON.parse(text) as { $id: string }).$id,
  bytes: Buffer.from(text),
}))

/** The names that `--as` takes. */
export const PUBLISHED_NAMES: readonly string[] = PUBLISHED.map(({ name }) => name)

/** The published schema of a name, with or without `.schema.json`. */
export function publishedNamed(name: string): PublishedSchema | undefined {
  return PUBLISHED.find((one) => one.name === name || one.name === `${name}.schema.json`)
}

/** The published schema that a copy claims to be by its `$id`, or why that cannot be told. */
export function publishedClaimed(bytes: Buffer): PublishedSchema | { readonly why: string } {
  const id = idOf(bytes.toString('utf8').replace(/^\ufeff/, ''))
  if (id === undefined) return { why: 'has no `$id` that could be read: say which schema it is with --as' }
  const claimed = PUBLISHED.find((one) => one.id === id)
  return (
    claimed ?? {
      why: `has the $id ${id}, which is none of the published: ${PUBLISHED.map((one) => one.id).join(', ')}`,
    }
  )
}

/** The `$id` of a schema; of a damaged one the first that its text has. */
function idOf(text: string): string | undefined {
  try {
    const { $id } = membersOf(JSON.parse(text))
    return typeof $id === 'string' ? $id : undefined
  } catch {
    return /"\$id"\s*:\s*"([^"\\]*)"/.exec(text)?.[1]
  }
}
