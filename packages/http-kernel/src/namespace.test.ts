import { describe, expect, it } from 'vitest'
import { namespaceOf } from './namespace.ts'
import { type Problem, problemDocument } from './problem.ts'

const caller = (...namespaces: string[]) => ({ tenant: 'acme', namespaces, scopes: [], tokenId: 't' })

describe('namespaceOf', () => {
  it('is the one that is named, else the only one of the token, else default', () => {
    expect(namespaceOf(caller('notes', 'work'), 'work')).toBe('work')
    expect(namespaceOf(caller('notes'), undefined)).toBe('notes')
    expect(namespaceOf(caller('notes', 'default'), undefined)).toBe('default')
    expect(namespaceOf(caller('*'), undefined)).toBe('default')
    expect(namespaceOf(caller('*'), 'any-0')).toBe('any-0')
  })

  it('refuses one outside the token with the same bytes whatever its name', () => {
    const refusal = (name: string | undefined) => {
      try {
        return namespaceOf(caller('notes', 'work'), name)
      } catch (error) {
        return JSON.stringify(problemDocument(error as Problem, '/v1/facts'))
      }
    }
    expect(refusal('secret')).toContain('"code":"namespace_not_found"')
    expect(refusal('secret')).toBe(refusal('other'))
    expect(refusal(undefined)).toBe(refusal('other'))
  })
})
