const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** The W3C trace context of a request: the caller's when it is well formed, else a new one. */
export function traceparentOf(header: string | null): string {
  if (header !== null && TRACEPARENT.test(header)) return header
  return `00-${randomHex(16)}-${randomHex(8)}-00`
}

/** An id under which an incident can be found in the logs. */
export function incidentId(): string {
  return randomHex(8)
}

function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
