/** A document of a Cairn, as the `uri` of a research source names it. */
export interface CairnDocument {
  readonly namespace: string
  readonly source: string
  readonly document: string
}

const SPELLED = /[%?#\s"<>\\^`{|}]/g

/** The `uri` of a research source that is made from a stored document: `cairn:<namespace>/<source>/<document>`. */
export function cairnUri({ namespace, source, document }: CairnDocument): string {
  return `cairn:${namespace}/${source}/${document.replaceAll(SPELLED, encodeURIComponent)}`
}

/** The `uri` of a research source that is made from a stored fact: `cairn:<namespace>/<fact_id>`. */
export function cairnFactUri({
  namespace,
  factId,
}: {
  readonly namespace: string
  readonly factId: string
}): string {
  return `cairn:${namespace}/${factId}`
}

/** The document that a `cairn:` uri names, its id percent-decoded once; null for any other text. */
export function parseCairnUri(uri: string): CairnDocument | null {
  const [, namespace, source, rest] = /^cairn:([a-z0-9-]{1,64})\/([^/]+)\/(.+)$/su.exec(uri) ?? []
  if (namespace === undefined || source === undefined || rest === undefined) return null
  try {
    return { namespace, source, document: decodeURIComponent(rest) }
  } catch {
    return null
  }
}
