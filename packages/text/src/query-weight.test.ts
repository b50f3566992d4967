import { expect, it } from 'vitest'
import { queryWeight } from './query-weight.ts'

it('counts hiragana alone for half, and everything else whole', () => {
  expect(['した', 'か'].map(queryWeight)).toEqual([0.5, 0.5])
  expect(['東京', '京し', 'カメ', 'した a', 'shita', ''].map(queryWeight)).toEqual([1, 1, 1, 1, 1, 1])
})
