import type { Finding } from '@cairn/contract/requests'
import { Problem } from '@cairn/http-kernel/problem'
import type { ResearchKind, ResearchName } from '@cairn/memory-store/research'

/** The refusal of a document that is not what it says or may not say it. */
export function invalid(findings: readonly Finding[]): Problem {
  return new Problem('invalid_body', findings[0]!.message, { errors: findings })
}

/** The refusal where a research document is not: it was deleted here, or it never was. */
export function absent(kind: ResearchKind, read: 'deleted' | 'never'): Problem {
  return read === 'deleted'
    ? new Problem('research_gone', `The ${kind} was deleted.`)
    : new Problem('research_not_found', `No ${kind} of that id is in this namespace.`)
}

/** The refusal of a document that names what is not stored. */
export function referenceUnknown(errors: readonly Finding[]): Problem {
  return new Problem('reference_unknown', `${errors[0]!.message}. Nothing was written.`, { errors })
}

/** The refusal to delete what others stand on. */
export function stillCited(kind: ResearchKind, citers: readonly ResearchName[]): Problem {
  const errors = citers.map((citer) => ({
    pointer: '',
    rule: 'still_cited',
    message: `the ${citer.kind} ${citer.id} names it`,
  }))
  return new Problem(
    'still_cited',
    `The ${kind} is named by others. Send \`cascade=true\` to delete it anyway.`,
    {
      errors,
    },
  )
}
