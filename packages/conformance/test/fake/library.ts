import { emptyContext } from '@cairn/contract/context'
import type { Handler, Reply } from '@cairn/http-kernel/call'
import { openCursor, sealCursor } from '@cairn/http-kernel/cursor'
import { Problem } from '@cairn/http-kernel/problem'
import { assertComparable } from './embedders.ts'
import { CURSOR_KEY } from './keys.ts'
import { leaveReceipt, RECEIPTS } from './receipts.ts'
import {
  type FakeBindings,
  type FakeCall,
  type FakeDocument,
  pointerOf,
  type Space,
  spaceOf,
} from './space.ts'

/** Sources and documents in memory. */
export const LIBRARY: Readonly<Record<string, Handler<FakeBindings>>> = {
  putSource: async (call) => {
    const { sources } = spaceOf(call)
    const id = call.path.id!
    const status = sources.has(id) ? 'unchanged' : 'created'
    sources.set(id, call.body)
    return { body: { source_id: id, status } }
  },
  getSource: async (call) => {
    const found = spaceOf(call).sources.get(call.path.id!)
    if (found === undefined) throw new Problem('source_not_found', 'There is no such source.')
    return {
      body: { ...emptyContext('KnowledgeSourceManifestV1'), source_id: call.path.id, ...(found as object) },
    }
  },
  addDocuments,
  contextReceipt: async (call) => {
    const kept = spaceOf(call).bundles.get(call.path.id!)
    if (kept === undefined) throw new Problem('bundle_not_found', 'There is no such bundle.')
    return { bytes: kept.text, type: 'application/json', headers: { Receipt: kept.signed } }
  },
  ...RECEIPTS,
  listDocuments: async (call) => {
    const { documents } = spaceOf(call)
    const live = [...documents.values()]
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ sent }) => ({ id: sent.id }))
    live.sort((a, b) => (a.id < b.id ? -1 : 1))
    const { page, next } = await pageOf(call, live)
    return { body: { documents: page, next } }
  },
  getDocument: async (call) => {
    const space = spaceOf(call)
    const { sent, source } = liveDocument(space, call.path.document!)
    return { body: { id: sent.id, source_id: source, text: sent.text, pointers: pointersOf(space, sent.id) } }
  },
  deleteDocument: async (call) => {
    const space = spaceOf(call)
    const document = liveDocument(space, call.path.document!)
    bury(space, document)
    document.isDeleted = true
    return { body: { id: document.sent.id, deleted: true } }
  },
}

/** One page of a list, and the cursor behind it. */
export async function pageOf<T>(call: FakeCall, all: readonly T[], limit = call.input.limit as number) {
  const { requestHash, now } = call
  const asked = call.input.cursor as string | undefined
  const start =
    asked === undefined ? 0 : (await openCursor(CURSOR_KEY, asked, { ns: 1, requestHash }, now)).position
  const position = start + limit
  const place = { ns: 1, epoch: 'e1', version: 1, position, requestHash }
  const next = position < all.length ? { cursor: await sealCursor(CURSOR_KEY, place, now) } : {}
  return { page: all.slice(start, position), next }
}

/** The stored answer of a key, or the new one, stored. */
export function once(call: FakeCall, answer: () => unknown): unknown {
  const { answers } = spaceOf(call)
  const { idempotencyKey: key, requestHash } = call
  const known = key === null ? undefined : answers.get(`${call.operation.id} ${key}`)
  if (known !== undefined && known.requestHash !== requestHash)
    throw new Problem('idempotency_mismatch', 'The key was used for another request.')
  const body = known?.body ?? answer()
  if (key !== null) answers.set(`${call.operation.id} ${key}`, { requestHash, body })
  return body
}

async function addDocuments(call: FakeCall): Promise<Reply> {
  const space = spaceOf(call)
  const source = call.path.id!
  if (call.lines === null)
    return { body: once(call, () => store(space, source, call.body as FakeDocument['sent'])) }
  const answers: unknown[] = []
  for await (const { text } of call.lines) answers.push(storeLine(space, source, JSON.parse(text!)))
  return {
    bytes: answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''),
    type: 'application/x-ndjson',
  }
}

function storeLine(space: Space, source: string, sent: FakeDocument['sent']): unknown {
  try {
    assertComparable(space, sent.embedding)
  } catch (failure) {
    return { id: sent.id, status: 'refused', pointers: [], problem: { code: (failure as Problem).code } }
  }
  return store(space, source, sent)
}

function store(space: Space, source: string, sent: FakeDocument['sent']): unknown {
  const before = space.documents.get(sent.id)
  if (before !== undefined && !before.isDeleted && before.sent.text === sent.text)
    return { id: sent.id, status: 'unchanged', pointers: pointersOf(space, sent.id) }
  if (before !== undefined) bury(space, before)
  const batch = ++space.version
  const { id, tags = [], embedding } = sent
  const near = embedding === undefined ? {} : { embedding }
  for (const [ordinal, text] of sent.text.split(/\n\n(?=## )/).entries())
    space.passages.push({ batch, ordinal, document: id, source, tags, text, ...near, isDead: false })
  space.documents.set(id, { sent, source, isDeleted: false })
  const status = before === undefined || before.isDeleted ? 'created' : 'replaced'
  return { id, status, pointers: pointersOf(space, id), receipt: leaveReceipt(space, `${source}/${id}`) }
}

function bury(space: Space, { sent }: FakeDocument): void {
  space.version++
  for (const passage of space.passages) if (passage.document === sent.id) passage.isDead = true
}

function liveDocument(space: Space, id: string): FakeDocument {
  const found = space.documents.get(id)
  if (found === undefined) throw new Problem('document_not_found', 'There is no such document.')
  if (found.isDeleted) throw new Problem('document_gone', 'The document was deleted.')
  return found
}

function pointersOf(space: Space, id: string): string[] {
  return space.passages
    .filter(({ document, isDead }) => document === id && !isDead)
    .map((passage) => pointerOf(space, passage))
}
