import { EmbedderFailed } from './embedder-failed.ts'
import { EMBEDDING_MODELS, modelId } from './models.ts'
import { textBatches } from './text-batches.ts'

/** What is asked of the binding `AI` of a Worker. */
export interface AiBinding {
  run(
    model: string,
    input: { readonly text: readonly string[] },
    options: { readonly signal: AbortSignal },
  ): Promise<unknown>
}

/** Where vectors come from. `ai` null: the Worker has no binding. */
export interface EmbedderAtHand {
  readonly ai: AiBinding | null
  /** the name of the embedder, as `workers-ai:@cf/baai/bge-small-en-v1.5` */
  readonly name: string
  /** how long all of it may take, ms */
  readonly msMax: number
}

/** The vectors of texts, in their order, each with a direction. Throws EmbedderFailed, and then for all of them. */
export async function embedTexts(
  { ai, name, msMax }: EmbedderAtHand,
  texts: readonly string[],
): Promise<number[][]> {
  const id = modelId(name) ?? ''
  const model = EMBEDDING_MODELS[id]
  if (model === undefined) throw new EmbedderFailed('the embedder is no model that is known here')
  if (ai === null) throw new EmbedderFailed('the Worker has no binding `AI`')
  const signal = AbortSignal.timeout(msMax)
  const vectors: number[][] = []
  for (const text of textBatches(texts)) {
    const asked = answered(() => ai.run(id, { ...model.options, text }, { signal }))
    vectors.push(...vectorsIn(await within(asked, signal), text.length, model.dimensions))
  }
  return vectors
}

/** A binding may throw at once or later. */
async function answered(run: () => Promise<unknown>): Promise<unknown> {
  try {
    return await run()
  } catch (failure) {
    throw new EmbedderFailed('the binding `AI` failed', failure)
  }
}

/** A binding that does not heed the signal is left behind. */
function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const over = new Promise<never>((_, reject) => {
    const late = () => reject(new EmbedderFailed('the binding `AI` took too long'))
    if (signal.aborted) late()
    else signal.addEventListener('abort', late, { once: true })
  })
  return Promise.race([work, over])
}

function vectorsIn(answer: unknown, count: number, dimensions: number): number[][] {
  const data = (answer as { readonly data?: unknown } | null)?.data
  if (!Array.isArray(data) || data.length !== count)
    throw new EmbedderFailed('the binding `AI` answered with another number of vectors than of texts')
  if (!data.every((vector) => isVector(vector, dimensions)))
    throw new EmbedderFailed(`the binding \`AI\` answered with what is no vector of ${dimensions} numbers`)
  return data
}

function isVector(value: unknown, dimensions: number): value is number[] {
  return (
    Array.isArray(value) &&
    value.length === dimensions &&
    value.every(Number.isFinite) &&
    value.some((one) => one !== 0)
  )
}
