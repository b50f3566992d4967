import { researchDocuments } from '@cairn/contract/operations/research-documents'
import {
  parseResearch,
  passageHash,
  passageHashFindings,
  RESEARCH_KINDS,
  type ResearchDocument,
  type ResearchDocuments,
} from '@cairn/contract/research'
import { sha256 } from '@cairn/http-kernel/sha-256'
import type { ResearchPut } from '@cairn/memory-store/commit-research'
import type { ResearchKind, ResearchName } from '@cairn/memory-store/research'
import { linksOf } from './links.ts'
import { invalid } from './refusals.ts'

/** Members of a research document that the service gives where the sender left them out. */
export interface Filled {
  readonly id: string
  readonly updated_at?: string
  readonly content_hash?: string
}

/**
 * The document that was sent, whole and in its one spelling: `schema`, a passage's `hash` and what is `filled` are there, members stand
 * in the order of the schema. Throws `invalid_body` for what is stated and wrong.
 */
export async function draft<K extends ResearchKind>(
  kind: K,
  sent: unknown,
  filled: Filled,
): Promise<ResearchDocuments[K]> {
  const given = { schema: SCHEMAS[kind], ...filled, ...(sent as object) } as Record<string, unknown>
  if (kind === 'passage' && given.hash === undefined) given.hash = await passageHash(given.text as string)
  const ordered = Object.keys(researchDocuments[kind].properties as object)
    .filter((name) => given[name] !== undefined)
    .map((name) => [name, given[name]])
  const parsed = parseResearch(Object.fromEntries(ordered), kind)
  if (!parsed.ok) throw invalid(parsed.findings)
  await expectHash(parsed.document)
  return parsed.document
}

async function expectHash(document: ResearchDocument): Promise<void> {
  const findings = document.schema === 'hux.passage.v1' ? await passageHashFindings(document) : []
  if (findings.length > 0) throw invalid(findings)
}

const SCHEMAS = Object.fromEntries(
  Object.entries(RESEARCH_KINDS).map(([schema, kind]) => [kind, schema]),
) as Record<ResearchKind, string>

/** A document as it is put; `mark` is of its row. */
export async function putOf<K extends ResearchKind>(
  kind: K,
  document: ResearchDocuments[K],
  mark: string | null,
): Promise<ResearchPut> {
  const text = JSON.stringify(document)
  const links: readonly ResearchName[] = linksOf(document).map(({ to }) => to)
  return { kind, id: document.id, document: text, etag: await sha256(text), mark, links }
}
