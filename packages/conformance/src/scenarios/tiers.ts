import { TIERS } from '@cairn/contract/crc-v1'
import type { Probe } from '../probe.ts'
import type { Scenario } from '../scenario.ts'
import { READS, type Read } from './reads.ts'

/** Every CRC read at every tier, by address and by body, in both shapes; the answers are judged as they arrive. */
export const TIER_SCENARIOS: readonly Scenario[] = READS.map((read) => ({
  id: `tiers-${read.operation}`,
  title: `${read.operation} at every tier, as CRC-v1 and as legacy`,
  callsMax: 12,
  judges: ['tier-is-echoed', 'default-tier-is-pointer', 'kind-of-the-operation', 'legacy-body'],
  at: [read.worker],
  run: (probe) => readEveryTier(probe, read),
}))

async function readEveryTier(probe: Probe, { operation, options }: Read): Promise<void> {
  const call = await options(probe)
  await probe.need(operation, call)
  await probe.need(operation, { ...call, query: { ...call.query, contract: 'legacy' } })
  for (const hydrate of TIERS) {
    await probe.need(operation, { ...call, query: { ...call.query, hydrate } })
    await probe.need(operation, {
      ...call,
      query: { ...call.query, hydrate },
      headers: { 'accept-contract': 'legacy' },
    })
    if (call.json !== undefined)
      await probe.need(operation, { ...call, json: { ...(call.json as object), hydrate } })
  }
}
