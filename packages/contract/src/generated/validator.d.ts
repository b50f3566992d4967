/** One error of a generated validator, in ajv's words. */
export interface SchemaError {
  readonly instancePath: string
  readonly schemaPath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
}

/** A generated validator: says whether a value fits, fills defaults in place, and keeps the errors of its last call. */
export interface Validator {
  (value: unknown): boolean
  errors?: readonly SchemaError[] | null
}
