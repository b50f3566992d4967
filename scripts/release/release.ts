import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { apiReports, changedReports, keepReports } from './api-reports.ts'
import { declarationFaults } from './declaration-faults.ts'
import { faultsOf } from './faults.ts'
import { type Packed, packAll } from './pack.ts'
import { publish } from './publish.ts'
import { freezeContract } from './releases.ts'
import { inRepository } from './repository.ts'
import { packageTable } from './table.ts'

const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean' },
    'keep-api': { type: 'boolean' },
    freeze: { type: 'boolean' },
    refreeze: { type: 'boolean' },
  },
})
const folder = mkdtempSync(path.join(tmpdir(), 'cairn-release-'))
try {
  const packages = await packAll(folder)
  console.log(packageTable(packages))
  const faults = await everyFault(packages)
  for (const fault of faults) console.error(`FAIL  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
  else if (values.freeze || values.refreeze)
    console.log(await freezeContract(packages, { isAgain: values.refreeze === true }))
  else if (values['dry-run']) console.log('ready: nothing was published')
  else await publish(packages)
} catch (error) {
  console.error(`release: ${(error as Error).message}`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function everyFault(packages: readonly Packed[]): Promise<string[]> {
  const faults: string[] = []
  for (const packed of packages) {
    for (const fault of await faultsOf(packed)) faults.push(`${packed.name}: ${fault}`)
    faults.push(...surfaceFaults(packed))
  }
  const declarations = await declarationFaults(packages, folder)
  return declarations === '' ? faults : [...faults, declarations]
}

/** With --keep-api what is public now is what is agreed on. */
function surfaceFaults(packed: Packed): string[] {
  const reports = apiReports(packed, folder)
  if (values['keep-api']) keepReports(packed, reports)
  return changedReports(packed, reports).map(
    (file) =>
      `${path.relative(inRepository(), file)} is not what is public now: \`pnpm run release --dry-run --keep-api\` writes it anew, and the change needs a note`,
  )
}
