import { z } from 'zod'

const nullable = <T extends z.ZodType>(type: T) => type.nullable().optional()
const open = <T extends z.ZodRawShape>(shape: T) => z.looseObject(shape)
const members = z.record(z.string(), z.unknown())

const pointer = open({
  id: z.string(),
  score: nullable(z.number()),
  epitome: nullable(z.string()),
  reason: nullable(z.enum(['EntityMatch', 'TopicMatch', 'KeyFact', 'Exact'])),
})
const item = open({ id: z.string(), text: nullable(z.string()), token_count: nullable(z.int()) })
const count = z.int().min(0)
const decision = open({
  load_bearing_lane: z.enum(['Bm25', 'Dense', 'Topology', 'Indexing', 'Tie', 'Unknown']).optional(),
  fused_confidence: nullable(z.number()),
  suggested_next_lane: nullable(z.enum(['Indexing', 'None', 'EscalateEngine'])),
  lane_attribution: z
    .record(z.string(), open({ share: z.number().optional(), confidence: nullable(z.number()) }))
    .optional(),
  read_pointers: z.array(members).optional(),
})
const freshness = open({
  effective_confidence: nullable(z.number()),
  age_hours: nullable(z.number()),
  horizon_class: nullable(z.string()),
  superseded_by: nullable(z.string()),
})
const envelope = open({
  freshness: nullable(freshness),
  receipts_used: z.array(z.string()).optional(),
  memories_used: z.array(members).optional(),
  autonomy_consumed: nullable(
    open({
      capability: z.string().optional(),
      cost_credits: z.number().optional(),
      scope: z.string().optional(),
    }),
  ),
  links: open({ verify: nullable(z.string()), open_in_console: nullable(z.string()) }).optional(),
})
const next = open({
  expand: nullable(z.string()),
  resolution_pointer: nullable(z.string()),
  canonical_slug: nullable(z.string()),
})

/** The CRC-v1 schema written by hand in zod, as a user of zod would have to. */
export const crcV1Zod = open({
  contract: z.literal('crc-v1'),
  kind: z.enum(['search', 'addressed', 'fact', 'session']),
  hydrate_tier: z.enum(['pointer', 'summary', 'full']),
  pointers: z.array(pointer).optional(),
  content: z.array(item).optional(),
  cost_estimate: z.strictObject({ pointer: count, summary: count, full: count }).optional(),
  agent_decision: nullable(decision),
  envelope: envelope.optional(),
  next: next.optional(),
  meta: members.optional(),
})
  .refine(({ hydrate_tier, content }) => hydrate_tier !== 'pointer' || (content ?? []).length === 0)
  .refine(
    ({ kind, pointers, cost_estimate }) =>
      kind !== 'search' || (pointers !== undefined && cost_estimate !== undefined),
  )
