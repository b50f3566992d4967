import { excerpt } from '@cairn/contract/echo'
import { EMBEDDING_MODELS, modelId } from '@cairn/embedder/models'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import { type Embedder, putEmbedder as store } from '@cairn/memory-store/embedder'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import { writableNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'
import { standing } from './get-embedder.ts'

interface Sent {
  readonly embedder: string
  readonly dimensions?: number
  readonly version?: string
}

/** Names what makes the vectors of a namespace; sent again as it is, nothing is written. Throws `embedder_in_use`. */
export async function putEmbedder(call: Call<LibraryBindings>): Promise<Reply> {
  const embedder = embedderOf(call.body as Sent, call.bindings)
  const namespace = await writableNamespace(call)
  const outcome = await store(call.bindings.memory, { ns: namespace.ns, embedder })
  if (outcome === 'in_rows' || outcome === 'in_index') throw inUse(outcome)
  return { body: { ...standing(embedder), status: outcome }, headers: consistencyToken(namespace) }
}

function embedderOf({ embedder, dimensions, version = '1' }: Sent, { ai }: LibraryBindings): Embedder {
  const id = modelId(embedder)
  if (id === null) return { name: embedder, dimensions: dimensions ?? refuseNoDimensions(), version }
  const model = EMBEDDING_MODELS[id] ?? refuseModel(id)
  if (ai === null) throw noBinding()
  if (dimensions !== undefined && dimensions !== model.dimensions)
    throw refused(
      '/dimensions',
      `found ${dimensions}, expected ${model.dimensions}, as ${id} has; leave \`dimensions\` out`,
    )
  return { name: embedder, dimensions: model.dimensions, version }
}

function refuseNoDimensions(): never {
  throw refused(
    '/dimensions',
    'found no `dimensions`, expected how many numbers your vectors have; this passes: {"embedder":"caller","dimensions":384}',
  )
}

function refuseModel(id: string): never {
  const known = Object.keys(EMBEDDING_MODELS)
  const example = JSON.stringify({ embedder: `workers-ai:${known[0]}` })
  throw refused(
    '/embedder',
    `found the model ${excerpt(id)}, expected one of ${known.join(', ')}; this passes: ${example}`,
  )
}

function noBinding(): Problem {
  return refused(
    '/embedder',
    'found a model of Workers AI, expected `caller`: this deployment has no binding `AI`. Add it (docs/deploying.md), or bring vectors of your own; this passes: {"embedder":"caller","dimensions":384}',
  )
}

function refused(pointer: string, message: string): Problem {
  return new Problem('invalid_body', message, { errors: [{ pointer, rule: 'embedder', message }] })
}

function inUse(where: 'in_rows' | 'in_index'): Problem {
  return new Problem(
    'embedder_in_use',
    where === 'in_rows'
      ? 'Documents have vectors of the present embedder (`GET /v1/embedder`). Name another namespace with `?namespace=` and send them there, or delete them first.'
      : 'The index still holds vectors of deleted documents. Send `POST /v1/maintenance/step?rebuild=true`, then `POST /v1/maintenance/step` until this is taken: a large index is let go of some minutes later.',
  )
}
