import type { ResearchDocument } from '@cairn/contract/research'
import { echo } from '@cairn/http-kernel/echo'
import { linksOf } from './links.ts'
import { referenceUnknown } from './refusals.ts'
import type { ResearchReader } from './research-reader.ts'

/**
 * Holds that everything a document names is stored. What the document before it named already may be gone by now: it stays visible as
 * missing. Throws `reference_unknown`.
 */
export async function expectReferences(
  reader: ResearchReader,
  document: ResearchDocument,
  before: ResearchDocument | null,
): Promise<void> {
  const known = new Set((before === null ? [] : linksOf(before)).map(({ to }) => `${to.kind} ${to.id}`))
  const fresh = linksOf(document).filter(({ to }) => !known.has(`${to.kind} ${to.id}`))
  const missing = []
  for (const kind of ['source', 'passage', 'citation'] as const) {
    const links = fresh.filter(({ to }) => to.kind === kind)
    const found = await reader.read(
      kind,
      links.map(({ to }) => to.id),
    )
    missing.push(...links.filter(({ to }) => !found.has(to.id)))
  }
  if (missing.length === 0) return
  throw referenceUnknown(
    missing.map(({ pointer, to }) => ({
      pointer,
      rule: 'reference_unknown',
      message: `found ${echo(to.id)}, expected the id of a stored ${to.kind}`,
    })),
  )
}
