import type { CitationReason } from '@cairn/contract/research'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import type { LibraryBindings } from '../bindings.ts'
import { textStream } from '../documents/line-stream.ts'
import { findResearch } from './get-research.ts'
import { notebookJson } from './notebook-json.ts'
import { notebookMarkdown } from './notebook-markdown.ts'
import { ResearchReader } from './research-reader.ts'
import { verdictsOf } from './verdicts.ts'
import { openWholeNotebook, type WholeNotebook } from './whole-notebook.ts'

/** A notebook with all that it lists and cites, in the order it names them, as JSON or as Markdown with footnotes, which says of a claim that does not hold why. A very long one is streamed. */
export async function exportNotebook(call: Call<LibraryBindings>): Promise<Reply> {
  const { namespace, row } = await findResearch(call, 'notebook')
  const whole = await openWholeNotebook(
    call.bindings.memory,
    { ns: namespace.ns, now: call.now },
    JSON.parse(row.document),
  )
  const isMarkdown = call.input.format === 'markdown'
  const pieces = isMarkdown
    ? notebookMarkdown(whole, await failuresIn(call, namespace.ns, whole))
    : notebookJson(whole)
  const type = `${isMarkdown ? 'text/markdown' : 'application/json'}; charset=utf-8`
  const headers = consistencyToken(namespace)
  if (whole.passageIds.length > PASSAGES_AT_ONCE_MAX) return { stream: textStream(pieces), type, headers }
  return { bytes: (await Array.fromAsync(pieces)).join(''), type, headers }
}

/** Why citations do not hold by what is stored now, by id: a reader of the page must not take them for support. */
async function failuresIn(
  { bindings, now }: Call<LibraryBindings>,
  ns: number,
  { citations }: WholeNotebook,
): Promise<ReadonlyMap<string, readonly CitationReason[]>> {
  const verdicts = await verdictsOf(new ResearchReader(bindings.memory, { ns, now }), citations)
  return new Map(verdicts.map(({ citation_id, reasons }) => [citation_id, reasons]))
}

const PASSAGES_AT_ONCE_MAX = 500
