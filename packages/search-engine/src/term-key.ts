import { CHANNELS, type IndexChannel } from './channels.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'
import { TERM_BYTES_MAX } from './term-dictionary.ts'
import { encodeText } from './utf8.ts'

/** A key of the joint dictionary of format 2 has at most this many bytes. */
export const KEY_BYTES_MAX = TERM_BYTES_MAX + 1

/** The key of a term: its bytes and the number of its channel, so that what one word needs lies together. */
export function termKey(channel: IndexChannel, term: string | Uint8Array): Uint8Array {
  const bytes = typeof term === 'string' ? encodeText(term) : term
  const key = new Uint8Array(bytes.length + 1)
  key.set(bytes)
  key[bytes.length] = CHANNELS.indexOf(channel)
  return key
}

export function channelOf(key: Uint8Array): IndexChannel {
  const channel = CHANNELS[key.at(-1) ?? CHANNELS.length]
  if (channel === undefined) throw new SegmentCorrupt('channel')
  return channel
}

export function termOf(key: Uint8Array): Uint8Array {
  return key.subarray(0, -1)
}

/** The shortest bytes that are after `before` and not after `key`, which is. */
export function separatorOf(before: Uint8Array | null, key: Uint8Array): Uint8Array {
  if (before === null) return new Uint8Array()
  let shared = 0
  while (shared < before.length && before[shared] === key[shared]) shared++
  return key.slice(0, shared + 1)
}
