import { expect, it } from 'vitest'
import { fakeTime } from './fake-service.fixture.ts'
import { pauseBeforeRepeat } from './repeat.ts'
import { Unreachable } from './unreachable.ts'

const attempted = { repeats: 0, retries: 3, isRepeatable: true, time: fakeTime() }
const away = (why: 'network' | 'deadline') => new Unreachable({ operation: 'health', why, message: 'away' })

it('a call is repeated when the network failed, and not when its time is over', () => {
  expect(pauseBeforeRepeat(away('network'), attempted)).toBe(125)
  expect(pauseBeforeRepeat(away('deadline'), attempted)).toBeNull()
})

it('a call is not repeated for what its caller did', () => {
  expect(pauseBeforeRepeat(new TypeError('no such header'), attempted)).toBeNull()
})
