import { createReadStream } from 'node:fs'
import { decodeUtf8 } from './decode-utf8.ts'

/** The text of a file, or why there is none, as the end of a sentence that begins with the name of the file. */
export type Input = { readonly text: string } | { readonly why: string }

/** What a file may hold: as much as the largest request body of the service. */
export const INPUT_BYTES_MAX = 64 * 1024 * 1024

/** Reads a file of UTF-8 text, or the standard input for `-`. Nothing throws. */
export async function readInput(name: string): Promise<Input> {
  const read = await readBytes(name)
  return 'why' in read ? read : decodeUtf8(read.bytes)
}

/** The bytes of a file or of the standard input, bounded. Nothing throws. */
export async function readBytes(
  name: string,
): Promise<{ readonly bytes: Buffer } | { readonly why: string }> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of name === '-' ? process.stdin : createReadStream(name)) {
      size += chunk.length
      if (size > INPUT_BYTES_MAX)
        return {
          why: `holds more than ${INPUT_BYTES_MAX / 1024 ** 2} MiB, which is the most that is read: split it`,
        }
      chunks.push(chunk)
    }
  } catch (error) {
    return {
      why: WHY[(error as NodeJS.ErrnoException).code ?? ''] ?? `cannot be read: ${(error as Error).message}`,
    }
  }
  return size === 0 ? { why: 'is empty' } : { bytes: Buffer.concat(chunks) }
}

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EISDIR: 'is a folder: name the files in it, as in folder/*.json',
  EACCES: 'may not be read by this user',
  ENAMETOOLONG: 'is no name that a file can have',
}
