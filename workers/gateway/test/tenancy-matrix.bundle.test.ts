import { startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ask, type Seen, type Side, send, settled } from './tenancy/ask.ts'
import { type Handles, handlesOf } from './tenancy/handles.ts'
import { RECIPES } from './tenancy/recipes.ts'
import { SHOWING_RESEARCH } from './tenancy/research.ts'
import { COMMON, fill, MARKER, SECRETS } from './tenancy/stores.ts'
import { type Described, THEIRS, twisted, twistsOf } from './tenancy/twists.ts'

/**
 * Two worlds with the same keys. In the crowded one another tenant, and another namespace of the same tenant, store the same ids
 * and texts and secrets of their own; in the lonely one they store nothing. Whoever can tell the worlds apart has seen what is not
 * theirs. Both worlds are asked the same, with handles that the crowded one gave to the other side, which asks first.
 */
interface Pair {
  readonly lonely: Side
  readonly crowded: Side
  readonly other: Side
  readonly own: { readonly lonely: Handles; readonly crowded: Handles }
  readonly foreign: Handles
}

interface OperationObject {
  readonly operationId: string
  readonly parameters?: readonly Described[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> }
}
interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>
}

let worlds: readonly [TestCairn, TestCairn]
let pairs: readonly Pair[]
let routes: readonly (OperationObject & { readonly route: string })[]

beforeAll(async () => {
  const first = await startCairn()
  worlds = [first, await startCairn({ identity: first.identity })]
  const [lonely, crowded] = worlds
  const side = async (world: TestCairn, tenant: string, namespaces: readonly string[]) => ({
    url: world.url,
    token: await world.token(tenant, { namespaces }),
  })
  const tenants = ['alpha', 'beta'].map((tenant) => [tenant, ['*']] as const)
  const namespaces = ['mine', THEIRS].map((name) => ['gamma', [name]] as const)
  pairs = []
  for (const [me, them] of [tenants, namespaces]) {
    const sides = {
      lonely: await side(lonely, ...me!),
      crowded: await side(crowded, ...me!),
      other: await side(crowded, ...them!),
    }
    for (const mine of [sides.lonely, sides.crowded]) await fill(mine, COMMON.slice(0, 1))
    await fill(sides.other, [...COMMON, ...SECRETS])
    for (const mine of [sides.lonely, sides.crowded]) await fill(mine, COMMON.slice(1))
    const own = { lonely: await handlesOf(sides.lonely), crowded: await handlesOf(sides.crowded) }
    pairs = [...pairs, { ...sides, own, foreign: await handlesOf(sides.other) }]
  }
  routes = await describedRoutes(crowded.url)
})
afterAll(async () => {
  for (const world of worlds ?? []) await world.stop()
})

async function describedRoutes(url: string) {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, OperationObject>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      route: `${method.toUpperCase()} ${path}`,
    })),
  )
}

const recipeOf = ({ operationId, route }: { operationId: string; route: string }) => {
  const recipe = RECIPES[operationId]
  if (recipe === undefined) throw new Error(`no recipe for route ${route} (${operationId})`)
  return recipe
}

/** A recipe's requests, and its first one with each parameter that operations have by their sort. */
function asksOf(route: (typeof routes)[number], own: Handles, foreign: Handles): readonly Ask[] {
  const asks = recipeOf(route)(own, foreign)
  const twists = (route.parameters ?? []).flatMap((parameter) => twistsOf(parameter, foreign) ?? [])
  return [...asks, ...twists.map((twist) => twisted(asks[0]!, twist))]
}

const isRead = ({ method, path }: Ask) =>
  method === 'GET' || /^\/(?:v1\/(?:query|memory|context)\/|mcp$)/.test(path)
const wholeOf = ({ headers, text }: Seen) => `${JSON.stringify(headers)}\n${text}`

describe('the matrix', () => {
  it('has a recipe for every route of the served description, and no other', () => {
    for (const route of routes) recipeOf(route)
    expect(Object.keys(RECIPES).sort()).toEqual(routes.map(({ operationId }) => operationId).sort())
  })

  it('sends every parameter, header and body member of every route', () => {
    const { own, foreign } = pairs[0]!
    const unsent = routes.flatMap((route) => {
      const asks = recipeOf(route)(own.crowded, foreign)
      const inQuery = new Set(asks.flatMap(({ query }) => Object.keys(query ?? {})))
      const missing = (route.parameters ?? []).filter(
        (one) => one.in !== 'path' && !inQuery.has(one.name) && twistsOf(one, foreign) === undefined,
      )
      return missing.map(({ name }) => `no recipe for parameter ${name} of route ${route.route}`)
    })
    expect(unsent).toEqual([])
  })
})

describe.each([
  ['two tenants', 0],
  ['two namespaces of one tenant', 1],
])('%s', (_title, n) => {
  it('the other side itself reads the marker, by every route that shows stored text', async () => {
    const { other, foreign } = pairs[n]!
    const blind = []
    for (const operationId of SHOWING) {
      const asks = asksOf(routes.find((route) => route.operationId === operationId)!, foreign, foreign)
      const seen = await Promise.all(asks.filter(isRead).map((ask) => send(other, ask)))
      if (!seen.some((one) => wholeOf(one).includes(MARKER))) blind.push(operationId)
    }
    expect(blind).toEqual([])
  })

  it('no answer tells whether the other side is there, and none holds the marker', async () => {
    const { lonely, crowded, other, own, foreign } = pairs[n]!
    for (const route of routes) {
      const inLonely = asksOf(route, own.lonely, foreign)
      for (const [place, ask] of asksOf(route, own.crowded, foreign).entries()) {
        if (isRead(ask)) await send(other, ask)
        const [alone, among] = [await send(lonely, inLonely[place]!), await send(crowded, ask)]
        const asked = `${route.route} ${JSON.stringify(ask)}`
        expect({ asked, ...settled(among) }).toEqual({ asked, ...settled(alone) })
        if (!JSON.stringify(ask).includes(MARKER)) expect(wholeOf(among), asked).not.toContain(MARKER)
        expect(among.status, asked).toBeLessThan(500)
      }
    }
  })

  it('what the other side stored is untouched', async () => {
    const { other } = pairs[n]!
    const fact = await send(other, {
      method: 'GET',
      path: '/v1/facts/vault/password',
      query: { hydrate: 'full' },
    })
    const document = await send(other, { method: 'GET', path: '/v1/sources/vault/documents/ledger' })
    const session = await send(other, {
      method: 'GET',
      path: '/v1/sessions/only-there/state',
      query: { hydrate: 'full' },
    })
    for (const seen of [fact, document, session]) expect(seen.text).toContain(MARKER)
  })
})

it('a conformance run is of the service: every tenant reads the same of it, and nothing that is stored', async () => {
  const { other, crowded } = pairs[0]!
  const started = await send(other, { method: 'POST', path: '/v1/conformance/runs' })
  const path = `/v1/conformance/runs/${JSON.parse(started.text).id}`
  await send(other, { method: 'POST', path: `${path}/steps` })
  const [theirs, ours] = [
    await send(other, { method: 'GET', path }),
    await send(crowded, { method: 'GET', path }),
  ]
  expect([ours.status, ours.text]).toEqual([200, theirs.text])
  expect(ours.text).not.toContain(MARKER)
})

const SHOWING = [
  'search',
  'searchByQuery',
  'retrieve',
  'fetchContent',
  'fetchContentByQuery',
  'getFact',
  'listFacts',
  'factHistory',
  'sessionState',
  'sessionHistory',
  'getSource',
  'listSources',
  'listDocuments',
  'getDocument',
  'contextBundle',
  'mcp',
  'sourceChanges',
  ...SHOWING_RESEARCH,
]
