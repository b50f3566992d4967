import { expect, it } from 'vitest'
import { IsolateMemory } from './isolate-memory.ts'

it('holds no more bytes than it may, and lets go of what was unused the longest', () => {
  const memory = new IsolateMemory(100)
  memory.keep('a', 40, 'A')
  memory.keep('b', 40, 'B')
  expect(memory.get('a')).toBe('A')
  memory.keep('c', 40, 'C')
  expect(['a', 'b', 'c'].map((name) => memory.get(name))).toEqual(['A', null, 'C'])
})

it('counts what takes the place of something once', () => {
  const memory = new IsolateMemory(100)
  memory.keep('a', 60, 'A')
  memory.keep('a', 60, 'A2')
  memory.keep('b', 40, 'B')
  expect(['a', 'b'].map((name) => memory.get(name))).toEqual(['A2', 'B'])
})

it('holds nothing that is more than it may hold', () => {
  const memory = new IsolateMemory(100)
  memory.keep('a', 101, 'A')
  expect(memory.get('a')).toBeNull()
})
