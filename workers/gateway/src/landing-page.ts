import { openExchange } from '@cairn/http-kernel/exchange'
import { nothingHere } from '@cairn/http-kernel/nothing-here'
import { respond } from '@cairn/http-kernel/respond'

/** What a person sees who opens the address of the service: one page of plain HTML that runs and loads nothing. */
export async function landingPage(request: Request): Promise<Response> {
  const exchange = openExchange(request)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return nothingHere(exchange, { methods: ['GET'] })
  return respond(exchange, { bytes: PAGE, type: 'text/html; charset=utf-8', headers: HEADERS })
}

const HEADERS = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
} as const

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Cairn</title>
<h1>Cairn</h1>
<p>Retrieval and memory for AI agents. An answer is a page of pointers: what each is about, what it costs in tokens to read, and
the call that reads just the ones worth reading.
<p>This is the address of a running service. Every call but a few public ones takes an access token.
<ul>
<li><a href="/openapi.json">Every operation, as OpenAPI</a>
<li><a href="/v1/bootstrap/limits">Limits</a>, <a href="/v1/bootstrap/errors">error codes</a>
<li><a href="/contracts/crc-v1.schema.json">The schema of its answers, CRC-v1</a>
<li><a href="/.well-known/oauth-protected-resource">Which tokens it takes</a>
<li><a href="/ready">Whether all of it is ready</a>
</ul>
</html>
`
