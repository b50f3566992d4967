import { LIMITS } from '@cairn/contract/limits'
import type { StoredFact } from '@cairn/memory-store/stored-fact'
import { headEpitome } from '@cairn/text/epitome'
import { fitFrom, graphemesNear } from '@cairn/text/fit'
import type { FactStanding } from './fact-standing.ts'
import { readingOf } from './reading.ts'

/** What a fact says and whether it holds, in at most 40 tokens, as in `Holds: acme works_at = Initech`. */
export function factEpitome(fact: StoredFact, standing: FactStanding): string {
  const names = `${shortened(fact.entity)} ${shortened(fact.key)}`
  return headEpitome(`${openingOf(fact, standing)}: ${names} = ${readingOf(fact.value)}`).epitome
}

/** Of a long name so much is shown that the value has room. */
const NAME_TOKENS_MAX = LIMITS.epitomeTokensMax / 5

function shortened(name: string): string {
  const { start, end } = fitFrom(name, graphemesNear(name, 0, NAME_TOKENS_MAX), 0, {
    tokensMax: NAME_TOKENS_MAX,
    reach: 0,
  })
  return name.slice(start, end)
}

function openingOf({ supersededBy, validFrom, validTo }: StoredFact, standing: FactStanding): string {
  switch (standing) {
    case 'current':
      return 'Holds'
    case 'retracted':
      return 'Retracted'
    case 'future':
      return validFrom === null ? 'Not yet' : `From ${validFrom.given}`
    case 'superseded':
      return `Superseded by ${supersededBy}`
    case 'ended':
      return validTo === null ? 'Ended' : `Ended ${validTo.given}`
    default:
      return standing satisfies never
  }
}
