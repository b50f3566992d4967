import { BrokenAnswer, Refused, Unreachable } from '@cairn/client'
import { EXIT } from '../exit.ts'
import { CannotGoOn } from '../terminal/cannot-go-on.ts'
import { printable } from '../terminal/printable.ts'

/** What failed between here and the service, as a person reads it and with the exit status it deserves; any other error as it is. */
export function told(error: unknown): unknown {
  if (error instanceof Refused) return new CannotGoOn(refusalLines(error).join('\n'), EXIT.failed)
  if (error instanceof Unreachable)
    return new CannotGoOn(
      `no answer: ${printable(error.message)}; is it running? \`npm start\` or \`cairn dev\` runs one here, --url names another`,
      EXIT.unreachable,
    )
  if (error instanceof BrokenAnswer)
    return new CannotGoOn(`what answered is no Cairn: ${printable(error.message)}`, EXIT.failed)
  return error
}

function refusalLines({ code, detail, errors, resolution, retryAfter }: Refused): string[] {
  return [
    `${code}: ${printable(detail)}`,
    ...errors.map(({ pointer, message }) => `  ${printable(pointer || '(whole)')}  ${printable(message)}`),
    ...(retryAfter === null ? [] : [`  it may be tried again in ${retryAfter} s`]),
    ...(resolution === null ? [] : [`  what to do: cairn bootstrap ${printable(resolution)}`]),
  ]
}
