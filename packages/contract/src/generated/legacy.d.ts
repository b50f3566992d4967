import type { Validator } from './validator.d.ts'

export const search: Validator
export const retrieve: Validator
export const fetch: Validator
export const facts: Validator
export const session: Validator
