import type { CrcV1 } from '@cairn/contract/crc-v1'
import { paintFor } from '../terminal/paint.ts'
import { pageLines, pointersOf } from './page.ts'

/** Prints a value as JSON, indented: what `--json` does everywhere. */
export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2))
}

/** Prints a CRC-v1 answer: as JSON, or as a person reads it; `nothing` says what an empty one means. */
export function printPage(
  answer: CrcV1,
  { json, nothing }: { readonly json?: true | undefined; readonly nothing: string },
): void {
  if (json) {
    printJson(answer)
    return
  }
  const isEmpty =
    pointersOf(answer).length === 0 &&
    (answer.content ?? []).length === 0 &&
    (answer.envelope?.memories_used ?? []).length === 0
  if (isEmpty) console.log(nothing)
  console.log(pageLines(answer, paintFor(process.stdout)).join('\n'))
}
