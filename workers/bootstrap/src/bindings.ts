import type { KernelBindings } from '@cairn/http-kernel/call'

/** What wrangler.jsonc, and the secrets of an environment, give this Worker. It has no store. */
export interface Env {
  readonly ENVIRONMENT: string
  readonly TOKEN_KEYS: string
  readonly TOKEN_ISSUER: string
  readonly TOKEN_AUDIENCE: string
  readonly RATE_LIMIT_PER_MINUTE?: string
}

export function bindings(env: Env): KernelBindings {
  return {
    clock: () => Date.now(),
    tokens: {
      keys: env.TOKEN_KEYS,
      issuer: env.TOKEN_ISSUER,
      audience: env.TOKEN_AUDIENCE,
      environment: env.ENVIRONMENT,
      perMinute: env.RATE_LIMIT_PER_MINUTE,
    },
  }
}
