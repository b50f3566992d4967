import type { Finding } from '../finding.ts'
import type { ResearchCitation, ResearchNotebook } from '../research-document.ts'

/** Where a notebook stands. */
export type NotebookStatus = ResearchNotebook['status']

const NEXT: Readonly<Record<NotebookStatus, readonly NotebookStatus[]>> = {
  open: ['answered', 'abandoned'],
  answered: ['open'],
  abandoned: [],
}

/** Whether a notebook of one status may be given another: an answered one may reopen, an abandoned one stays so. */
export function mayBecome(from: NotebookStatus, to: NotebookStatus): boolean {
  return from === to || NEXT[from].includes(to)
}

/** What keeps a notebook from replacing the one before it (null when it is the first), given the citations it names. */
export function statusFindings(
  before: ResearchNotebook | null,
  after: ResearchNotebook,
  citations: readonly ResearchCitation[],
): Finding[] {
  const wrong = (rule: string, expected: string): Finding[] => [
    { pointer: '/status', rule, message: `found "${after.status}", expected ${expected}` },
  ]
  if (before !== null && !mayBecome(before.status, after.status)) {
    const allowed = [before.status, ...NEXT[before.status]].map((status) => `"${status}"`)
    return wrong('status-transition', `${allowed.join(' or ')} after "${before.status}"`)
  }
  const named = new Set(after.citation_ids)
  const isSupported = citations.some(({ id, support }) => named.has(id) && support === 'supports')
  return after.status === 'answered' && !isSupported
    ? wrong('answered-has-support', 'a citation with support "supports" among citation_ids, or "open"')
    : []
}
