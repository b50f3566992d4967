import { echo } from '../echo.ts'
import type { Finding } from '../finding.ts'
import {
  checkResearch,
  RESEARCH_KINDS,
  type ResearchDocuments,
  type ResearchKind,
  type ResearchPassage,
} from '../research-document.ts'
import { utcTimestamp } from '../utc-timestamp.ts'

/** A document in its one spelling, or every reason why it is none. */
export type ParsedResearch<K extends ResearchKind> =
  | { readonly ok: true; readonly kind: K; readonly document: ResearchDocuments[K] }
  | { readonly ok: false; readonly findings: readonly Finding[] }

const DIGESTS = new Set(['content_hash', 'hash'])
const TIMESTAMPS = new Set(['published_at', 'retrieved_at', 'updated_at', 'captured_at'])

/**
 * Judges a HUX document by its schema and by what needs no store (a locator's ends are not before its starts), and gives it
 * in its one spelling: `sha256:` dropped from digests, timestamps in UTC. The kind is the one `schema` names; with `kind`
 * it must be that one. What was passed is not changed.
 */
export function parseResearch<K extends ResearchKind = ResearchKind>(
  document: unknown,
  kind?: K,
): ParsedResearch<K> {
  const named = kindOf(document)
  if (kind === undefined && named === null) return { ok: false, findings: [unknownSchema(document)] }
  const wanted = kind ?? (named as K)
  const findings = checkResearch(wanted, document)
  const all = findings.length > 0 ? findings : furtherFindings(wanted, document)
  return all.length > 0
    ? { ok: false, findings: all }
    : { ok: true, kind: wanted, document: normal(document) as ResearchDocuments[K] }
}

function kindOf(document: unknown): ResearchKind | null {
  const name = (document as { readonly schema?: unknown } | null | undefined)?.schema
  return typeof name === 'string' && Object.hasOwn(RESEARCH_KINDS, name)
    ? RESEARCH_KINDS[name as keyof typeof RESEARCH_KINDS]
    : null
}

const unknownSchema = (document: unknown): Finding => {
  const name = (document as { readonly schema?: unknown } | null | undefined)?.schema
  return {
    pointer: '/schema',
    rule: 'schema',
    message: `found ${echo(name)}, expected one of ${Object.keys(RESEARCH_KINDS).join(', ')}`,
  }
}

function furtherFindings(kind: ResearchKind, document: unknown): Finding[] {
  return kind === 'passage'
    ? locatorFindings(document as ResearchPassage)
    : timestampFindings(document as Record<string, unknown>)
}

/** A moment that is in the years 0000 to 9999 where it was written, and not in UTC. */
function timestampFindings(members: Record<string, unknown>, place = ''): Finding[] {
  return Object.entries(members).flatMap(([name, member]) => {
    const at = `${place}/${name}`
    if (name === 'provenance') return timestampFindings(member as Record<string, unknown>, at)
    return TIMESTAMPS.has(name) && utcTimestamp(member as string) === null
      ? [
          {
            pointer: at,
            rule: 'timestamp',
            message: `found ${echo(member)}, expected a year of four digits in UTC`,
          },
        ]
      : []
  })
}

/** Lines are inclusive, so a range may be one line; characters are half-open, and a passage has at least one. */
function locatorFindings({ locator }: ResearchPassage): Finding[] {
  const { line_start, line_end, char_start, char_end } = locator ?? {}
  const findings: Finding[] = []
  if (line_start !== undefined && line_end !== undefined && line_end < line_start)
    findings.push(unordered('line_end', line_end, `at least line_start, which is ${line_start}`))
  if (char_start !== undefined && char_end !== undefined && char_end <= char_start)
    findings.push(unordered('char_end', char_end, `more than char_start, which is ${char_start}`))
  return findings
}

const unordered = (name: string, found: number, expected: string): Finding => ({
  pointer: `/locator/${name}`,
  rule: 'locator-order',
  message: `found ${found}, expected ${expected}`,
})

function normal(value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (DIGESTS.has(name)) return [name, (member as string).replace(/^sha256:/, '')]
      if (TIMESTAMPS.has(name)) return [name, utcTimestamp(member as string)]
      return [name, normal(member)]
    }),
  )
}
