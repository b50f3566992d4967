import { describe, expect, it } from 'vitest'
import { NewestVersions } from './newest-versions.ts'

describe('the newest version of a namespace', () => {
  it.each([
    ['e.9', 'e.10', 'e.10'],
    ['e.10', 'e.9', 'e.10'],
    ['e.10', 'f.2', 'f.2'],
  ])('after %s and %s is %s', (first, second, newest) => {
    const versions = new NewestVersions()
    for (const token of [first, second]) versions.keep('n', token, versions.begin())
    expect(versions.of('n')).toBe(newest)
    expect(versions.of('m')).toBeNull()
  })

  it('is unknown after it was forgotten, whatever a call tells that began before', () => {
    const versions = new NewestVersions()
    versions.keep('n', 'e.1', versions.begin())
    const begun = versions.begin()
    versions.forget('n')
    versions.keep('n', 'e.2', begun)
    expect(versions.of('n')).toBeNull()
    versions.keep('n', 'e.3', versions.begin())
    expect(versions.of('n')).toBe('e.3')
  })
})
