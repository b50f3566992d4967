import type { Siblings } from './bindings.ts'

/** The names of the siblings that do not say within `deadlineMs` that they are ready, in the order of the bindings. */
export async function notReady(siblings: Siblings, deadlineMs: number): Promise<readonly string[]> {
  const asked = Object.entries(siblings).map(async ([name, sibling]) =>
    (await isReady(sibling, deadlineMs)) ? [] : [name],
  )
  return (await Promise.all(asked)).flat()
}

async function isReady(sibling: Siblings[keyof Siblings], deadlineMs: number): Promise<boolean> {
  try {
    const response = await sibling.fetch('https://sibling/ready', { signal: AbortSignal.timeout(deadlineMs) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
