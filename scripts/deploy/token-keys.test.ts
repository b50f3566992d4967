import { expect, it } from 'vitest'
import { withKeys } from './token-keys.ts'

const variables = { TOKEN_KEYS: '{"keys":[{"kid":"own"}]}', TOKEN_ISSUER: 'i' }

it('keys of a service stand beside those of the environment', () => {
  expect(withKeys(variables, '{"keys":[{"kid":"theirs"}]}')).toEqual({
    TOKEN_KEYS: '{"keys":[{"kid":"own"},{"kid":"theirs"}]}',
    TOKEN_ISSUER: 'i',
  })
  expect(withKeys(variables, null)).toBe(variables)
})

it('a private key is refused, and what is no JWKS', () => {
  expect(() => withKeys(variables, '{"keys":[{"kid":"theirs","d":"secret"}]}')).toThrow('public half')
  expect(() => withKeys(variables, '{"kid":"theirs"}')).toThrow('a JWKS is as')
})
