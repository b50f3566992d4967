import path from 'node:path'
import type { Tokens } from '@cairn/conformance/target'
import { CannotGoOn } from '../terminal/cannot-go-on.ts'

/** Where tokens may come from, as the command line names it. */
export interface TokenFlags {
  readonly token?: string
  readonly tokenB?: string
  readonly tokenNarrow?: string
  /** The folder of a Cairn on this machine, which signs its own. */
  readonly state?: string
}

/** The tokens of a run: those given, else those that the folder signs for the reserved tenants. Throws CannotGoOn when there is none. */
export async function tokensFrom({ token, tokenB, tokenNarrow, state }: TokenFlags): Promise<Tokens> {
  const signed = state === undefined ? null : await signedBy(state)
  const a = token || signed?.a
  if (a === undefined)
    throw new CannotGoOn(
      'a run needs a token: --token (or CAIRN_TOKEN), or --state .cairn for a Cairn on this machine',
    )
  const b = tokenB || signed?.b
  const narrow = tokenNarrow || signed?.narrow
  return { a, ...(b === undefined ? {} : { b }), ...(narrow === undefined ? {} : { narrow }) }
}

async function signedBy(folder: string): Promise<Tokens> {
  const { CONFORMANCE_TENANTS, EVERY_SCOPE, readIdentity, signToken } = await import('../local/identity.ts')
  const identity = readIdentity(folder)
  if (identity === null)
    throw new CannotGoOn(
      `${path.join(folder, 'identity.json')} is not there: has a Cairn run with that folder?`,
    )
  const [a, b] = CONFORMANCE_TENANTS
  const sign = (tenant: string, scopes: typeof EVERY_SCOPE) =>
    signToken(identity, { tenant, namespaces: ['*'], scopes, expiresIn: '1h' })
  return {
    a: await sign(a, EVERY_SCOPE),
    b: await sign(b, EVERY_SCOPE),
    narrow: await sign(a, ['conformance:run']),
  }
}
