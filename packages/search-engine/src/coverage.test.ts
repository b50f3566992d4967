import { describe, expect, it } from 'vitest'
import { Collection } from '../test/collection.ts'

const notes = new Collection(['red lines here', 'blue lines here', 'green lines here', 'lines of code'])

describe('coverage', () => {
  it('is 1 with nothing missing when the best hits hold every word together', () => {
    expect(notes.search('red blue lines')).toMatchObject({ coverage: 1, missing: [] })
  })

  it('is 0 with every word missing when nothing matches', () => {
    expect(notes.search('purple dots')).toMatchObject({ coverage: 0, missing: ['purple', 'dots'] })
  })

  it('weighs words by how rare they are', () => {
    const { coverage, missing } = notes.search('lines purple')
    const [common, absent] = [Math.log(1 + 0.5 / 4.5), Math.log(1 + 4.5 / 0.5)]
    expect(coverage).toBeCloseTo(common / (common + absent), 12)
    expect(missing).toEqual(['purple'])
  })

  it('counts an n-gram as held when those that overlap it are', () => {
    const teams = new Collection(['黑豹 的 防守'])
    expect(teams.search('黑豹防守')).toMatchObject({ coverage: 1, missing: [] })
    expect(teams.search('黑豹防水')).toMatchObject({ missing: ['防水'] })
    expect(teams.search('重跑gen部署')).toMatchObject({ missing: ['重跑', 'gen', '部署'] })
  })

  it('weighs a pair of ideographs by its characters, for pairs that straddle two words are rare everywhere', () => {
    const teams = new Collection(['黑豹队的防守', '狮队的进攻', '黑豹队的教练', '谁的球'])
    const { coverage } = teams.search('黑豹队的防守是谁的')
    expect(coverage).toBeGreaterThan(0.6)
    expect(coverage).toBeLessThan(1)
  })

  it('asks the three best hits, and calls missing what no hit of the page holds either', () => {
    const many = new Collection(['red hot', 'red hot 2', 'red hot 3', `blue ${'x '.repeat(200)}`])
    const { coverage, missing, hits } = many.search('red hot blue')
    expect(hits.at(-1)!.passage.text).toContain('blue')
    expect(missing).toEqual([])
    expect(coverage).toBeLessThan(0.6)
  })

  it('is the same on every page of a walk and for every limit', () => {
    const answers = [0, 1, 2].map((offset) => notes.search('red blue lines purple', { limit: 1, offset }))
    expect(new Set(answers.map(({ coverage }) => coverage)).size).toBe(1)
    expect(answers.map(({ missing }) => missing)).toEqual([['purple'], ['purple'], ['purple']])
  })
})
