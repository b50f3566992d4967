import { crcV1 } from './generated/crc-v1.js'

/** Whether a value fits the CRC-v1 schema, and nothing about the contract's prose: the cheapest verdict, without findings. */
export function schemaVerdict(document: unknown): boolean {
  return crcV1(document)
}
