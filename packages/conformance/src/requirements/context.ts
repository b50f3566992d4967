import type { RequirementRow } from '../requirement.ts'

/** L2: what a context bundle says of itself, of its sources and of what it left out. */
export const CONTEXT = {
  'source-manifest-is-told': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['library'],
    text: 'A source is told as the manifest that it was registered with, every member of the shape in it.',
  },
  'bundle-adds-up': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['agent'],
    text: 'A bundle, its candidates and its receipt have their shapes, and every sum, name and reason in them can be worked out again.',
  },
  'bundle-keeps-its-budget': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['agent'],
    text: 'The whole answer of a bundle, as it is sent, costs at most budget_tokens, and no body more than it says.',
  },
  'bundle-least-is-told': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['agent'],
    text: 'A budget that holds no answer is 400 budget_too_small naming the least that would do, and that does.',
  },
  'bundle-stands-in-order': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['agent'],
    text: 'The candidates of a bundle stand in the order of its strategy.',
  },
  'bundle-tier-fits': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['agent'],
    text: 'What fits comes whole, as it is stored; what does not comes as a shorter summary, and the receipt says budget_exhausted.',
  },
  'bundle-tells-what-is-amiss': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['agent'],
    text: 'A receipt gives each reason that holds, nothing found, stale, doubled or cut, and none where all is well.',
  },
  'bundle-has-the-fact': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['agent'],
    text: 'A fact that the query names by its slug is a candidate of cairn:facts, as relevant as can be and as sure as it is.',
  },
  'bundle-asks-whom-it-may': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['agent'],
    text: 'A bundle holds nothing of sources that were not named, where some are, or that cannot be searched; an unknown one is 404.',
  },
  'same-question-same-bundle': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['agent'],
    text: 'The same question over the same store is the same bundle, byte for byte.',
  },
  'bundle-is-read-again': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['library'],
    text: 'A bundle is read by its receipt, byte for byte without the bodies, in its namespace alone.',
  },
  'bundle-is-signed': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['agent', 'library'],
    text: 'A bundle names a signed receipt, the same when it is read again, which verifies offline and is of exactly those bytes.',
  },
} as const satisfies Record<string, RequirementRow>
