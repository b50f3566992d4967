import type { JsonSchema } from '../operation.ts'
import type { Validator } from './validator.d.ts'

type Shape = 'KnowledgeSourceManifestV1' | 'ContextCandidateV1' | 'ContextBundleV1' | 'ContextReceiptV1'

export const validators: Readonly<Record<Shape, Validator>>
export const schemas: Readonly<Record<Shape, JsonSchema>>
