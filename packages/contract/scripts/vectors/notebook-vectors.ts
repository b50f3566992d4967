import type { NotebookStatus } from '../../src/research.ts'
import type { Vector } from './vector.ts'

const STATUSES: readonly NotebookStatus[] = ['open', 'answered', 'abandoned']
const ALLOWED = new Set(['open>answered', 'open>abandoned', 'answered>open'])
const SUPPORTS = ['supports', 'partially_supports', 'contradicts', 'unverified'] as const

const notebook = (status: NotebookStatus) => ({
  schema: 'hux.research_notebook.v1',
  id: 'n-1',
  conversation_id: 'chat-42',
  question: 'How often is the key rotated?',
  status,
  source_ids: [],
  passage_ids: [],
  citation_ids: ['c-1'],
  assumptions: [],
  unresolved_questions: [],
  updated_at: '2026-11-30T09:30:00Z',
})
const citation = (id: string, support: string) => ({
  schema: 'hux.citation.v1',
  id,
  message_id: 'm-1',
  claim: 'Every 90 days.',
  passage_ids: ['p-1'],
  support,
})

/** Which status may follow which, and when a notebook may be answered. */
export function notebookVectors(): Vector[] {
  const changes = STATUSES.flatMap((from) =>
    STATUSES.map((to): Vector => {
      const isAllowed = from === to || ALLOWED.has(`${from}>${to}`)
      return {
        name: `${from} becomes ${to}`,
        why: 'An open notebook is answered or abandoned, an answered one may reopen, an abandoned one stays so.',
        document: { before: notebook(from), after: notebook(to), citations: [citation('c-1', 'supports')] },
        verdict: isAllowed ? 'pass' : 'fail',
        rule: 'status-transition',
        ...(isAllowed ? {} : { at: '/status' }),
      }
    }),
  )
  return [
    ...changes,
    ...SUPPORTS.map((support) => answered(support, [citation('c-1', support)])),
    answered('none', []),
    answered('one not named', [citation('c-2', 'supports')]),
  ]
}

function answered(
  name: string,
  citations: readonly { readonly id: string; readonly support: string }[],
): Vector {
  const isSupported = citations.some(({ id, support }) => id === 'c-1' && support === 'supports')
  return {
    name: `answered by a citation: ${name}`,
    why: 'An answered notebook names a citation whose support is `supports`.',
    document: { before: null, after: notebook('answered'), citations },
    verdict: isSupported ? 'pass' : 'fail',
    rule: 'answered-has-support',
    ...(isSupported ? {} : { at: '/status' }),
  }
}
