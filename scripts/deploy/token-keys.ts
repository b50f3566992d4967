/** The variables with the public keys of a JWKS beside those that are there. Throws for what is none, and for a private key. */
export function withKeys(
  variables: Readonly<Record<string, string>>,
  jwks: string | null,
): Readonly<Record<string, string>> {
  if (jwks === null) return variables
  const added = keysOf(jwks)
  const own = keysOf(variables.TOKEN_KEYS!)
  return { ...variables, TOKEN_KEYS: JSON.stringify({ keys: [...own, ...added] }) }
}

function keysOf(text: string): readonly object[] {
  const { keys } = JSON.parse(text) as { keys?: readonly object[] }
  if (!Array.isArray(keys))
    throw new Error('a JWKS is as {"keys": [{"kty": "OKP", "crv": "Ed25519", "x": "…", "kid": "…"}]}')
  if (keys.some((key) => 'd' in key))
    throw new Error('a key in it is private: give the public half, without "d"')
  return keys
}
