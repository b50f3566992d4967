import { CannotExercise } from '../cannot-exercise.ts'
import {
  ANCHORAGE,
  askBundle,
  BERTH,
  bundledOf,
  bundleOf,
  candidatesOf,
  reasonsOf,
  receiptMember,
  SHELF,
  SHELVED,
} from '../context-corpus.ts'
import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { codeOf, member, objects } from '../read.ts'
import type { Scenario } from '../scenario.ts'
import { SINCE_BUNDLES } from './context.ts'

const SLUG = `${ANCHORAGE.entity}/${ANCHORAGE.key}`
const DOUBLED = `${BERTH.entity}/${BERTH.key}`
const FACTS = 'cairn:facts'
const BUDGET_LEAST = 64
/** Fewer digits of a smaller budget save a token or two. */
const SHORT_BY = 10

/** What is chosen, at which tier, from whom, and what is said of what was not. */
export const CONTEXT_CHOICE_SCENARIOS: readonly Scenario[] = [
  {
    id: 'context-least',
    title: 'Ask for a bundle with the least budget there is, then with the least that would do',
    callsMax: 2,
    judges: ['bundle-least-is-told'],
    since: SINCE_BUNDLES,
    run: async (probe) => {
      const refused = await probe.send('contextBundle', { json: bundleOf({ budget_tokens: BUDGET_LEAST }) })
      if (refused.status === 200) return probe.judge('bundle-least-is-told', refused, null)
      const least = leastOf(refused)
      const isRefused = refused.status === 400 && codeOf(refused) === 'budget_too_small'
      const why = isRefused ? null : `answered ${refused.status} ${codeOf(refused)}`
      probe.judge(
        'bundle-least-is-told',
        refused,
        why ?? (least === null ? 'it names no least budget' : null),
      )
      if (least === null) return
      const served = await probe.send('contextBundle', { json: bundleOf({ budget_tokens: least }) })
      probe.judge(
        'bundle-least-is-told',
        [refused, served],
        served.status === 200 ? null : `the least of ${least} that it named is refused as well`,
      )
    },
  },
  {
    id: 'context-tiers',
    title: 'Ask for one long text with room for it, and with ten tokens less than that took',
    callsMax: 2,
    judges: ['bundle-tier-fits'],
    since: SINCE_BUNDLES,
    run: async (probe) => {
      const count = probe.target.countTokens
      if (count === undefined) throw new CannotExercise('no token counter was given')
      const asked = { query: 'spinnaker locker', strategy: 'minimal', sources: [SHELF] }
      const roomy = await askBundle(probe, asked)
      const [whole] = bundledOf(roomy)
      const stored = SHELVED[SHELF].find(({ id }) => id === 'spinnaker')!.text
      const isStored = whole?.tier === 'full' && stored.includes(String(whole.text).trim())
      probe.judge(
        'bundle-tier-fits',
        roomy,
        isStored ? null : 'with room for it the text is not there as stored',
      )
      const tight = await askBundle(probe, { ...asked, budget_tokens: count(roomy.text) - SHORT_BY })
      probe.judge('bundle-tier-fits', [roomy, tight], summaryFinding(tight, whole ?? {}))
    },
  },
  {
    id: 'context-reasons',
    title: 'Ask so that nothing is found, that something is stale, doubled or cut, and that all is well',
    callsMax: 7,
    judges: ['bundle-tells-what-is-amiss'],
    since: SINCE_BUNDLES,
    run: async (probe) => {
      const nothing = await askBundle(probe, { query: 'zqnothingofthesort' })
      expectReasons(probe, nothing, ['low_coverage', 'no_candidates'])
      const well = { strategy: 'minimal', sources: [SHELF] }
      expectReasons(probe, await askBundle(probe, well), [])
      expectReasons(probe, await askBundle(probe, { ...well, query: 'zanzibar shoal' }), ['stale_candidates'])
      expectReason(
        probe,
        await askBundle(probe, { budget_tokens: 450, sources: [SHELF] }),
        'budget_exhausted',
      )
      const fact = await askBundle(probe, { query: DOUBLED, sources: [FACTS] })
      const text = String(bundledOf(fact)[0]?.text)
      await probe.need('addDocuments', { path: { id: SHELF }, json: { id: 'twin', text } })
      expectReason(
        probe,
        await askBundle(probe, { query: DOUBLED, sources: [FACTS, SHELF] }),
        'duplicate_content',
      )
    },
  },
  {
    id: 'context-facts',
    title: 'Ask for what a fact is called',
    callsMax: 2,
    judges: ['bundle-has-the-fact'],
    since: SINCE_BUNDLES,
    run: async (probe) => {
      for (const sources of [[FACTS], [SHELF, FACTS]]) {
        const gathered = await askBundle(probe, { query: SLUG, sources })
        probe.judge('bundle-has-the-fact', gathered, factFinding(gathered))
      }
    },
  },
  {
    id: 'context-named',
    title: 'Ask some sources, all of them, and one that is not there',
    callsMax: 4,
    judges: ['bundle-asks-whom-it-may'],
    since: SINCE_BUNDLES,
    run: async (probe) => {
      const all = await askBundle(probe, {})
      const isSilent = !all.text.includes('zqwhisper')
      probe.judge(
        'bundle-asks-whom-it-may',
        all,
        isSilent ? null : 'it holds a text of a source without `search`',
      )
      expectSources(probe, await askBundle(probe, { sources: [SHELF] }), [SHELF])
      expectSources(probe, await askBundle(probe, { query: SLUG, sources: [FACTS] }), [FACTS])
      const json = bundleOf({ sources: [SHELF, 'conformance-nowhere'] })
      const absent = await probe.send('contextBundle', { json })
      const isTold = absent.status === 404 && codeOf(absent) === 'source_not_found'
      probe.judge(
        'bundle-asks-whom-it-may',
        absent,
        isTold ? null : `an unknown source answered ${absent.status} ${codeOf(absent)}`,
      )
    },
  },
]

/** The first number that the finding about the budget names. */
function leastOf({ json }: Exchange): number | null {
  const finding = objects(member(json, 'errors')).find(({ pointer }) => pointer === '/budget_tokens')
  const named = /\d+/.exec(String(finding?.message ?? ''))
  return named === null ? null : Number(named[0])
}

function summaryFinding(tight: Exchange, whole: Readonly<Record<string, unknown>>): string | null {
  const [body] = bundledOf(tight)
  if (body?.candidate_id !== whole.candidate_id) return 'the text that no longer fits whole is not there'
  if (body?.tier !== 'summary') return `with too little room the tier is ${body?.tier}, expected summary`
  if (Number(body.token_count) >= Number(whole.token_count)) return 'the summary costs no less than the whole'
  return reasonsOf(tight).includes('budget_exhausted') ? null : 'the receipt does not say budget_exhausted'
}

function expectReasons(probe: Probe, gathered: Exchange, expected: readonly string[]): void {
  const found = reasonsOf(gathered).join(', ')
  const why =
    found === expected.join(', ')
      ? null
      : `it says ${found || 'nothing'}, expected ${expected.join(', ') || 'nothing'}`
  probe.judge('bundle-tells-what-is-amiss', gathered, why)
}

function expectReason(probe: Probe, gathered: Exchange, reason: string): void {
  const isTold = reasonsOf(gathered).includes(reason)
  probe.judge('bundle-tells-what-is-amiss', gathered, isTold ? null : `it does not say ${reason}`)
}

function factFinding(gathered: Exchange): string | null {
  const fact = candidatesOf(gathered).find(({ source_id }) => source_id === FACTS)
  if (fact === undefined) return 'no candidate is of cairn:facts'
  const text = bundledOf(gathered).find(({ candidate_id }) => candidate_id === fact.candidate_id)?.text
  if (!String(text).includes(ANCHORAGE.value)) return 'its body does not say what is stated'
  const { kind, relevance_milli, confidence_milli } = fact
  const told = `${kind}, relevance ${relevance_milli}, confidence ${confidence_milli}`
  const expected = `fact, relevance 1000, confidence ${1000 * ANCHORAGE.confidence}`
  return told === expected ? null : `it is told as ${told}, expected ${expected}`
}

function expectSources(probe: Probe, gathered: Exchange, expected: readonly string[]): void {
  const used = receiptMember(gathered, 'sources_used')
  const why =
    JSON.stringify(used) === JSON.stringify(expected)
      ? null
      : `it used ${JSON.stringify(used)}, expected ${JSON.stringify(expected)}`
  probe.judge('bundle-asks-whom-it-may', gathered, why)
}
