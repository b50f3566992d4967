import { SCOPES } from '@cairn/contract/operation'
import type { Handler } from '@cairn/http-kernel/call'
import type { GatewayBindings } from './bindings.ts'

/** Which tokens this service takes, and who issues them (RFC 9728). */
export const protectedResource: Handler<GatewayBindings> = async ({ url, bindings }) => ({
  body: {
    resource: url.origin,
    resource_name: 'Cairn',
    authorization_servers: [bindings.tokens.issuer],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_documentation: `${url.origin}/openapi.json`,
  },
})
