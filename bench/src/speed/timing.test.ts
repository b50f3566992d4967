import { expect, test } from 'vitest'
import { type Ask, inTurn } from './timing.ts'

/** An engine that says it took so long a question, and remembers what it was asked. */
function engine(ms: number, hits = 10) {
  const asked: { questions: number; repeats: number }[] = []
  const ask: Ask = async (questions, repeats) => {
    asked.push({ questions: questions.length, repeats })
    return { hits: hits * questions.length * repeats, ms: 2 + ms * questions.length * repeats }
  }
  return { ask, asked }
}

test('a question takes what was said, less what an order without a question takes', async () => {
  const timings = await inTurn(new Map([['one', engine(3).ask]]), 'rare')
  expect(timings.get('one')).toMatchObject({ median: 3, least: 3, most: 3 })
})

test('engines are asked the same questions in turn', async () => {
  const order: string[] = []
  const noted =
    (name: string): Ask =>
    async (questions, repeats) => {
      if (repeats === 0) order.push(`${name} ${questions[0]!.join()}`)
      return { hits: 1, ms: 1 }
    }
  await inTurn(
    new Map([
      ['a', noted('a')],
      ['b', noted('b')],
    ]),
    'common',
  )
  expect(order.slice(0, 4).map((one) => one[0])).toEqual(['a', 'b', 'a', 'b'])
  expect(order[0]!.slice(2)).toBe(order[1]!.slice(2))
})

test('an engine that finds nothing is no measurement', async () => {
  await expect(inTurn(new Map([['deaf', engine(1, 0).ask]]), 'rare')).rejects.toThrow('deaf finds nothing')
})
