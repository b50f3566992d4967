import { EXIT } from '../exit.ts'
import { CannotGoOn } from '../terminal/cannot-go-on.ts'

const ANSWER_MS_MAX = 10_000

/** Throws CannotGoOn, with the status for it, when nothing at an address answers HTTP within ten seconds. */
export async function demandAnswer(origin: string): Promise<void> {
  try {
    const response = await fetch(new URL('/health', origin), { signal: AbortSignal.timeout(ANSWER_MS_MAX) })
    await response.body?.cancel()
  } catch (error) {
    throw new CannotGoOn(`${origin} does not answer: ${reasonOf(error)}`, EXIT.unreachable)
  }
}

function reasonOf(error: unknown): string {
  const { cause, name, message } = error as Error
  if (name === 'TimeoutError') return `nothing came within ${ANSWER_MS_MAX / 1000} s`
  const code = (cause as { readonly code?: string } | undefined)?.code
  return (
    REASONS[code ?? ''] ??
    (cause instanceof Error && cause.message !== '' ? cause.message : (code ?? message))
  )
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there (is it started?)',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'its name cannot be looked up now',
  ECONNRESET: 'it closed the connection',
}
