import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** The secret of the fake's cursors. */
export const CURSOR_KEY = 'a fake secret'
const RULES = { issuer: 'https://fake.example', audience: 'cairn' }

/** A key of this process: the rules that judge its tokens, and a signer. */
export async function makeKeys() {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'fake', alg: 'EdDSA' }
  const sign = (tenant: string, scope: string) =>
    new SignJWT({ tenant, ns: ['*'], scope })
      .setProtectedHeader({ alg: 'EdDSA', kid: 'fake' })
      .setIssuer(RULES.issuer)
      .setAudience(RULES.audience)
      .setExpirationTime('1h')
      .setJti(`${tenant} ${scope}`)
      .sign(privateKey)
  return { rules: { ...RULES, keys: JSON.stringify({ keys: [jwk] }), environment: 'test' }, sign }
}
