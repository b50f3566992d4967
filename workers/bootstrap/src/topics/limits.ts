import { LIMITS } from '@cairn/contract/limits'
import type { Topic } from '../topic.ts'

/** The table of published bounds, as the contract has it. */
export const limits: Topic = {
  topic: 'limits',
  title: 'Limits',
  isPublic: true,
  text: 'Bytes are UTF-8 bytes, lengths are Unicode code points, times are milliseconds unless the name says otherwise. What is past a bound is refused, never cut; the refusal names the bound. Requests are counted by token and tenant: `RateLimit` says what is left, and past it 429 `rate_limited` when to come back.',
  data: LIMITS,
}
