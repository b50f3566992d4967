import type { DevProcess } from '@cairn/test-kit/dev-process'
import { passagesBetween } from '../speed/corpus.ts'

const EVERY_MS = 250

/** Searches four times a second, for words of the passages that come in, until it is stopped; answers with how long each took, ms. */
export function askWhile({ url, token }: DevProcess): { stop(): Promise<number[]> } {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const taken: number[] = []
  let isStopped = false
  const asking = (async () => {
    for (let n = 0; !isStopped; n++) {
      const [passage] = passagesBetween(n * 17, n * 17 + 1)
      const query = passage!.text.split(' ').slice(0, 4).join(' ')
      const started = performance.now()
      const body = JSON.stringify({ query, limit: 10 })
      const response = await fetch(`${url}/v1/query/search`, { method: 'POST', headers, body })
      await response.text()
      if (response.status !== 200) throw new Error(`a search was answered ${response.status}`)
      taken.push(performance.now() - started)
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    }
  })()
  return {
    stop: async () => {
      isStopped = true
      await asking
      return taken
    },
  }
}
