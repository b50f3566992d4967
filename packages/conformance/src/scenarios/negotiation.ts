import type { CallOptions } from '../call.ts'
import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { member } from '../read.ts'
import type { OwnRequirement } from '../requirements.ts'
import type { Scenario } from '../scenario.ts'
import { READS, type Read } from './reads.ts'

interface Spelling {
  readonly requirement: OwnRequirement
  readonly address?: string
  readonly header?: string
  readonly isCrc: boolean
}

const SPELLINGS: readonly Spelling[] = [
  { requirement: 'crc-is-the-default', isCrc: true },
  { requirement: 'crc-is-the-default', address: 'banana', isCrc: true },
  { requirement: 'crc-is-the-default', header: 'banana', isCrc: true },
  { requirement: 'opt-in-is-crc', address: 'v1', isCrc: true },
  { requirement: 'opt-in-is-crc', address: 'crc-v1', isCrc: true },
  { requirement: 'opt-in-is-crc', header: 'crc-v1', isCrc: true },
  ...['legacy', 'V0', ' none ', 'OFF'].map(
    (address) => ({ requirement: 'opt-out-is-legacy', address, isCrc: false }) as const,
  ),
  ...['legacy', 'v0', 'None', 'off'].map(
    (header) => ({ requirement: 'opt-out-is-legacy', header, isCrc: false }) as const,
  ),
  { requirement: 'address-beats-header', address: 'legacy', header: 'crc-v1', isCrc: false },
  { requirement: 'address-beats-header', address: 'v1', header: 'legacy', isCrc: true },
]

const ONE_OF_EACH_KIND = ['search', 'fetchContent', 'getFact', 'sessionState']

/** Every spelling of the contract, by address and by header, on one read of each kind. */
export const NEGOTIATION_SCENARIOS: readonly Scenario[] = READS.filter(({ operation }) =>
  ONE_OF_EACH_KIND.includes(operation),
).map((read) => ({
  id: `negotiation-${read.operation}`,
  title: `${read.operation} in every spelling of the contract`,
  callsMax: SPELLINGS.length + 1,
  judges: ['crc-is-the-default', 'opt-in-is-crc', 'opt-out-is-legacy', 'address-beats-header'],
  at: [read.worker],
  run: (probe) => spell(probe, read),
}))

async function spell(probe: Probe, { operation, options }: Read): Promise<void> {
  const call = await options(probe)
  for (const spelling of SPELLINGS) {
    const exchange = await probe.need(operation, spelled(call, spelling))
    probe.judge(spelling.requirement, exchange, shapeFinding(exchange, spelling))
  }
}

function spelled(call: CallOptions, { address, header }: Spelling): CallOptions {
  return {
    ...call,
    query: { ...call.query, ...(address === undefined ? {} : { contract: address }) },
    headers: header === undefined ? {} : { 'accept-contract': header },
  }
}

function shapeFinding({ json }: Exchange, { isCrc, address, header }: Spelling): string | null {
  const found = member(json, 'contract') === 'crc-v1'
  if (found === isCrc) return null
  return `contract=${address ?? '(absent)'} with Accept-Contract: ${header ?? '(absent)'} gave ${found ? 'CRC-v1' : 'no CRC-v1'}`
}
