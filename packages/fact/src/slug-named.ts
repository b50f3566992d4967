import { factSlug } from '@cairn/contract/slug'
import { inNfc } from '@cairn/http-kernel/in-nfc'

/** An entity and one of its properties, in the one spelling that is stored; `slug` is the address. */
export interface NamedSlug {
  readonly entity: string
  readonly key: string
  readonly slug: string
}

/** The slug that two names spell, in NFC. Throws `invalid_parameter` for a name too long in that form. */
export function slugNamed(names: { readonly entity: string; readonly key: string }): NamedSlug {
  const entity = inNfc('entity', names.entity)
  const key = inNfc('key', names.key)
  return { entity, key, slug: factSlug(entity, key) }
}
