import type { Vector } from './vector.ts'

const OPT_OUTS = ['legacy', 'v0', 'none', 'off']
const OTHERS = [
  'crc-v1',
  'CRC-V1',
  'v1',
  'v2',
  '',
  ' ',
  'true',
  'no',
  'null',
  'offf',
  'legacy,crc-v1',
  'legacy;q=1',
  '"legacy"',
  'ｌegacy',
]

/** Negotiation: what `?contract=` and `Accept-Contract` mean, alone and together; null is absent. */
export function negotiationVectors(): Vector[] {
  const spellings = OPT_OUTS.flatMap((word) => [
    ...new Set([word, word.toUpperCase(), word[0]!.toUpperCase() + word.slice(1), ` ${word}\t`]),
  ])
  return [
    ...spellings.flatMap((spelling) => alone(spelling, 'legacy', 'opt-out')),
    ...OTHERS.flatMap((spelling) => alone(spelling, 'crc-v1', 'anything-else')),
    negotiated(null, null, 'crc-v1', 'default', 'Who says nothing gets CRC-v1.'),
    negotiated('v1', 'legacy', 'crc-v1', 'address-beats-header', 'The address beats the header.'),
    negotiated('off', 'crc-v1', 'legacy', 'address-beats-header', 'The address beats the header.'),
    negotiated('', 'legacy', 'crc-v1', 'address-beats-header', 'An empty address is one, and no opt-out.'),
    negotiated('NONE', 'legacy', 'legacy', 'address-beats-header', 'Both opt out.'),
  ]
}

function alone(spelling: string, verdict: 'crc-v1' | 'legacy', rule: string): Vector[] {
  const why =
    verdict === 'legacy'
      ? '`legacy`, `v0`, `none` and `off` opt out, trimmed and in any case.'
      : 'Whatever is no opt-out means CRC-v1.'
  return [negotiated(spelling, null, verdict, rule, why), negotiated(null, spelling, verdict, rule, why)]
}

function negotiated(
  query: string | null,
  header: string | null,
  verdict: 'crc-v1' | 'legacy',
  rule: string,
  why: string,
): Vector {
  return {
    name: `${JSON.stringify(query)} and ${JSON.stringify(header)}`,
    why,
    document: { query, header },
    verdict,
    rule,
  }
}
