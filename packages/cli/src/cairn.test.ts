import { expect, it } from 'vitest'
import { runCairn } from '../test/run-cairn.fixture.ts'

it.each([[], ['dev'], ['validate'], ['vendor-check'], ['conform']])(
  'help of %s ends well and has an example',
  async (...command) => {
    const { status, out } = await runCairn([...command, '--help'])
    expect([status, out.includes('Example')]).toEqual([0, true])
  },
)

it('a command that there is none of is not understood: exit status 2', async () => {
  const { status, err } = await runCairn(['frobnicate'])
  expect([status, err.startsWith('error: unknown command')]).toEqual([2, true])
})

it('a port that is none is not understood, by option or environment', async () => {
  expect((await runCairn(['dev', '--port', 'x'])).status).toBe(2)
  const { status, err } = await runCairn(['dev'], { env: { PORT: '99999' } })
  expect([status, err.startsWith('cairn: PORT: a port is a whole number')]).toEqual([2, true])
})
