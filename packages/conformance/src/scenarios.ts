import type { Scenario } from './scenario.ts'
import { ADDRESSED_SCENARIOS } from './scenarios/addressed.ts'
import { APART_SCENARIOS } from './scenarios/apart.ts'
import { BODY_SCENARIOS } from './scenarios/bodies.ts'
import { BOOTSTRAP_SCENARIOS } from './scenarios/bootstrap.ts'
import { BUDGET_SCENARIOS } from './scenarios/budgets.ts'
import { CONTEXT_SCENARIOS } from './scenarios/context.ts'
import { CONTEXT_CHOICE_SCENARIOS } from './scenarios/context-choice.ts'
import { CONTEXT_RECEIPT_SCENARIOS } from './scenarios/context-receipts.ts'
import { CONTEXT_REQUEST_SCENARIOS } from './scenarios/context-requests.ts'
import { COST_SCENARIOS } from './scenarios/costs.ts'
import { EMPTINESS_SCENARIOS } from './scenarios/emptiness.ts'
import { EXPAND_SCENARIOS } from './scenarios/expand.ts'
import { FACT_STANDING_SCENARIOS } from './scenarios/fact-standing.ts'
import { FACT_SCENARIOS } from './scenarios/facts.ts'
import { FILTER_SCENARIOS } from './scenarios/filters.ts'
import { IDEMPOTENCY_SCENARIOS } from './scenarios/idempotency.ts'
import { LIFECYCLE_SCENARIOS } from './scenarios/lifecycle.ts'
import { NEGOTIATION_SCENARIOS } from './scenarios/negotiation.ts'
import { PARAMETER_SCENARIOS } from './scenarios/parameters.ts'
import { QUERY_SCENARIOS } from './scenarios/queries.ts'
import { RECEIPT_SCENARIOS } from './scenarios/receipts.ts'
import { REPETITION_SCENARIOS } from './scenarios/repetition.ts'
import { REQUEST_SCENARIOS } from './scenarios/requests.ts'
import { RESEARCH_SCENARIOS } from './scenarios/research.ts'
import { SEED_SCENARIOS } from './scenarios/seed.ts'
import { SESSION_SCENARIOS } from './scenarios/sessions.ts'
import { TIER_SCENARIOS } from './scenarios/tiers.ts'
import { TOKEN_SCENARIOS } from './scenarios/tokens.ts'
import { VECTOR_SCENARIOS } from './scenarios/vectors.ts'
import { WALK_SCENARIOS } from './scenarios/walks.ts'

/** Every scenario, in the order a run takes them: the seed first, the playbooks that answers printed last. */
export const SCENARIOS: readonly Scenario[] = [
  ...SEED_SCENARIOS,
  ...TIER_SCENARIOS,
  ...NEGOTIATION_SCENARIOS,
  ...EXPAND_SCENARIOS,
  ...COST_SCENARIOS,
  ...BODY_SCENARIOS,
  ...LIFECYCLE_SCENARIOS,
  ...FACT_SCENARIOS,
  ...FACT_STANDING_SCENARIOS,
  ...SESSION_SCENARIOS,
  ...RESEARCH_SCENARIOS,
  ...REPETITION_SCENARIOS,
  ...WALK_SCENARIOS,
  ...ADDRESSED_SCENARIOS,
  ...FILTER_SCENARIOS,
  ...VECTOR_SCENARIOS,
  ...BUDGET_SCENARIOS,
  ...IDEMPOTENCY_SCENARIOS,
  ...RECEIPT_SCENARIOS,
  ...CONTEXT_SCENARIOS,
  ...CONTEXT_CHOICE_SCENARIOS,
  ...CONTEXT_RECEIPT_SCENARIOS,
  ...CONTEXT_REQUEST_SCENARIOS,
  ...APART_SCENARIOS,
  ...TOKEN_SCENARIOS,
  ...PARAMETER_SCENARIOS,
  ...QUERY_SCENARIOS,
  ...REQUEST_SCENARIOS,
  ...BOOTSTRAP_SCENARIOS,
  ...EMPTINESS_SCENARIOS,
]
