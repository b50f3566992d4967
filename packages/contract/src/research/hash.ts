import { echo } from '../echo.ts'
import type { Finding } from '../finding.ts'
import type { ResearchPassage } from '../research-document.ts'
import { hex, sha256 } from '../sha256.ts'

/** The `hash` of a passage: SHA-256 of its text as UTF-8, in lower-case hexadecimal digits. */
export async function passageHash(text: string): Promise<string> {
  return hex(await sha256(new TextEncoder().encode(text)))
}

/** Whether the `hash` that a passage states is that of its text. */
export async function passageHashFindings({ text, hash }: ResearchPassage): Promise<Finding[]> {
  const right = await passageHash(text)
  return hash.replace(/^sha256:/, '') === right
    ? []
    : [
        {
          pointer: '/hash',
          rule: 'hash',
          message: `found ${echo(hash)}, expected "${right}", the digest of text`,
        },
      ]
}
