import { EmbedderFailed } from './embedder-failed.ts'
import { EMBEDDING_MODELS, modelId } from './models.ts'
import { textBatches } from './text-batches.ts'

/** What is asked of the binding `AI` of a Worker. */
export interface AiBinding {
  run(model: string, input: { readonly text: readonly string[] }): Promise<unknown>
}

/** Where vectors come from. `ai` null: the Worker has no binding. */
export interface EmbedderAtHand {
  readonly ai: AiBinding | null
  /** the name of the embedder, as `workers-ai:@cf/baai/bge-small-en-v1.5` */
  readonly name: string
  /** how long an answer may take, ms */
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
  const vectors: number[][] = []
  for (const text of textBatches(texts)) {
    const asked = answered(() => ai.run(id, { ...model.options, text }))
    vectors.push(...vectorsIn(await within(msMax, asked), text.length, model.dimensions))
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

/** An answer that takes too long is left behind. */
async function within<T>(msMax: number, work: Promise<T>): Promise<T> {
  let stop = () => {}
  const over = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new EmbedderFailed('the binding `AI` took too long')), msMax)
    stop = () => clearTimeout(timer)
  })
  return Promise.race([work, over]).finally(() => stop())
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
