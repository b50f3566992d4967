import type { Call, Reply } from '@cairn/http-kernel/call'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import type { LibraryBindings } from '../bindings.ts'
import { textStream } from '../documents/line-stream.ts'
import { findResearch } from './get-research.ts'
import { notebookJson } from './notebook-json.ts'
import { notebookMarkdown } from './notebook-markdown.ts'
import { openWholeNotebook } from './whole-notebook.ts'

/** A notebook with all that it lists and cites, in the order it names them, as JSON or as Markdown with footnotes. A very long one is streamed. */
export async function exportNotebook(call: Call<LibraryBindings>): Promise<Reply> {
  const { namespace, row } = await findResearch(call, 'notebook')
  const whole = await openWholeNotebook(call.bindings.memory, namespace.ns, JSON.parse(row.document))
  const isMarkdown = call.input.format === 'markdown'
  const pieces = isMarkdown ? notebookMarkdown(whole) : notebookJson(whole)
  const type = `${isMarkdown ? 'text/markdown' : 'application/json'}; charset=utf-8`
  const headers = consistencyToken(namespace)
  if (whole.passageIds.length > PASSAGES_AT_ONCE_MAX) return { stream: textStream(pieces), type, headers }
  return { bytes: (await Array.fromAsync(pieces)).join(''), type, headers }
}

const PASSAGES_AT_ONCE_MAX = 500
