import type { Validator } from './validator.d.ts'

export const bodies: Readonly<Record<string, Validator | undefined>>
export const parameters: Readonly<Record<string, Validator | undefined>>
export const document: Validator
