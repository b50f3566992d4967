import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { ANSWER_EXAMPLES } from '../../src/answer-examples.ts'
import { contractRules, type Rule } from '../../src/contract-rules.ts'
import { crcV1 } from '../../src/generated/crc-v1.js'
import { valueAt } from '../../src/json-pointer.ts'
import { validateCrcV1 } from '../../src/validate.ts'
import { CASES, type Case, changed, type Good } from '../../test/breaking-cases.ts'
import { validAnswers } from '../../test/valid-answers.ts'
import { retrievedAnswers } from './retrieve-vectors.ts'
import type { Vector } from './vector.ts'

const SEED = 20_261_130
/** What a vector is judged with. */
interface Judging {
  readonly strict?: true
  readonly tokenizer?: 'o200k_base'
}

/** CRC-v1: for each rule documents that obey and break it, generated answers of every kind, and generated breaches. */
export function crcV1Vectors(): Vector[] {
  return [
    ...contractRules.flatMap(ofRule),
    ...strictVectors(),
    ...strangers(),
    ...retrievals(),
    ...generatedAnswers(),
    ...generatedBreaches(),
  ]
}

function ofRule(rule: Rule): Vector[] {
  const cases = CASES[rule.id]!
  const names = [...new Set(cases.map(({ from }) => from))]
  return [
    ...names.map((name) =>
      vector({
        name: `${rule.id}: holds in the ${name} answer`,
        why: rule.statement,
        document: ANSWER_EXAMPLES[name],
        verdict: 'pass',
        rule: rule.id,
      }),
    ),
    ...cases.map((one, n) =>
      vector(
        {
          name: `${rule.id}: broken, ${n + 1}`,
          why: `${rule.statement} ${changeOf(one)}`,
          document: changed(one),
          verdict: 'fail',
          rule: rule.id,
          at: one.at,
        },
        needsTokenizer(changed(one), rule.id) ? { tokenizer: 'o200k_base' } : {},
      ),
    ),
  ]
}

const changeOf = ({ from, set }: Case): string => {
  const changes = Object.entries(set).map(([pointer, value]) =>
    value === undefined ? `no ${pointer}` : `${pointer} = ${JSON.stringify(value).slice(0, 100)}`,
  )
  return `Here the ${from} answer has ${changes.join(', ')}.`
}

const needsTokenizer = (document: unknown, rule: string): boolean =>
  !validateCrcV1(document).findings.some((finding) => finding.rule === rule)

function vector(told: Vector, judging: Judging = {}): Vector {
  const { conformant, cairn } = validateCrcV1(told.document, {
    ...(judging.tokenizer ? { countTokens } : {}),
    strict: judging.strict ?? false,
  })
  return { ...told, ...judging, conformant, cairn, schema: crcV1(told.document) }
}

function strictVectors(): Vector[] {
  const rule = 'crc-s1-strict-search-has-pointers'
  const why = 'Asked strictly, a search finds something.'
  return [
    vector(
      { name: `${rule}: holds with hits`, why, document: ANSWER_EXAMPLES.search, verdict: 'pass', rule },
      { strict: true },
    ),
    vector({ name: `${rule}: holds unasked`, why, document: ANSWER_EXAMPLES.empty, verdict: 'pass', rule }),
    vector(
      {
        name: `${rule}: broken`,
        why,
        document: ANSWER_EXAMPLES.empty,
        verdict: 'fail',
        rule,
        at: '/pointers',
      },
      { strict: true },
    ),
  ]
}

const FOREIGN: Readonly<Record<string, object>> = {
  'minimal search': {
    contract: 'crc-v1',
    kind: 'search',
    hydrate_tier: 'pointer',
    pointers: [{ id: '7:notes/deploy.md', score: 12.5, epitome: 'How we deploy', section: 'Deploying' }],
    cost_estimate: { pointer: 10, summary: 80, full: 40 },
    agent_decision: {},
  },
  'minimal addressed': {
    contract: 'crc-v1',
    kind: 'addressed',
    hydrate_tier: 'pointer',
    pointers: [{ id: 'a' }, { id: 'b' }],
    cost_estimate: { pointer: 0, summary: 0, full: 0 },
  },
  'minimal fact': {
    contract: 'crc-v1',
    kind: 'fact',
    hydrate_tier: 'pointer',
    envelope: { freshness: {} },
  },
  'minimal session': {
    contract: 'crc-v1',
    kind: 'session',
    hydrate_tier: 'full',
    content: [{ id: 's', text: null }],
    next: { canonical_slug: 's' },
  },
}

/** Answers that another server may give: they obey the contract, and this product's profile they do not. */
function strangers(): Vector[] {
  return Object.entries(FOREIGN).map(([name, document]) =>
    vector({
      name: `another server: ${name}`,
      why: 'It obeys the schema and the prose; what it lacks is asked by the Cairn profile alone.',
      document,
      verdict: 'pass',
      rule: 'contract',
    }),
  )
}

/** What a retrieval answers: a fact is found as one, and its epitome is not its text. */
function retrievals(): Vector[] {
  return Object.entries(retrievedAnswers()).map(([name, document]) =>
    vector(
      {
        name: `retrieved: ${name}`,
        why: 'A stored fact is found by a search as KeyFact; it reads and costs as its value does.',
        document,
        verdict: 'pass',
        rule: 'contract',
      },
      { tokenizer: 'o200k_base' },
    ),
  )
}

function generatedAnswers(): Vector[] {
  return fc.sample(validAnswers, { seed: SEED, numRuns: 60 }).map((document, n) =>
    vector(
      {
        name: `generated answer ${n + 1}: ${document.kind} at ${document.hydrate_tier} tier`,
        why: 'It obeys every rule, exact token counts included.',
        document,
        verdict: 'pass',
        rule: 'contract',
      },
      { tokenizer: 'o200k_base' },
    ),
  )
}

type Loose = Record<string, unknown>
const places = Object.entries(ANSWER_EXAMPLES).flatMap(([name, document]) =>
  pathsOf(document).map((steps) => ({ name: name as Good, steps })),
)

function pathsOf(value: unknown, steps: readonly string[] = []): (readonly string[])[] {
  const inside = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return [
    ...(steps.length > 0 ? [steps] : []),
    ...inside.flatMap(([name, member]) => pathsOf(member, [...steps, name])),
  ]
}

/** Documents with one place changed to anything, of which exactly one rule says that something is wrong. */
function generatedBreaches(): Vector[] {
  const change = fc.record({ place: fc.constantFrom(...places), value: fc.jsonValue({ maxDepth: 1 }) })
  return fc
    .sample(change, { seed: SEED, numRuns: 400 })
    .flatMap(({ place: { name, steps }, value }) => {
      const document: Loose = structuredClone(ANSWER_EXAMPLES[name])
      ;(valueAt(document, steps.slice(0, -1)) as Loose)[steps.at(-1)!] = value
      const [finding, ...more] = validateCrcV1(document).findings
      return finding === undefined || more.length > 0 ? [] : [{ document, finding, name, steps }]
    })
    .slice(0, 80)
    .map(({ document, finding, name, steps }, n) =>
      vector({
        name: `generated breach ${n + 1}: ${name} /${steps.join('/')}`,
        why: `The ${name} answer with another value at /${steps.join('/')}.`,
        document,
        verdict: 'fail',
        rule: finding.rule,
        at: finding.pointer,
      }),
    )
}
