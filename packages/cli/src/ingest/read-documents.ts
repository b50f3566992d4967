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

/** The documents of the standard input, by what it is: JSON or NDJSON where its first line is, else Markdown. */
export async function readStandardInput(name: string): Promise<ReadDocuments> {
  const read = await readBytes('-')
  return 'why' in read ? read : documentsOfInput(read.bytes, name)
}

/** The same of bytes at hand. Nothing throws. */
export function documentsOfInput(bytes: Buffer, name: string): ReadDocuments {
  try {
    const text = textOf(bytes)
    const documents = isJsonInput(text) ? jsonDocuments(text, name) : [{ id: name, text }]
    return { documents: documents.flatMap(cutDocument) }
  } catch (error) {
    return { why: `cannot be read: ${(error as Error).message}` }
  }
}

/** An object or a list, whole or in its first line. A number or a word in quotes may well begin a text. */
function isJsonInput(text: string): boolean {
  return /^\s*[[{]/.test(text) && (isJson(text) || isJson(firstLineOf(text)))
}

function firstLineOf(text: string): string {
  return text.trimStart().split('\n', 1)[0]!
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
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
  return chatDocuments(isJson(text) || !isJson(firstLineOf(text)) ? JSON.parse(text) : linesOf(text), name)
}

function linesOf(text: string): unknown[] {
  return text.split('\n').flatMap((line, place) => {
    if (line.trim() === '') return []
    try {
      return [JSON.parse(line) as unknown]
    } catch (error) {
      throw new Error(`line ${place + 1} is no JSON: ${(error as Error).message}`)
    }
  })
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
