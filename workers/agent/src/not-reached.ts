import type { Siblings } from './bindings.ts'

/** The names of the siblings that do not say that they run, in the order of the bindings. */
export async function notReached(siblings: Siblings): Promise<readonly string[]> {
  const asked = Object.entries(siblings).map(async ([name, sibling]) => ((await runs(sibling)) ? [] : [name]))
  return (await Promise.all(asked)).flat()
}

async function runs(sibling: Fetcher): Promise<boolean> {
  try {
    const response = await sibling.fetch('https://sibling/health')
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
