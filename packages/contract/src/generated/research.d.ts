import type { JsonSchema } from '../operation.ts'
import type { Validator } from './validator.d.ts'

export const source: Validator
export const passage: Validator
export const citation: Validator
export const notebook: Validator
export const schemas: Readonly<Record<'source' | 'passage' | 'citation' | 'notebook', JsonSchema>>
