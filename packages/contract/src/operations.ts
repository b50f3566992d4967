import type { Operation } from './operation.ts'
import { ARCHIVE_OPERATIONS } from './operations/archive.ts'
import { CONTEXT_OPERATIONS } from './operations/context.ts'
import { EMBEDDER_OPERATIONS } from './operations/embedder.ts'
import { FACT_OPERATIONS, SESSION_OPERATIONS } from './operations/facts.ts'
import { LIBRARY_OPERATIONS } from './operations/library.ts'
import { MCP_OPERATIONS } from './operations/mcp.ts'
import { QUERY_OPERATIONS } from './operations/query.ts'
import { RECEIPT_OPERATIONS } from './operations/receipts.ts'
import { RESEARCH_OPERATIONS } from './operations/research.ts'
import { BOOTSTRAP_OPERATIONS, CONFORMANCE_OPERATIONS, GATEWAY_OPERATIONS } from './operations/service.ts'

export { SIBLING_OPERATIONS } from './operations/context.ts'

/** Every operation of the service, in the order the documentation tells them. */
export const OPERATIONS: readonly Operation[] = [
  ...QUERY_OPERATIONS,
  ...FACT_OPERATIONS,
  ...SESSION_OPERATIONS,
  ...LIBRARY_OPERATIONS,
  ...EMBEDDER_OPERATIONS,
  ...RECEIPT_OPERATIONS,
  ...CONTEXT_OPERATIONS,
  ...MCP_OPERATIONS,
  ...RESEARCH_OPERATIONS,
  ...ARCHIVE_OPERATIONS,
  ...BOOTSTRAP_OPERATIONS,
  ...CONFORMANCE_OPERATIONS,
  ...GATEWAY_OPERATIONS,
]
