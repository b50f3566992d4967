import type { PassageInput } from '@cairn/search-engine/passage'
import type { SyntheticPassage } from './corpus.ts'
import { randomFrom } from './random.ts'

/** A synthetic passage as the index takes it; no two texts are alike. */
export function passageInput({ number, document, index, title, text }: SyntheticPassage): PassageInput {
  return {
    document: `bench/${document}`,
    source: 'bench',
    documentId: `${document}`,
    title,
    heading: '',
    speaker: '',
    author: '',
    text,
    summaryTokens: 0,
    tokens: 0,
    hash: hashOf(number),
    uri: '',
    kind: 'plain',
    tags: [],
    createdAt: null,
    eventAt: null,
    index,
    vector: null,
  }
}

/** Stands for the SHA-256 of the text, as evenly spread. */
function hashOf(number: number): string {
  const random = randomFrom(0x4a54, number)
  const word = () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
  return Array.from({ length: 8 }, word).join('')
}
