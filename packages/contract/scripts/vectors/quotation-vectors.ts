import type { Vector } from './vector.ts'

const PASSAGE = 'Rotate the signing key every 90 days. Straße, déjà vu and don’t panic.'

/** What a claim says of the passage above, and whether the quotation in it is there. */
const CLAIMS: readonly (readonly [name: string, claim: string, isThere: boolean])[] = [
  ['straight marks', 'It says "every 90 days".', true],
  ['curly marks', 'It says “every 90 days”.', true],
  ['low and high marks', 'Es sagt „every 90 days“.', true],
  ['guillemets', 'Il dit « every 90 days ».', true],
  ['corner brackets', '「every 90 days」と言う。', true],
  ['white corner brackets', '『every 90 days』', true],
  ['single marks', "It says 'every 90 days'.", true],
  ['curly single marks', 'It says ‘every 90 days’.', true],
  ['full-width marks', '＂every 90 days＂', true],
  ['another case', 'It says "EVERY 90 Days".', true],
  ['another sharp s', 'It says "STRASSE".', true],
  ['other white space', 'It says "every\u00a090\n days".', true],
  ['full-width letters', 'It says "ｅｖｅｒｙ 90 days".', true],
  ['decomposed letters', 'It says "de\u0301ja\u0300 vu".', true],
  ['another apostrophe', 'It says "don\'t panic".', true],
  ['an apostrophe in single marks', "It says 'don't panic'.", true],
  ['a full stop of its own', 'It says "every 90 days."', true],
  ['no quotation', 'The key is rotated.', true],
  ['inches', 'A 90" screen.', true],
  ['another number', 'It says "every 30 days".', false],
  ['a word left out', 'It says "Rotate the key".', false],
  ['a word put in', 'It says "every single 90 days".', false],
  ['words in another order', 'It says "90 every days".', false],
  ['one of two', 'It says "every 90 days" and "never".', false],
  ['an ellipsis', 'It says "Rotate … 90 days".', false],
  ['fabricated in corner brackets', '「毎日」と言う。', false],
  ['fabricated in single marks', "It says 'never panic'.", false],
]

/** Claims and the one passage that they cite: whether every quotation in them is found in it. */
export function quotationVectors(): Vector[] {
  return CLAIMS.map(([name, claim, isThere]) => ({
    name,
    why: isThere
      ? 'What is quoted is in the passage, but for its form.'
      : 'What is quoted is not in the passage.',
    document: { claim, passages: [PASSAGE] },
    verdict: isThere ? 'pass' : 'fail',
    rule: 'quote_missing',
    ...(isThere ? {} : { at: '/claim' }),
  }))
}
