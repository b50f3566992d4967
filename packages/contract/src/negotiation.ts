/** What shape an answer has: the CRC-v1 envelope, or the frozen body of before it. */
export type Contract = 'crc-v1' | 'legacy'

const OPT_OUTS = new Set(['legacy', 'v0', 'none', 'off'])

/**
 * The shape a caller negotiated. `query` (`?contract=`, or the `contract` argument over MCP) beats `header`
 * (`Accept-Contract`); `legacy`, `v0`, `none` and `off`, trimmed and in any case, opt out; anything else is CRC-v1.
 */
export function negotiate(asked: {
  readonly query: string | null
  readonly header: string | null
}): Contract {
  const spelling = asked.query ?? asked.header
  return spelling !== null && OPT_OUTS.has(spelling.trim().toLowerCase()) ? 'legacy' : 'crc-v1'
}
