import fc from 'fast-check'
import type { PassageInput } from '../src/passage.ts'
import type { History } from './history.ts'
import { hashOf, passageOf } from './passages.ts'
import { vectorOf } from './vectors.ts'

/** What the vectors of steps are compared with. */
export const QUERY_VECTOR = Int8Array.of(127, 64, -3)

const WORDS =
  'run running runs university universe GB/s getUserById user Сергей Сергеем сервер 黑豹队 豹队 防守 ภาษาไทย C++ the May 2023 POL-358'.split(
    ' ',
  )
/** Some words that the analyser treats in different ways. */
export const words = (most: number) =>
  fc.array(fc.constantFrom(...WORDS), { maxLength: most }).map((list) => list.join(' '))

interface Draft {
  readonly id: string
  readonly texts: readonly string[]
  readonly title: string
  readonly speaker: string
  readonly eventAt: number | null
  readonly vectors: readonly (Int8Array | null)[]
}
const draft: fc.Arbitrary<Draft> = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  texts: fc.array(words(8), { minLength: 1, maxLength: 3 }),
  title: words(2),
  speaker: fc.constantFrom('', 'Ann', 'Сергей', 'user', 'assistant'),
  eventAt: fc.constantFrom(null, Date.UTC(2023, 4, 8), Date.UTC(1969, 1, 28)),
  vectors: fc.array(vectorOf(3), { maxLength: 3 }),
})
export type Step =
  | { readonly put: readonly Draft[] }
  | { readonly drop: readonly string[] }
  | { readonly merge: readonly boolean[]; readonly isSealed: boolean }
/** A commit, a deletion or a merge. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      put: fc.uniqueArray(draft, { minLength: 1, maxLength: 3, selector: (d) => d.id }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ drop: fc.subarray(['a', 'b', 'c', 'd', 'e'], { minLength: 1 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      merge: fc.array(fc.boolean(), { minLength: 3, maxLength: 12 }),
      isSealed: fc.boolean(),
    }),
  },
)

/** Passages of a draft, each with a hash of its own so that none is folded into another. */
function passagesOf({ id, texts, vectors, ...fields }: Draft, salt: number): PassageInput[] {
  return texts.map((text, index) => {
    const hash = hashOf(`${salt}/${id}/${index}`)
    return passageOf({ ...fields, documentId: id, text, index, hash, vector: vectors[index] ?? null })
  })
}

/** Takes a step; `salt` keeps apart what different steps write. */
export function apply(history: History, step: Step, salt: number): void {
  if ('put' in step) history.commit(step.put.flatMap((draft) => passagesOf(draft, salt)))
  else if ('drop' in step)
    history.commit(
      [],
      step.drop.map((id) => `notes/${id}`),
    )
  else history.merge((i) => step.merge[i] ?? false, step.isSealed)
}
