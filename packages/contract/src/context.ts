import type { Finding } from './finding.ts'
import { schemas, validators } from './generated/context.js'
import type {
  ContextBundleV1,
  ContextCandidateV1,
  ContextReceiptV1,
  KnowledgeSourceManifestV1,
} from './generated/context-schema.d.ts'
import { pointerSteps } from './json-pointer.ts'
import { schemaFindings } from './schema-findings.ts'
import { readIntegerSource } from './source-text.ts'

export type {
  ContextBundleV1,
  ContextCandidateV1,
  ContextReceiptV1,
  KnowledgeSourceManifestV1,
} from './generated/context-schema.d.ts'

/** The wire shapes of context routing (lean-ctx-protocol 0.1.1), by name. */
export interface ContextShapes {
  readonly KnowledgeSourceManifestV1: KnowledgeSourceManifestV1
  readonly ContextCandidateV1: ContextCandidateV1
  readonly ContextBundleV1: ContextBundleV1
  readonly ContextReceiptV1: ContextReceiptV1
}
export type ContextShape = keyof ContextShapes

/** A value of a shape, or every reason why the text is none. */
export type DecodedContext<S extends ContextShape> =
  | { readonly ok: true; readonly value: ContextShapes[S] }
  | { readonly ok: false; readonly findings: readonly Finding[] }

/** The JSON Schema of each shape, without references. */
export { schemas as CONTEXT_SCHEMAS } from './generated/context.js'

/**
 * Reads a shape from its JSON text. Numbers are whole as written, no member occurs twice, none is missing and none unknown;
 * a share outside 0 to 1000 is told as `milliunit must be between 0 and 1000`, as the wire protocol's decoder does.
 */
export function decodeContext<S extends ContextShape>(shape: S, text: string): DecodedContext<S> {
  const reading = readIntegerSource(text)
  const findings = reading.findings ?? judged(shape, reading.value, () => 'milliunit')
  return reading.findings === undefined && findings.length === 0
    ? { ok: true, value: reading.value as ContextShapes[S] }
    : { ok: false, findings }
}

/** Judges a value that is no text any more; a share outside 0 to 1000 is told by the name of its member. */
export function checkContext(shape: ContextShape, value: unknown): Finding[] {
  return judged(shape, value, (finding) => pointerSteps(finding.pointer).at(-1)!)
}

/** The JSON text of a shape, members in the order of its schema; throws TypeError for a value that `checkContext` refuses. */
export function encodeContext<S extends ContextShape>(shape: S, value: ContextShapes[S]): string {
  const [finding] = checkContext(shape, value)
  if (finding !== undefined) throw new TypeError(finding.message)
  const text = JSON.stringify(ordered(value, schemas[shape] as OrderedSchema))
  const decoded = decodeContext(shape, text)
  if (!decoded.ok) throw new TypeError(decoded.findings[0]!.message)
  return text
}

/** A shape with every member at its default: empty, zero, `negligible`, false. It is valid. */
export function emptyContext<S extends ContextShape>(shape: S): ContextShapes[S] {
  return emptyOf(schemas[shape] as OrderedSchema) as ContextShapes[S]
}

function judged(shape: ContextShape, value: unknown, nameOf: (finding: Finding) => string): Finding[] {
  const findings = schemaFindings(validators[shape], schemas[shape], value).map((finding) =>
    isShare(finding)
      ? { ...finding, rule: 'milliunit', message: `${nameOf(finding)} must be between 0 and 1000` }
      : finding,
  )
  return findings.length > 0 || shape !== 'ContextReceiptV1'
    ? findings
    : overdrafts(value as ContextReceiptV1)
}

const isShare = ({ pointer, rule }: Finding): boolean =>
  pointer.endsWith('_milli') && (rule === 'minimum' || rule === 'maximum')

function overdrafts(receipt: ContextReceiptV1): Finding[] {
  const exceeds = (part: keyof ContextReceiptV1, whole: keyof ContextReceiptV1): Finding[] =>
    receipt[part] > receipt[whole]
      ? [{ pointer: `/${part}`, rule: `${part}-within`, message: `${part} exceeds ${whole}` }]
      : []
  return [
    ...exceeds('materialized_tokens', 'budget_tokens'),
    ...exceeds('candidates_selected', 'candidates_considered'),
  ]
}

interface OrderedSchema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, OrderedSchema>>
}

function ordered(value: unknown, { properties }: OrderedSchema): unknown {
  if (properties === undefined) return value
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      ordered((value as Record<string, unknown>)[name], schema),
    ]),
  )
}

function emptyOf({ type, enum: names, properties }: OrderedSchema): unknown {
  switch (type) {
    case 'object':
      return Object.fromEntries(Object.entries(properties!).map(([name, schema]) => [name, emptyOf(schema)]))
    case 'array':
      return []
    case 'boolean':
      return false
    case 'integer':
      return 0
    default:
      return names?.[0] ?? ''
  }
}
