import type { Exchange } from './exchange.ts'
import { pathHint } from './path-hint.ts'
import { Problem } from './problem.ts'
import { refuse, tellMethods } from './respond.ts'
import { allowOf, everyOperation } from './route.ts'

/** The answer where no operation is: 404 without methods, else what OPTIONS asks for, else 405; both name the methods in `Allow`. */
export function nothingHere(
  exchange: Exchange,
  { methods }: { readonly methods: readonly string[] },
): Response {
  if (methods.length === 0) {
    const hint = pathHint(everyOperation(), exchange.path)
    const detail = `No operation has this path.${hint === null ? '' : ` ${hint}`}`
    return refuse(exchange, new Problem('not_found', detail))
  }
  const allow = allowOf(methods)
  if (exchange.request.method === 'OPTIONS') return tellMethods(exchange, allow)
  const detail = `This path takes ${allow}.`
  return refuse(exchange, new Problem('method_not_allowed', detail, { headers: { Allow: allow } }))
}
