import type { Scope } from '@cairn/contract/operation'
import { Command } from 'commander'
import { decodeJwt } from 'jose'
import { addressOf, type ConnectionFlags, tokenOf, withConnection } from '../connection/connection.ts'
import { printJson } from '../print/print.ts'
import { CannotGoOn } from '../terminal/cannot-go-on.ts'
import { group } from './connected.ts'

/** `cairn auth`: tokens of a Cairn on this machine, and what a token says. */
export function authCommand(): Command {
  return group('auth', {
    about: 'Sign access tokens of a Cairn on this machine; show what a token is for',
    verbs: [token(), show()],
  })
}

function token(): Command {
  return new Command('token')
    .description('Sign a token with the keys of the folder, and print it alone')
    .option('--state <folder>', 'the folder of a Cairn on this machine', '.cairn')
    .option('--tenant <tenant>', 'whose data it opens', 'dev')
    .option('--ns <namespace...>', 'the namespaces it opens; every one when absent')
    .option('--scope <scope...>', 'what it may do, as in query:read; everything when absent')
    .option('--expires <time>', 'how long it is good, as in 1h or 30d', '30d')
    .addHelpText('after', '\nExample:\n  cairn auth token --scope query:read facts:read --expires 1h\n')
    .action(sign)
}

interface TokenFlags {
  readonly state: string
  readonly tenant: string
  readonly ns?: string[]
  readonly scope?: string[]
  readonly expires: string
}

async function sign({ state, tenant, ns, scope, expires }: TokenFlags): Promise<void> {
  const { EVERY_SCOPE, readIdentity, signToken } = await import('../local/identity.ts')
  const identity = readIdentity(state)
  if (identity === null)
    throw new CannotGoOn(
      `${state} keeps no keys: \`npm start\` or \`cairn dev\` makes them, --state names another folder`,
    )
  const unknown = scope?.find((one) => !(EVERY_SCOPE as readonly string[]).includes(one))
  if (unknown !== undefined)
    throw new CannotGoOn(`a scope is one of ${EVERY_SCOPE.join(', ')}; found "${unknown}"`)
  if (!/^\d+\s?(s|m|h|d|w|y)$/.test(expires))
    throw new CannotGoOn(`--expires is as in 1h or 30d; found "${expires}"`)
  const scopes = (scope ?? EVERY_SCOPE) as readonly Scope[]
  console.log(await signToken(identity, { tenant, namespaces: ns ?? ['*'], scopes, expiresIn: expires }))
}

function show(): Command {
  const command = new Command('show').description(
    'What the token in use says; its signature is not checked here',
  )
  return withConnection(command).action((flags: ConnectionFlags) => {
    const { tenant, ns, scope, iss, aud, exp, jti } = claimsOf(tokenOf(flags))
    const expires = exp === undefined ? null : new Date(exp * 1000).toISOString()
    printJson({
      url: addressOf(flags),
      tenant,
      namespaces: ns,
      scope,
      issuer: iss,
      audience: aud,
      expires,
      token_id: jti,
    })
  })
}

/** The claims of a token; throws CannotGoOn for what is none. */
export function claimsOf(text: string): ReturnType<typeof decodeJwt> {
  try {
    return decodeJwt(text)
  } catch {
    throw new CannotGoOn('the token is no JWT: three parts with a dot between them')
  }
}
