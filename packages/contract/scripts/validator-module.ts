import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { _, Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import { isDateTime, isPartialDate } from '../src/date-time.ts'
import type { JsonSchema } from '../src/operation.ts'
import { BANNER } from './generated-files.ts'
import { withoutAnnotations } from './without-annotations.ts'

/** Errors after which a validator stops looping over members and items, so that a hostile body costs bounded memory. */
const ERRORS_MAX = 100

/**
 * An ES module that exports one validator a schema, with no import and no eval in it. `published` schemas are not ours
 * to annotate: they are held to less strictness, and are exported as `schemas` for the words of messages.
 */
export function validatorModule(
  schemas: Record<string, JsonSchema>,
  options: { published?: boolean },
): string {
  const bare = Object.entries(schemas).map(([name, schema]) => [name, withoutAnnotations(schema)] as const)
  const ajv = new Ajv2020({
    code: { source: true, esm: true, lines: true, formats: _`formats` },
    strict: true,
    strictTypes: options.published !== true,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: true,
    messages: false,
    useDefaults: true,
    formats: { 'date-time': isDateTime, 'partial-date': isPartialDate },
  })
  for (const [name, schema] of bare) ajv.addSchema({ ...schema, $id: `cairn:${name}` }, name)
  const code = standalone.default(ajv, Object.fromEntries(bare.map(([name]) => [name, `cairn:${name}`])))
  const texts = options.published ? `export const schemas = ${JSON.stringify(schemas)}\n` : ''
  return `${BANNER}${runtime()}${bounded(selfContained(code))}\n${texts}`
}

/** The format checks of src/date-time.ts as plain JavaScript, and the code point count behind minLength and maxLength. */
function runtime(): string {
  const source = readFileSync(join(import.meta.dirname, '..', 'src', 'date-time.ts'), 'utf8')
  const script = stripTypeScriptTypes(source)
    .replaceAll(/^export /gm, '')
    .replaceAll(/ +$/gm, '')
  return `${script}
const formats = { 'date-time': isDateTime, 'partial-date': isPartialDate }

function codePoints(text) {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    count++
    if (text.codePointAt(at) > 0xffff) at++
  }
  return count
}
`
}

function selfContained(code: string): string {
  const own = code
    .replace('"use strict";', '')
    .replaceAll(/\/\*# sourceURL=.*\*\/ ?;?\n?/g, '')
    .replaceAll('require("ajv/dist/runtime/ucs2length").default', 'codePoints')
    .replaceAll(/const (indices\d+) = \{\};/g, 'const $1 = Object.create(null);')
  if (/\brequire\(|^import\b|\bimport\(|new Function|\beval\(/m.test(own))
    throw new Error('the validator needs something outside itself')
  return own
}

function bounded(code: string): string {
  return code
    .replaceAll(
      /for\(let (i\d+)=0; (i\d+)<(len\d+); (i\d+)\+\+\)\{/g,
      `for(let $1=0; $2<$3 && errors<${ERRORS_MAX}; $4++){`,
    )
    .replaceAll(
      /for\(const (key\d+) in (data\d*)\)\{/g,
      `for(const $1 in $2){if(errors>=${ERRORS_MAX}){break;}`,
    )
}
