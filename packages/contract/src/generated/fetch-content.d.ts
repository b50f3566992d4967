import type { Validator } from './validator.d.ts'

export const fetchContentBody: Validator
