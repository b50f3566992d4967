import { compile } from 'json-schema-to-typescript'
import type { JsonSchema } from '../src/operation.ts'
import { BANNER } from './generated-files.ts'

/** TypeScript types of a schema that refers to nothing outside itself; its root type bears `name`. */
export async function schemaTypes(schema: JsonSchema, name: string): Promise<string> {
  const { $id: _, title: __, ...rest } = schema
  const types = await compile(structuredClone(rest), name, {
    bannerComment: BANNER.trimEnd(),
    additionalProperties: true,
    style: { semi: false, singleQuote: true, printWidth: 110 },
  })
  return types
}

/** TypeScript types of several schemas, each under its name. */
export async function shapeTypes(shapes: Readonly<Record<string, JsonSchema>>): Promise<string> {
  const types = await Promise.all(
    Object.entries(shapes).map(async ([name, schema]) =>
      (await schemaTypes(schema, name)).slice(BANNER.length).trim(),
    ),
  )
  return `${BANNER}\n${types.join('\n\n')}\n`
}
