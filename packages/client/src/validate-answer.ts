import { BrokenAnswer } from './broken-answer.ts'
import type { Call } from './call.ts'

/** Throws `BrokenAnswer` with its findings when an answer breaks a MUST of CRC-v1. Loads the validators on first use. */
export async function judge(answer: object, response: Response, call: Call): Promise<void> {
  const { validateCrcV1 } = await import('@cairn/contract/validate')
  const { conformant, findings } = validateCrcV1(answer)
  if (conformant) return
  const broken = findings.filter(({ severity, authority }) => severity === 'MUST' && authority !== 'cairn')
  const message = `the answer breaks ${broken[0]!.rule} at ${broken[0]!.pointer || 'its root'}: ${broken[0]!.message}`
  const text = JSON.stringify(answer)
  throw new BrokenAnswer({
    operation: call.id,
    why: 'contract',
    message,
    response,
    text,
    findings: broken,
  })
}
