import { sha256 } from './sha-256.ts'

/** The strong ETag of a body: its SHA-256, so that another contract or tier is another ETag. */
export async function etagOf(bytes: Uint8Array): Promise<string> {
  return `"${await sha256(bytes)}"`
}

/** Whether the client already has the body of this ETag (`If-None-Match`, compared weakly as RFC 9110 says). */
export function isUnchanged(request: Request, etag: string): boolean {
  const known = request.headers.get('If-None-Match')
  if (known === null) return false
  return known.split(',').some((entry) => entry.trim() === '*' || opaque(entry) === opaque(etag))
}

const opaque = (entry: string) => entry.trim().replace(/^W\//, '')
