import type {
  CitationReason,
  ResearchCitation,
  ResearchPassage,
  ResearchSource,
} from '@cairn/contract/research'
import type { WholeNotebook } from './whole-notebook.ts'

/** A notebook as Markdown, in pieces: the question, each claim with footnotes to its passages, what is assumed and what is open. No stored text is markup. */
export async function* notebookMarkdown(
  whole: WholeNotebook,
  failures: ReadonlyMap<string, readonly CitationReason[]>,
): AsyncGenerator<string> {
  const { notebook, citations, passageIds } = whole
  const numbers = new Map(passageIds.map((id, place) => [id, place + 1]))
  const claims = citations.map((citation) =>
    finding(citation, { numbers, reasons: failures.get(citation.id) ?? [] }),
  )
  yield [
    `# ${escaped(notebook.question)}`,
    `Status: ${notebook.status}. Updated: ${notebook.updated_at}.`,
    ...section('Findings', claims),
    ...section('Assumptions', notebook.assumptions.map(escaped)),
    ...section('Unresolved questions', notebook.unresolved_questions.map(escaped)),
  ].join('\n\n')
  let before = '\n\n## Sources\n\n'
  for await (const page of whole.sources()) {
    yield before + page.map((source) => `- ${sourceLine(source)}`).join('\n')
    before = '\n'
  }
  for await (const page of whole.passages()) {
    const sources = await whole.sourcesOf(page)
    for (const passage of page)
      yield `\n\n${footnote(passage, numbers.get(passage.id)!, sources.get(passage.source_id))}`
  }
  yield '\n'
}

function section(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`## ${title}`, items.map((item) => `- ${item}`).join('\n')]
}

function finding(
  { claim, passage_ids, support, note }: ResearchCitation,
  {
    numbers,
    reasons,
  }: { readonly numbers: ReadonlyMap<string, number>; readonly reasons: readonly CitationReason[] },
): string {
  const marks = passage_ids
    .map((id) => (numbers.has(id) ? `[^${numbers.get(id)}]` : '(passage missing)'))
    .join('')
  const remark = note === undefined || note === '' ? '' : ` ${escaped(note)}`
  const failing =
    reasons.length === 0
      ? ''
      : `; does not hold: ${reasons.map((reason) => reason.replace('_', ' ')).join(', ')}`
  return `${escaped(claim)}${marks} (${support.replace('_', ' ')}${failing})${remark}`
}

function sourceLine({
  title,
  uri,
  publisher,
  published_at,
  retrieved_at,
  classification,
}: ResearchSource): string {
  const parts = [publisher, uri]
    .filter((part) => part !== undefined && part !== '')
    .map((part) => escaped(part!))
  const times = [
    ...(published_at === undefined ? [] : [`published ${published_at}`]),
    `retrieved ${retrieved_at}`,
  ]
  return [escaped(title), ...parts, classification, ...times].join(', ')
}

function footnote(
  { text, locator }: ResearchPassage,
  number: number,
  source: ResearchSource | undefined,
): string {
  const from = source === undefined ? 'a source that is gone' : escaped(source.title)
  return `[^${number}]: “${escaped(text)}” (${[from, ...places(locator)].join(', ')})`
}

function places(locator: ResearchPassage['locator'] = {}): string[] {
  const { page, selector, line_start, line_end, char_start, char_end } = locator
  const range = (name: string, from: number | undefined, to: number | undefined) =>
    from === undefined && to === undefined ? [] : [`${name} ${from ?? ''}–${to ?? ''}`]
  return [
    ...(page === undefined ? [] : [`page ${page}`]),
    ...range('lines', line_start, line_end),
    ...range('characters', char_start, char_end),
    ...(selector === undefined || selector === '' ? [] : [escaped(selector)]),
  ]
}

/** Stored text on one line, every character that Markdown or HTML could read as markup escaped. */
export function escaped(text: string): string {
  return text
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]()#+\-.!|~^$:=@"']/g, '\\$&')
}
