import type { Operation } from '@cairn/contract/operation'
import { OPERATIONS } from '@cairn/contract/operations'
import { isRead as contractIsRead, parametersOf } from '@cairn/contract/parameters'
import { describe, expect, it } from 'vitest'
import { CALLS, type CallId, isRead, isRepeatable, shapeOf } from './calls.ts'
import { createClient, PAGED } from './create-client.ts'

/** Operations that another one answers the same way, asked by POST. */
const ASKED_BY_POST = ['searchByQuery', 'fetchContentByQuery']
/** A protocol with clients of its own. */
const SPOKEN_OTHERWISE = ['mcp']
const operations = OPERATIONS.filter(({ id }) => ![...ASKED_BY_POST, ...SPOKEN_OTHERWISE].includes(id))
const byId = new Map(operations.map((operation) => [operation.id, operation]))
const unnamed = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

describe('the client', () => {
  it('has a call for every operation of the contract, and none besides', () => {
    expect(Object.keys(CALLS).sort()).toEqual([...byId.keys()].sort())
  })

  it('has a method for every call', () => {
    const client = createClient({ baseUrl: 'http://cairn.test' }) as unknown as Record<string, unknown>
    for (const id of Object.keys(CALLS)) expect(client[id], id).toBeTypeOf('function')
  })

  it('walks every list that a cursor goes through', () => {
    const walked = operations.filter(takesCursor).map(({ id }) => id)
    expect([...PAGED].sort()).toEqual(walked.sort())
  })
})

describe.each(Object.keys(CALLS) as CallId[])('%s', (id) => {
  const operation = byId.get(id)!
  const shape = shapeOf(id)

  it('is asked for as the contract says', () => {
    expect({
      method: shape.method,
      path: unnamed(shape.path),
      hasBody: shape.body !== undefined,
      isCrc: shape.isCrc ?? false,
      isPublic: shape.isPublic ?? false,
      creates: shape.creates ?? false,
      isRead: isRead(shape),
    }).toEqual({
      method: operation.method,
      path: unnamed(operation.path),
      hasBody: operation.body !== undefined,
      isCrc: operation.kind !== null,
      isPublic: operation.scope === null,
      creates: operation.creates ?? false,
      isRead: contractIsRead(operation),
    })
  })
})

it('repeats after an unknown outcome all but the steps, which do more each time', () => {
  const ids = Object.keys(CALLS) as CallId[]
  expect(ids.filter((id) => !isRepeatable(shapeOf(id))).sort()).toEqual(['maintenanceStep', 'stepRun'])
})

function takesCursor(operation: Operation): boolean {
  const body = (operation.body?.properties ?? {}) as Record<string, unknown>
  return 'cursor' in body || parametersOf(operation).some(({ name }) => name === 'cursor')
}
