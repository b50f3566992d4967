import type { Report, Result } from '@cairn/conformance/report'
import { useState } from 'preact/hooks'
import type { PageProps } from '../app.tsx'
import { type Trouble, troubleOf, useLoad } from '../load.ts'
import { EmptyNote, LoadingNote, PageHead, TroubleNote } from '../parts/notes.tsx'
import { Scroll } from '../parts/scroll.tsx'
import { go, linkTo } from '../route.ts'
import { client } from '../session.ts'

const WORKERS = ['search', 'fetch-content', 'facts', 'library', 'agent', 'bootstrap'] as const
const MARKS = { pass: '✓', fail: '✗', 'not exercised': '–', 'not asked': '·' } as const

/** Runs of the judge: Workers across, rules down; a cell that failed opens the exchange that shows it. */
export function ConformancePage({ parts: [run] }: PageProps) {
  const list = useLoad((signal) => client.value.listRuns({}, { signal }), [run])
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [progress, setProgress] = useState<string | null>(null)
  const start = async () => {
    try {
      let now = await client.value.startRun({})
      while (now.status === 'running') {
        setProgress(`${now.remaining} scenarios to go`)
        now = await client.value.stepRun({ run: now.id })
      }
      go(linkTo(['conformance', now.id]))
    } catch (error) {
      setTrouble(troubleOf(error))
    }
    setProgress(null)
  }
  const shown = run ?? list.value?.runs[0]?.id
  return (
    <>
      <PageHead title="Conformance">
        Whether what runs here obeys the contract it publishes, judged by calling it.
      </PageHead>
      <p class="row">
        <button type="button" class="primary" disabled={progress !== null} onClick={() => void start()}>
          {progress === null ? 'Judge it now' : 'Judging …'}
        </button>
        <span role="status">{progress}</span>
        {list.value !== null && list.value.runs.length > 1 && (
          <label class="field small">
            <span>Run</span>
            <select
              value={shown}
              onChange={(event) => go(linkTo(['conformance', event.currentTarget.value]))}
            >
              {list.value.runs.map(({ id, totals }) => (
                <option key={id} value={id}>
                  {id.slice(0, 8)} ({totals.fail} failed)
                </option>
              ))}
            </select>
          </label>
        )}
      </p>
      {trouble !== null && <TroubleNote trouble={trouble} />}
      {list.trouble !== null && <TroubleNote trouble={list.trouble} again={list.again} />}
      {list.value !== null && shown === undefined && (
        <EmptyNote>
          <p>No run yet.</p>
        </EmptyNote>
      )}
      {shown !== undefined && <Matrix run={shown} key={shown} />}
    </>
  )
}

function Matrix({ run }: { readonly run: string }) {
  const { value, trouble, isLoading, again } = useLoad(
    async (signal) =>
      (await client.value.getRun({ run }, { signal })) as unknown as Report & { readonly status: string },
    [run],
  )
  if (trouble !== null) return <TroubleNote trouble={trouble} again={again} />
  if (value === null) return isLoading ? <LoadingNote /> : null
  const rules = [...new Map(value.results.map((result) => [result.requirement, result])).values()]
  const cells = new Map(value.results.map((result) => [`${result.worker} ${result.requirement}`, result]))
  const failed = value.results.filter(({ outcome }) => outcome === 'fail')
  return (
    <>
      <p>
        <span class={value.verdict.crc_v1 ? 'tag good' : 'tag bad'}>
          {value.verdict.crc_v1 ? 'CRC-v1 conformant' : 'not CRC-v1 conformant'}
        </span>
        <span class={value.verdict.cairn ? 'tag good' : 'tag bad'}>
          {value.verdict.cairn ? 'Cairn profile met' : 'Cairn profile not met'}
        </span>
        {value.totals.pass} passed, {value.totals.fail} failed, {value.totals['not exercised']} not exercised,{' '}
        {value.totals['not asked'] ?? 0} not asked
      </p>
      {failed.map((result) => (
        <Failed key={`${result.worker} ${result.requirement}`} result={result} />
      ))}
      <Scroll name="Workers by rules">
        <table class="matrix">
          <caption class="visually-hidden">Workers by rules</caption>
          <thead>
            <tr>
              <th scope="col">Rule</th>
              {WORKERS.map((worker) => (
                <th scope="col" key={worker}>
                  {worker}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rules.map(({ requirement, text, keyword, authority }) => (
              <tr key={requirement}>
                <th scope="row">
                  {text} <small>{`${authority} ${keyword} · ${requirement}`}</small>
                </th>
                {WORKERS.map((worker) => (
                  <CellOf key={worker} result={cells.get(`${worker} ${requirement}`)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  )
}

function CellOf({ result }: { readonly result: Result | undefined }) {
  if (result === undefined) return <td />
  const name = result.outcome === 'pass' ? 'good' : result.outcome === 'fail' ? 'bad' : 'unknown'
  return (
    <td class={name}>
      <span aria-hidden="true">{MARKS[result.outcome]}</span>
      <span class="visually-hidden">{result.outcome}</span>
    </td>
  )
}

function Failed({ result }: { readonly result: Result }) {
  return (
    <details class="note trouble">
      <summary>
        <strong>{result.worker}</strong> {result.text}
      </summary>
      {result.why?.map((why) => (
        <p key={why}>{why}</p>
      ))}
      {result.failures
        ?.flatMap(({ exchanges }) => exchanges)
        .map(({ request, response }, place) => (
          <pre class="text" key={place}>
            {`${request.method} ${request.address}\n${request.body ?? ''}\n\n${response.status}\n${response.body}`}
          </pre>
        ))}
    </details>
  )
}
