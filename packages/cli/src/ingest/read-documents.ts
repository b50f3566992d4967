import type { DocumentInput } from '@cairn/client'
import { decodeUtf8 } from '../input/decode-utf8.ts'
import { readBytes } from '../input/read-input.ts'
import { chatDocuments } from './chat-documents.ts'
import { cutDocument } from './cut-document.ts'
import { kindOfFile } from './file-kind.ts'
import type { FoundFile } from './find-files.ts'

/** The documents of a file, each small enough to be sent; or why there are none. Nothing throws. */
export type ReadDocuments = { readonly documents: readonly DocumentInput[] } | { readonly why: string }

/** Reads a file as its kind says. A document that is larger than the service takes is cut between paragraphs, or between messages. */
export async function readDocuments({ file, name }: FoundFile): Promise<ReadDocuments> {
  const read = await readBytes(file)
  if ('why' in read) return read
  try {
    const documents = await documentsOf({ bytes: read.bytes, file, name })
    if (documents.length === 0) return { why: 'holds no text' }
    return { documents: documents.flatMap(cutDocument) }
  } catch (error) {
    return { why: `cannot be read: ${(error as Error).message}` }
  }
}

/** What the standard input is taken for: NDJSON or JSON where it parses so, else Markdown. */
export async function readStandardInput(name: string): Promise<ReadDocuments> {
  const read = await readBytes('-')
  if ('why' in read) return read
  const text = textOf(read.bytes)
  try {
    return { documents: jsonDocuments(text, name).flatMap(cutDocument) }
  } catch {
    return { documents: cutDocument({ id: name, text }) }
  }
}

interface Given {
  readonly bytes: Buffer
  readonly file: string
  readonly name: string
}

async function documentsOf({ bytes, file, name }: Given): Promise<DocumentInput[]> {
  const kind = kindOfFile(file)
  switch (kind) {
    case 'pdf':
      return [{ id: name, text: await pdfText(bytes), format: 'plain' }]
    case 'docx':
      return [{ id: name, text: await docxHtml(bytes), format: 'html' }]
    case 'json':
    case 'ndjson':
      return jsonDocuments(textOf(bytes), name)
    case null:
      throw new Error('it is of no kind that is known')
    default: {
      const text = textOf(bytes)
      return text.trim() === '' ? [] : [{ id: name, text, format: kind }]
    }
  }
}

/** JSON is a chat export or documents as the contract has them; NDJSON is one of them a line. */
function jsonDocuments(text: string, name: string): DocumentInput[] {
  try {
    return chatDocuments(JSON.parse(text), name)
  } catch (whole) {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    if (lines.length < 2) throw whole
    return chatDocuments(
      lines.map((line) => JSON.parse(line)),
      name,
    )
  }
}

function textOf(bytes: Buffer): string {
  const decoded = decodeUtf8(bytes)
  if ('why' in decoded) throw new Error(decoded.why)
  return decoded.text
}

async function pdfText(bytes: Buffer): Promise<string> {
  const { extractText, getDocumentProxy } = await import('unpdf')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false })
  const pages = text.map((page) => page.trim()).filter((page) => page !== '')
  if (pages.length === 0) throw new Error('it has no text layer: it may be scanned')
  return pages.join('\n\n')
}

async function docxHtml(bytes: Buffer): Promise<string> {
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth.convertToHtml(
    { buffer: bytes },
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
  )
  if (value.trim() === '') throw new Error('it has no text')
  return value
}
