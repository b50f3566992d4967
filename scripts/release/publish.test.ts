import { expect, it } from 'vitest'
import { type Checkout, reasonsAgainst } from './publish.ts'

const READY: Checkout = {
  notes: ['config.json', 'README.md'],
  uncommitted: '',
  contract: { version: '1.2.0', sha256: 'aa' },
  released: [
    { version: '1.1.0', file: 'cairn-contract-1.1.0.tgz', sha256: 'bb' },
    { version: '1.2.0', file: 'cairn-contract-1.2.0.tgz', sha256: 'aa' },
  ],
}

it('a committed checkout without waiting notes, its contract frozen, may be published', () => {
  expect(reasonsAgainst(READY)).toEqual([])
})

it.each([
  ['a note that waits', { notes: ['config.json', 'kind-dogs.md'] }, '.changeset/kind-dogs.md waits'],
  ['a change that is not committed', { uncommitted: ' M README.md\n' }, 'not committed:\n M README.md'],
  [
    'a contract that is not frozen',
    { contract: { version: '1.3.0', sha256: 'aa' } },
    'contract 1.3.0 is not in',
  ],
  [
    'a contract of other bytes',
    { contract: { version: '1.2.0', sha256: 'cc' } },
    'contract 1.2.0 packs to other bytes',
  ],
] as const)('%s stops a release, and says so alone', (_, otherwise, reason) => {
  expect(reasonsAgainst({ ...READY, ...otherwise })).toEqual([expect.stringContaining(reason)])
})
