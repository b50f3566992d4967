/** One thing wrong with a document. `pointer` is a JSON Pointer into it ("" is all of it), `rule` a schema keyword or a rule's id. */
export interface Finding {
  readonly pointer: string
  readonly rule: string
  readonly message: string
}
