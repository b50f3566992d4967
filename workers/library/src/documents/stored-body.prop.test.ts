import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SentDocument } from './sent-document.ts'
import { packBody, unpackBody } from './stored-body.ts'

const text = fc.string({ unit: 'grapheme' })
const instant = fc.constantFrom(
  '2026-11-30T09:30:00Z',
  '2026-11-30t09:30:00.100+02:00',
  '1999-12-31T23:59:60Z',
)
const described = fc.record(
  {
    title: text,
    format: fc.constantFrom('markdown', 'plain', 'html', 'code'),
    uri: text,
    kind: text,
    tags: fc.array(text),
    author: text,
    created_at: instant,
    event_at: instant,
    horizon_class: fc.constantFrom('none', 'volatile'),
    links: fc.array(text),
  },
  { requiredKeys: [] },
)
const message = fc.record({ speaker: text, text, at: instant }, { requiredKeys: ['speaker', 'text'] })
const content = fc.oneof(fc.record({ text }), fc.record({ messages: fc.array(message, { minLength: 1 }) }))

test('a document comes back as it was sent, member by member and in the same order', () => {
  fc.assert(
    fc.property(fc.record({ id: text }), described, content, fc.boolean(), (id, rest, body, bodyFirst) => {
      const sent = (bodyFirst ? { ...body, ...rest, ...id } : { ...id, ...rest, ...body }) as SentDocument
      const fields = {
        source: 's',
        id: sent.id,
        title: sent.title ?? '',
        uri: sent.uri ?? '',
        kind: sent.kind ?? '',
        tags: sent.tags ?? [],
        author: sent.author ?? '',
        createdAt: null,
        eventAt: null,
        horizonClass: sent.horizon_class ?? null,
        links: sent.links ?? [],
        format: sent.format ?? 'markdown',
        hash: '',
      }
      expect(JSON.stringify(unpackBody(fields, packBody(sent)))).toBe(JSON.stringify(sent))
    }),
  )
})
