import { readdirSync } from 'node:fs'
import type { Packed } from './pack.ts'
import { CONTRACT, digestOf, type ReleasedContract, releasedContracts } from './releases.ts'
import { inRepository } from './repository.ts'
import { run } from './run.ts'

/** What decides whether a checkout may be published. */
export interface Checkout {
  /** The names of the files in `.changeset`. */
  readonly notes: readonly string[]
  /** What `git status --porcelain` says. */
  readonly uncommitted: string
  readonly contract: { readonly version: string; readonly sha256: string }
  readonly released: readonly ReleasedContract[]
}

/** Publishes what has a version that the registry lacks, by changesets, in order of dependency. Throws, with nothing published, when the checkout is not a release. */
export async function publish(packages: readonly Packed[]): Promise<void> {
  const reasons = reasonsAgainst(await checkout(packages))
  if (reasons.length > 0) throw new Error(`this checkout is no release:\n${reasons.join('\n')}`)
  console.log(await upload())
}

/** Why a checkout may not be published, one sentence each; none when it may. */
export function reasonsAgainst({ notes, uncommitted, contract, released }: Checkout): string[] {
  const waiting = notes.filter((name) => name.endsWith('.md') && name !== 'README.md')
  const frozen = released.find(({ version }) => version === contract.version)
  return [
    ...waiting.map(
      (name) => `.changeset/${name} waits: \`pnpm exec changeset version\` turns notes into versions`,
    ),
    ...(uncommitted === '' ? [] : [`not committed:\n${uncommitted}`]),
    ...(frozen === undefined
      ? [
          `contract ${contract.version} is not in fixtures/releases: \`pnpm run release --freeze\` puts it there`,
        ]
      : []),
    ...(frozen !== undefined && frozen.sha256 !== contract.sha256
      ? [`contract ${contract.version} packs to other bytes than fixtures/releases keeps`]
      : []),
  ]
}

async function checkout(packages: readonly Packed[]): Promise<Checkout> {
  const { version, tarball } = packages.find(({ name }) => name === CONTRACT)!
  return {
    notes: readdirSync(inRepository('.changeset')),
    uncommitted: (await run('git', ['status', '--porcelain'])).out,
    contract: { version, sha256: digestOf(tarball) },
    released: releasedContracts(),
  }
}

/** Uploads every version that the registry lacks; answers with what changesets printed. */
export async function upload(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { out } = await run('changeset', ['publish', ...args], { env })
  return out
}
