import path from 'node:path'

/** How a file is turned into documents. */
export type FileKind = 'markdown' | 'plain' | 'html' | 'code' | 'pdf' | 'docx' | 'json' | 'ndjson'

const EXTENSIONS: Readonly<Record<FileKind, string>> = {
  markdown: 'md markdown mdx mkd',
  plain: 'txt text rst adoc asciidoc org tex log srt vtt csv tsv',
  html: 'html htm xhtml',
  code: 'ts tsx mts cts js jsx mjs cjs py pyi rb go rs java kt kts scala c h cc cpp cxx hpp hh cs fs swift m mm php pl lua r jl ex exs erl hs ml mli clj cljs lisp el sh bash zsh fish ps1 sql graphql proto css scss less vue svelte yaml yml toml ini cfg xml tf dart zig nim sol',
  pdf: 'pdf',
  docx: 'docx',
  json: 'json',
  ndjson: 'ndjson jsonl',
}
const KINDS = new Map(
  Object.entries(EXTENSIONS).flatMap(([kind, list]) => list.split(' ').map((one) => [one, kind as FileKind])),
)
/** Files without an extension that are text. */
const NAMES = new Map<string, FileKind>([
  ['readme', 'markdown'],
  ['license', 'plain'],
  ['changelog', 'markdown'],
  ['makefile', 'code'],
  ['dockerfile', 'code'],
])

/** What a file is by its name; null for what cannot be read as a document. */
export function kindOfFile(file: string): FileKind | null {
  const extension = path.extname(file).slice(1).toLowerCase()
  if (extension !== '') return KINDS.get(extension) ?? null
  return NAMES.get(path.basename(file).toLowerCase()) ?? null
}
