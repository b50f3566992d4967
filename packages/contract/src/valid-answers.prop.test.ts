import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { validAnswers } from '../test/valid-answers.ts'
import { safeParse } from './crc-v1.ts'
import { validateCrcV1 } from './validate.ts'

test('ten thousand valid answers have no finding, exact token counts included', () => {
  fc.assert(
    fc.property(validAnswers, (answer) => {
      expect(validateCrcV1(answer, { countTokens }).findings).toEqual([])
    }),
    { numRuns: 10_000 },
  )
})

type Loose = Record<string, unknown>
/** Each breaks the profile of an answer, and nothing that the contract says. */
const PROFILE_BREAKS: Readonly<Record<string, (answer: Loose) => void>> = {
  'a decision says nothing': (answer) => {
    if (answer.kind === 'search') answer.agent_decision = {}
    else delete answer.agent_decision
  },
  'costs are in another currency': (answer) => {
    answer.cost_estimate = { pointer: 5, summary: 900, full: 800 }
  },
  'expand is for another server': (answer) => {
    answer.next = { ...(answer.next as Loose), expand: 'POST https://example.org/hydrate {refs: [id]}' }
  },
  'ages are fractions': (answer) => {
    answer.envelope = {
      ...(answer.envelope as Loose),
      freshness: { effective_confidence: 1, age_hours: 0.5, horizon_class: 'weekly', superseded_by: null },
    }
  },
}

test.each(Object.entries(PROFILE_BREAKS))('when %s, an answer is still conformant', (_, breakProfile) => {
  fc.assert(
    fc.property(validAnswers, (answer) => {
      const document = structuredClone(answer) as unknown as Loose
      breakProfile(document)
      const { conformant, cairn, findings } = validateCrcV1(document)
      expect({
        conformant,
        cairn,
        authorities: [...new Set(findings.map(({ authority }) => authority))],
      }).toEqual({
        conformant: true,
        cairn: false,
        authorities: ['cairn'],
      })
      expect([safeParse(document).success, safeParse(document, { profile: 'cairn' }).success]).toEqual([
        true,
        false,
      ])
    }),
    { numRuns: 500 },
  )
})
