import type { SchemaError } from './generated/validator.d.ts'

/** The errors that say something of their own: no branch of an alternative that another error explains, one a place. */
export function distinctErrors(errors: readonly SchemaError[], document: unknown): SchemaError[] {
  const alternatives = errors.filter((error) => error.keyword === 'oneOf')
  const telling = errors.filter(
    (error) =>
      error.keyword !== 'if' &&
      !assumesWhatIsMissing(error, document) &&
      !alternatives.some((alternative) => isToldBy(alternative, error, errors)),
  )
  return onePerPlace(telling)
}

/** A conditional holds vacuously for a document that lacks the member it asks about; the missing member is the problem then. */
function assumesWhatIsMissing(error: SchemaError, document: unknown): boolean {
  if (!error.schemaPath.includes('/then/')) return false
  const branch = error.schemaPath.slice(0, error.schemaPath.indexOf('/then/'))
  const members = document as Record<string, unknown>
  return branch.endsWith('/0') ? members.hydrate_tier === undefined : members.kind === undefined
}

/** Inside an alternative: errors deeper in one branch speak for themselves and silence the rest; otherwise the alternative speaks. */
function isToldBy(alternative: SchemaError, error: SchemaError, errors: readonly SchemaError[]): boolean {
  const isBranch = (one: SchemaError) =>
    one !== alternative && one.schemaPath.startsWith(`${alternative.schemaPath}/`)
  const isDeeper = (one: SchemaError) => isBranch(one) && isInside(one, alternative)
  const deeper = errors.some(isDeeper)
  return error === alternative ? deeper : isBranch(error) && !(deeper && isDeeper(error))
}

const isInside = (inner: SchemaError, outer: SchemaError): boolean =>
  inner.instancePath.length > outer.instancePath.length ||
  (inner.instancePath === outer.instancePath && inner.keyword === 'additionalProperties')

/** A wrong type makes every other error at its place an echo of it; so does each next error about the same value. */
function onePerPlace(errors: readonly SchemaError[]): SchemaError[] {
  const placeOf = (error: SchemaError): string => {
    const member = error.params.missingProperty ?? error.params.additionalProperty
    return member === undefined ? error.instancePath : `${error.instancePath}/${member}`
  }
  const mistyped = new Set(errors.filter((error) => error.keyword === 'type').map(placeOf))
  const seen = new Set<string>()
  return errors.filter((error) => {
    const place = placeOf(error)
    if (seen.has(place) || (error.keyword !== 'type' && mistyped.has(place))) return false
    seen.add(place)
    return true
  })
}
