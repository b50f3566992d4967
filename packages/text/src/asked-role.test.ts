import { expect, it } from 'vitest'
import { askedRole } from './asked-role.ts'

it.each([
  ['What did you recommend for my roof?', 'assistant'],
  ['the book you’ve recommended', 'assistant'],
  ['You suggested a plan', 'assistant'],
  ['How many weeks do I have?', 'user'],
  ["Where's MY ticket", 'user'],
  ["when I'm home", 'user'],
  ['Can you tell me what a roof costs?', null],
  ['the iPad of Mya', null],
  ['', null],
] as const)('%s asks for the words of %s', (query, role) => {
  expect(askedRole(query)).toBe(role)
})
