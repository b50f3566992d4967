import { CONSOLE_FILES } from '@cairn/console/files'
import { openExchange } from '@cairn/http-kernel/exchange'
import { nothingHere } from '@cairn/http-kernel/nothing-here'
import { respond } from '@cairn/http-kernel/respond'

/** Answers with a file of the console; null where the address is none of its: `/`, `/console/…` and `/assets/…` are. */
export async function consoleFile(request: Request): Promise<Response | null> {
  const { pathname } = new URL(request.url)
  const isPage = pathname === '/' || pathname === '/console' || pathname.startsWith('/console/')
  const file = CONSOLE_FILES[isPage ? '/index.html' : pathname]
  if (file === undefined || pathname === '/index.html') return null
  const exchange = openExchange(request)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return nothingHere(exchange, { methods: ['GET'] })
  const cached = isPage ? 'no-cache' : 'public, max-age=31536000, immutable'
  return respond(exchange, {
    bytes: file.text,
    type: file.type,
    headers: { ...HEADERS, 'Cache-Control': cached },
  })
}

/** The page loads and asks nothing but this service, runs no text as code, and is shown in no other page. */
const HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const
