import type { Contract } from '@cairn/contract/negotiation'
import { addDocuments, type DocumentsInput, type DocumentsOptions } from './add-documents.ts'
import { type ArchiveInput, type ArchiveOptions, exportNamespace, importNamespace } from './archive.ts'
import type { AnyOptions, Input } from './call.ts'
import type { ClientOptions } from './call-options.ts'
import { CALLS, type CallId } from './calls.ts'
import type { Client } from './client.ts'
import { connect } from './connection.ts'
import { type HydrateInput, type HydrateOptions, hydrate } from './hydrate.ts'
import { type PagesOptions, pages } from './pages.ts'
import { send } from './send.ts'

/** The lists that are read page by page, each as `<id>Pages`. */
export const PAGED = [
  'search',
  'retrieve',
  'fetchContent',
  'listFacts',
  'factHistory',
  'factWhy',
  'listSources',
  'listDocuments',
  'listResearchSources',
  'listPassages',
  'listCitations',
  'listNotebooks',
] as const satisfies readonly CallId[]

/** A client of the Cairn at `baseUrl`. It holds no connection open; throws a TypeError or RangeError for options that are none. */
export function createClient<C extends Contract = 'crc-v1'>(options: ClientOptions<C>): Client<C> {
  const connection = connect(options)
  const method = (id: CallId) => (input: Input, options?: AnyOptions) =>
    send(connection, id, input ?? {}, options)
  const walk = (id: CallId) => (input: Input, options?: AnyOptions & PagesOptions) =>
    pages({ id, call: method(id) as (input: Input, options?: AnyOptions) => Promise<object> }, input ?? {}, {
      ...options,
      contract: 'crc-v1' as const,
    })
  const client = {
    ...named(Object.keys(CALLS) as CallId[], method, ''),
    ...named(PAGED, walk, 'Pages'),
    addDocument: method('addDocuments'),
    addDocuments: (input: DocumentsInput, options: DocumentsOptions = {}) =>
      addDocuments(connection, input, options),
    exportNamespace: (_: Input, options: ArchiveOptions = {}) => exportNamespace(connection, options),
    importNamespace: (input: ArchiveInput, options: ArchiveOptions = {}) =>
      importNamespace(connection, input, options),
    hydrate: (found: HydrateInput, options: HydrateOptions) => hydrate(connection, found, options),
    consistencyToken: (namespace?: string) =>
      connection.versions?.of(namespace ?? connection.namespace ?? '') ?? null,
  }
  return client as unknown as Client<C>
}

function named<M>(ids: readonly CallId[], method: (id: CallId) => M, suffix: string): Record<string, M> {
  return Object.fromEntries(ids.map((id) => [`${id}${suffix}`, method(id)]))
}
