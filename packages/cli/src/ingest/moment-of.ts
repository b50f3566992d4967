/** When a text says it is, in ms; NaN where it says nothing of the kind. Without a zone it is UTC: the same on every machine. */
export function momentOf(text: string): number {
  if (NAMES_A_ZONE.test(text)) return Date.parse(text)
  const iso = Date.parse(`${text}Z`)
  return Number.isNaN(iso) ? Date.parse(`${text} Z`) : iso
}

const NAMES_A_ZONE =
  /(?:\dZ|\b(?:Z|UTC?|GMT|[ECMP][SD]T)|:\d\d[\d.]*\s?(?:[AP]M\s?)?(?:GMT)?[+-]\d\d:?(?:\d\d)?)(?:\s?\([^()]*\))?$/i
