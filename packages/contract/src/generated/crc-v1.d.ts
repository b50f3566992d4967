import type { JsonSchema } from '../operation.ts'
import type { Validator } from './validator.d.ts'

export const crcV1: Validator
export const schemas: { readonly crcV1: JsonSchema }
