import { CRC_WORKERS, JUDGED_WORKERS, type RequirementRow, TOKEN_WORKERS } from '../requirement.ts'

/** L1: judged on every answer of a run. */
export const SHAPE = {
  'no-server-error': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: JUDGED_WORKERS,
    text: 'Nothing a client sends is answered with a 5xx.',
  },
  'body-is-typed-json': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: JUDGED_WORKERS,
    text: 'A body is well-formed JSON (NDJSON where lines were sent) and its Content-Type says so.',
  },
  'success-status': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: JUDGED_WORKERS,
    text: 'A success has the status that the operation table gives it.',
  },
  'problem-document': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: JUDGED_WORKERS,
    text: 'A refusal is an RFC 9457 document whose code, status and title are one row of the catalogue.',
  },
  'problem-code-is-listed': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: JUDGED_WORKERS,
    text: 'An operation answers only with codes that its description lists.',
  },
  'problem-is-not-stored': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: JUDGED_WORKERS,
    text: 'A refusal says Cache-Control: no-store.',
  },
  'contract-version-header': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: JUDGED_WORKERS,
    text: 'Every answer reports the Contract-Version it was written against.',
  },
  'content-contract-header': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: CRC_WORKERS,
    text: 'Every answer to a CRC read, refusals among them, names the negotiated shape in Content-Contract.',
  },
  'vary-accept-contract': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: CRC_WORKERS,
    text: 'Every answer to a CRC read, refusals among them, carries Vary: Accept-Contract.',
  },
  'consistency-token-header': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: CRC_WORKERS,
    text: 'Every CRC read carries a Consistency-Token, <epoch>.<version>.',
  },
  'credentialed-is-private': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: TOKEN_WORKERS,
    text: 'An answer that depends on a token is private to caches.',
  },
  'kind-of-the-operation': {
    keyword: 'MUST',
    authority: 'S1',
    workers: CRC_WORKERS,
    text: 'The kind of an answer is the one of its operation.',
  },
  'tier-is-echoed': {
    keyword: 'MUST',
    authority: 'S1',
    workers: CRC_WORKERS,
    text: 'hydrate_tier is the tier that was asked for.',
  },
  'default-tier-is-pointer': {
    keyword: 'MUST',
    authority: 'S1',
    workers: CRC_WORKERS,
    text: 'Without a tier the answer is at pointer tier.',
  },
  'text-is-well-formed': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: JUDGED_WORKERS,
    text: 'No text of an answer is cut inside a character: none holds half a surrogate pair.',
  },
  'legacy-body': {
    keyword: 'MUST',
    authority: 'S1',
    workers: CRC_WORKERS,
    text: 'A caller who opts out gets the frozen body of before CRC-v1.',
  },
} as const satisfies Record<string, RequirementRow>
