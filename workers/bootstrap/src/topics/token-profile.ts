import { LIMITS } from '@cairn/contract/limits'
import type { Topic } from '../topic.ts'

/** How tokens are counted, and what a cost promises. */
export const tokenProfile: Topic = {
  topic: 'token-profile',
  title: 'How tokens are counted',
  isPublic: false,
  text: `Tokens are counted with o200k_base, once, when text is written. Special tokens inside stored text count as plain text.

- \`cost_estimate.full\` and \`cost_estimate.summary\` are exactly the sums of the \`token_count\`s that a following fetch of this page carries.
- \`cost_estimate.pointer\` is what the pointers on this page cost as they are written. For short texts it may exceed \`full\`.
- An epitome is at most ${LIMITS.epitomeTokensMax} tokens, a summary at most ${LIMITS.summaryTokensMax}. \`complete: true\` says that the epitome is the whole text: expanding it buys nothing.
- \`token_budget\` (${LIMITS.tokenBudgetMin} to ${LIMITS.tokenBudgetMax}) bounds the whole answer as it is written, not the bodies alone.

Another tokenizer counts differently: leave room when your model does not use o200k_base.`,
  data: { profile: 'o200k_base' },
}
