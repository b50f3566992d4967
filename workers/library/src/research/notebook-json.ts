import type { WholeNotebook } from './whole-notebook.ts'

/** A notebook with all that it stands on as one JSON object, in pieces. */
export async function* notebookJson(whole: WholeNotebook): AsyncGenerator<string> {
  const { notebook, citations } = whole
  yield `{"notebook":${JSON.stringify(notebook)},"citations":${JSON.stringify(citations)},"passages":[`
  yield* items(whole.passages())
  yield '],"sources":['
  yield* items(whole.sources())
  yield ']}'
}

async function* items(pages: AsyncGenerator<readonly object[]>): AsyncGenerator<string> {
  let separator = ''
  for await (const page of pages) {
    if (page.length === 0) continue
    yield separator + page.map((item) => JSON.stringify(item)).join(',')
    separator = ','
  }
}
