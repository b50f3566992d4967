import { readdirSync } from 'node:fs'
import type { Packed } from './pack.ts'
import { CONTRACT, digestOf, releasedContracts } from './releases.ts'
import { inRepository } from './repository.ts'
import { run } from './run.ts'

/** Publishes what has a version that the registry lacks, by changesets, in order of dependency. Throws, with nothing published, when the checkout is not a release. */
export async function publish(packages: readonly Packed[]): Promise<void> {
  const reasons = [...pendingNotes(), ...(await uncommitted()), ...unfrozen(packages)]
  if (reasons.length > 0) throw new Error(`this checkout is no release:\n${reasons.join('\n')}`)
  console.log(await upload())
}

/** Uploads every version that the registry lacks; answers with what changesets printed. */
export async function upload(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { out } = await run('changeset', ['publish', ...args], { env })
  return out
}

function pendingNotes(): string[] {
  const notes = readdirSync(inRepository('.changeset')).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  )
  return notes.map(
    (name) => `.changeset/${name} waits: \`pnpm exec changeset version\` turns notes into versions`,
  )
}

async function uncommitted(): Promise<string[]> {
  const { out } = await run('git', ['status', '--porcelain'])
  return out === '' ? [] : [`not committed:\n${out}`]
}

function unfrozen(packages: readonly Packed[]): string[] {
  const { version, tarball } = packages.find(({ name }) => name === CONTRACT)!
  const frozen = releasedContracts().find((one) => one.version === version)
  if (frozen === undefined)
    return [`contract ${version} is not in fixtures/releases: \`pnpm run release --freeze\` puts it there`]
  return frozen.sha256 === digestOf(tarball)
    ? []
    : [`contract ${version} packs to other bytes than fixtures/releases keeps`]
}
