import { expect, inject, it } from 'vitest'
import { apiReports, changedReports } from './api-reports.ts'
import { declarationFaults } from './declaration-faults.ts'
import { faultsOf } from './faults.ts'

const { folder, packages } = inject('packed')

it('the packages that strangers install are these, each after those it depends on', () => {
  expect(packages.map(({ name }) => name)).toEqual([
    '@cairn/contract',
    '@cairn/client',
    '@cairn/conformance',
    '@cairn/cli',
  ])
})

it('the contract says its own version', async () => {
  const { version, unpacked } = packages.find(({ name }) => name === '@cairn/contract')!
  const { CONTRACT_VERSION } = await import(`${unpacked}/dist/version.js`)
  expect(CONTRACT_VERSION).toBe(version)
})

it.each(packages)(
  '$name holds what its manifest promises and nothing else, and resolves with its types',
  async (packed) => {
    expect(await faultsOf(packed)).toEqual([])
  },
)

it.each(packages)('what is public of $name is what its reports say', (packed) => {
  expect(changedReports(packed, apiReports(packed, folder))).toEqual([])
})

it('the declarations compile alone, strictly, library checks included', async () => {
  expect(await declarationFaults(packages, folder)).toBe('')
})
