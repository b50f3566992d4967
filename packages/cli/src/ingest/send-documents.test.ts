import { createClient } from '@cairn/client'
import { expect, it } from 'vitest'
import { sendDocuments } from './send-documents.ts'

/** A client of a service that answers documents with these lines. */
function answeredWith(...lines: object[]) {
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const fetch = async () => new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } })
  return createClient({ baseUrl: 'http://cairn.test', fetch })
}

it('counts documents and passages, keeps what was refused, and reports after each answer', async () => {
  const refused = {
    line: 2,
    id: 'bad',
    status: 'refused',
    pointers: [],
    problem: { code: 'invalid_body', status: 400, detail: 'no' },
  }
  const client = answeredWith({ line: 1, id: 'good', status: 'created', pointers: ['1:0', '1:1'] }, refused)
  const seen: string[] = []
  const documents = ['good', 'bad'].map((id) => ({ id, text: 'x' }))
  const done = await sendDocuments(client, 's', documents, (now, line) =>
    seen.push(`${now.documents} ${now.passages} ${line.id}`),
  )
  expect(done).toEqual({ documents: 2, passages: 2, refused: [refused] })
  expect(seen).toEqual(['1 2 good', '2 2 bad'])
})
