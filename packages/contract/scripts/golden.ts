import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LEGACY_EXAMPLES } from '../src/legacy/examples.fixture.ts'

/** Rewrites the golden bytes of the legacy bodies. They are frozen: run this only for a body that had none. */
const folder = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'golden', 'legacy')
mkdirSync(folder, { recursive: true })
for (const [name, body] of Object.entries(LEGACY_EXAMPLES))
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(body))
