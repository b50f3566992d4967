import { writeFileSync, existsSync } from 'node:fs'
import { buildSegment } from '@cairn/search-engine/build-segment'
import { passagesBetween } from '../speed/corpus.ts'
import { passageInput } from '../speed/passage-input.ts'
const [from, to] = process.argv.slice(2).map(Number)
for (let n = from!; n < to!; n++) {
  const file = `/tmp/engine/parts/${n}`
  if (existsSync(file)) continue
  const passages = Array.from(passagesBetween(n * 10000, (n + 1) * 10000), passageInput)
  writeFileSync(file, buildSegment(passages, []))
}
