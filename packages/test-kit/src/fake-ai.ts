import { readBuiltWorkers } from '@cairn/cli/local/worker-folders'
import { repositoryRoot } from './start-cairn.ts'

/**
 * A fake of Workers AI, called as the binding `AI` is: each word of a text points somewhere, words of one meaning to one place. A text
 * with `refuse-me` fails, one with `never-mind` has no answer.
 */
const FAKE = `import { WorkerEntrypoint } from 'cloudflare:workers'
const MEANING = { automobile: 'car', motorcar: 'car', physician: 'doctor' }
function vectorOf(text) {
  const vector = Array(384).fill(0)
  for (const word of text.toLowerCase().match(/[a-z0-9]+/g) ?? [])
    vector[[...(MEANING[word] ?? word)].reduce((hash, one) => (hash * 31 + one.charCodeAt(0)) % 384, 7)] += 1
  return vector
}
export default class extends WorkerEntrypoint {
  async run(model, { text, pooling }) {
    if (model !== '@cf/baai/bge-small-en-v1.5' || pooling !== 'cls' || text.length > 100) throw new Error('5007: bad request')
    if (text.some((one) => one.includes('refuse-me'))) throw new Error('3040: out of capacity')
    if (text.some((one) => one.includes('never-mind'))) await new Promise((resolve) => setTimeout(resolve, 25000))
    return { shape: [text.length, 384], data: text.map(vectorOf), pooling }
  }
}`

/** The built Workers, those that make vectors bound to the fake. */
export function workersWithFakeAi() {
  const bound = readBuiltWorkers(repositoryRoot).map((worker) => {
    if (worker.name !== 'library' && worker.name !== 'search') return worker
    const services = [...(worker.config.services ?? []), { binding: 'AI', service: 'fake-ai' }]
    return { ...worker, config: { ...worker.config, services } }
  })
  const config = { name: 'fake-ai', main: 'fake-ai.js', compatibility_date: '2026-08-01' }
  return [...bound, { name: 'fake-ai', config, bundle: FAKE }]
}
