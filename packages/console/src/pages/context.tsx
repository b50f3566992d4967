import type { GatheredContext } from '@cairn/client'
import { useState } from 'preact/hooks'
import { type Trouble, troubleOf } from '../load.ts'
import { JudgedBundle } from '../parts/judged-bundle.tsx'
import { EmptyNote, PageHead, TroubleNote } from '../parts/notes.tsx'
import { Scroll } from '../parts/scroll.tsx'
import { number } from '../parts/token-meter.tsx'
import { client } from '../session.ts'

const STRATEGIES = [
  'relevance_first',
  'confidence_first',
  'freshness_first',
  'cost_first',
  'coverage_first',
  'minimal',
] as const
type Strategy = (typeof STRATEGIES)[number]

/** What to read for a task under a budget: a bundle laid out against it. */
export function ContextPage() {
  const [gathered, setGathered] = useState<GatheredContext | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isLoading, setLoading] = useState(false)
  const gather = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    setLoading(true)
    try {
      setGathered(
        await client.value.contextBundle({
          task_id: 'console',
          query: String(form.get('query')),
          budget_tokens: Number(form.get('budget')),
          strategy: String(form.get('strategy')) as Strategy,
        }),
      )
      setTrouble(null)
    } catch (error) {
      setTrouble(troubleOf(error))
    }
    setLoading(false)
  }
  return (
    <>
      <PageHead title="Context">
        What an agent should read for a task, chosen from every source so that it fits a budget of tokens.
      </PageHead>
      <form class="inline" onSubmit={(event) => void gather(event as SubmitEvent)}>
        <label class="field">
          <span>Task or question</span>
          <input
            data-main-field
            name="query"
            required
            maxLength={1024}
            placeholder="rotate the signing key"
            autocomplete="off"
          />
        </label>
        <div class="row">
          <label class="field">
            <span>Budget, tokens</span>
            <input name="budget" type="number" min={64} max={25_000} step={1} value={1000} required />
          </label>
          <label class="field">
            <span>Strategy</span>
            <select name="strategy">
              {STRATEGIES.map((name) => (
                <option key={name} value={name}>
                  {name.replace('_', ' ')}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" class="primary" disabled={isLoading}>
            {isLoading ? 'Gathering …' : 'Gather'}
          </button>
        </div>
      </form>
      {trouble !== null && <TroubleNote trouble={trouble} />}
      {gathered === null && trouble === null && (
        <EmptyNote>
          <p>
            Each source is asked at once; what fits the budget best is chosen, and a receipt says what was
            left out and why.
          </p>
        </EmptyNote>
      )}
      {gathered !== null && <Bundle gathered={gathered} />}
    </>
  )
}

function Bundle({ gathered }: { readonly gathered: GatheredContext }) {
  const { bundle, candidates, receipt, content } = gathered
  const bodies = new Map(content.map((body) => [body.candidate_id, body]))
  const tokensOf = (id: string) => bodies.get(id)?.token_count ?? 0
  return (
    <>
      <section class="meter" aria-label="Budget">
        <p role="status">
          <strong>{number(receipt.materialized_tokens)}</strong> of{' '}
          <strong>{number(receipt.budget_tokens)}</strong> tokens · {receipt.candidates_selected} of{' '}
          {receipt.candidates_considered} candidates · covers {bundle.coverage_milli / 10} % of the question
        </p>
        <span class="bar wide parts" role="img" aria-label="How the budget is spent">
          {candidates.map(({ candidate_id }) => (
            <span
              key={candidate_id}
              class="bodies"
              title={`${candidate_id}: ${tokensOf(candidate_id)} tokens`}
              style={{ width: `${(100 * tokensOf(candidate_id)) / receipt.budget_tokens}%` }}
            />
          ))}
        </span>
        {receipt.degraded_reasons.length > 0 && (
          <p>
            {receipt.degraded_reasons.map((reason) => (
              <span class="tag" key={reason}>
                {reason}
              </span>
            ))}
          </p>
        )}
      </section>
      <Scroll name="Candidates of the bundle">
        <table>
          <caption>Chosen</caption>
          <thead>
            <tr>
              <th scope="col">What</th>
              {['Relevance', 'Confidence', 'Freshness', 'Tokens'].map((name) => (
                <th scope="col" class="number" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {candidates.map((one) => (
              <tr key={one.candidate_id}>
                <th scope="row">
                  <details>
                    <summary>
                      <code>{one.candidate_id}</code> {one.source_id} <span class="tag">{one.kind}</span>
                      {bodies.get(one.candidate_id)?.tier === 'summary' && <span class="tag">summary</span>}
                    </summary>
                    <pre class="text">
                      {bodies.get(one.candidate_id)?.text ?? '(its body did not come along)'}
                    </pre>
                  </details>
                </th>
                {[one.relevance_milli, one.confidence_milli, one.freshness_milli].map((milli, place) => (
                  <td class="number" key={place}>
                    {(milli / 1000).toFixed(2)}
                  </td>
                ))}
                <td class="number">{number(tokensOf(one.candidate_id))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <JudgedBundle gathered={gathered} />
      <p class="hint">
        Receipt <code>{receipt.receipt_id}</code>, bundle <code>{bundle.bundle_id}</code>, strategy{' '}
        {bundle.strategy}, from {receipt.sources_used.join(', ') || 'no source'}.
      </p>
    </>
  )
}
