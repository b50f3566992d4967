import { SCHEMA_FILES } from '@cairn/contract/schema-files'
import type { Topic } from '../topic.ts'

/** The schema every CRC-v1 answer obeys, byte for byte. */
export const toolOutput: Topic = {
  topic: 'tool-output',
  title: 'The schema of answers, CRC-v1',
  isPublic: true,
  bytes: SCHEMA_FILES['crc-v1.schema.json'],
}
