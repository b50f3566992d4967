import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A search that obeys every rule. */
export const SEARCH = {
  contract: 'crc-v1',
  kind: 'search',
  hydrate_tier: 'pointer',
  pointers: [],
  cost_estimate: { pointer: 0, summary: 0, full: 0 },
  agent_decision: {
    load_bearing_lane: 'Unknown',
    fused_confidence: null,
    suggested_next_lane: 'None',
    read_pointers: [],
  },
  next: { resolution_pointer: '__bootstrap__::resolution:EmptyResult' },
}

/** A search that finds one passage and breaks a rule of the prose and one of our profile. */
export const SMUGGLER = {
  ...SEARCH,
  pointers: [{ id: '12:0', score: 0.9, text: 'Rotate the signing key every 90 days.' }],
  cost_estimate: { pointer: 20, summary: 10, full: 9 },
  next: {},
}

/** A receipt that spent no more than it might. */
export const RECEIPT = {
  receipt_id: 'r',
  task_id: 't',
  bundle_id: 'b',
  budget_tokens: 500,
  materialized_tokens: 400,
  candidates_considered: 3,
  candidates_selected: 2,
  sources_used: ['notes'],
  degraded_reasons: [],
}

/** A web page as research takes it. */
export const SOURCE = {
  schema: 'hux.source.v1',
  id: 's1',
  kind: 'web',
  title: 'Keys',
  classification: 'primary',
  retrieved_at: '2026-11-30T12:00:00Z',
}

/** A folder with files in it, by name. */
export function folderOf(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'cairn-cli-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content)
  return folder
}

/** A whole bundle, as it is answered. */
export const BUNDLE = {
  bundle: {
    bundle_id: 'b1',
    task_id: 'rotate-keys',
    candidates: ['12:0'],
    total_tokens: 12,
    coverage_milli: 1000,
    strategy: 'relevance_first',
  },
  candidates: [
    {
      candidate_id: '12:0',
      task_id: 'rotate-keys',
      source_id: 'handbook',
      kind: 'doc',
      relevance_milli: 1000,
      confidence_milli: 1000,
      freshness_milli: 1000,
      estimated_tokens: 12,
      content_hash: '5994471abb01112afcc18159f6cc74b4',
    },
  ],
  receipt: {
    receipt_id: 'r1',
    task_id: 'rotate-keys',
    bundle_id: 'b1',
    budget_tokens: 2000,
    materialized_tokens: 12,
    candidates_considered: 1,
    candidates_selected: 1,
    sources_used: ['handbook'],
    degraded_reasons: [],
  },
  content: [
    { candidate_id: '12:0', tier: 'full', text: 'Rotate the signing key every 90 days.', token_count: 12 },
  ],
}
