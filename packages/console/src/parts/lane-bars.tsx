import type { AgentDecision } from '@cairn/contract/crc-v1'

const MEANING: Readonly<Record<string, string>> = {
  Bm25: 'words',
  Indexing: 'exact names',
  Topology: 'neighbours',
  Dense: 'meaning',
}

/** Which lane found how much of a page. */
export function LaneBars({ decision }: { readonly decision: AgentDecision }) {
  const lanes = Object.entries(decision.lane_attribution ?? {})
  if (lanes.length === 0) return null
  return (
    <div class="lanes">
      <h3>How it was found</h3>
      <dl>
        {lanes.map(([lane, { share }]) => (
          <div key={lane} class={lane === decision.load_bearing_lane ? 'bears' : ''}>
            <dt>
              {lane} <small>{MEANING[lane]}</small>
            </dt>
            <dd>
              <span class="bar">
                <span style={{ width: `${Math.round(share * 100)}%` }} />
              </span>
              {Math.round(share * 100)} %
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
