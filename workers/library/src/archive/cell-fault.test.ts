import { expect, test } from 'vitest'
import { cellFault } from './cell-fault.ts'

const SOURCE = {
  id: 's',
  manifest: JSON.stringify({
    source_id: 's',
    display_name: '',
    kinds: [],
    capabilities: {},
    freshness_typical_ms: 0,
    cost_class: 'low',
  }),
}
const DOCUMENT = {
  source: 's',
  id: 'd',
  tags: '[]',
  links: '[]',
  format: 'markdown',
  body: '{"sent":["id","text","links"]}\nlamp',
}
const RESEARCH = {
  kind: 'source',
  etag: 'a1',
  document:
    '{"schema":"hux.source.v1","id":"w","kind":"web","title":"T","classification":"primary","retrieved_at":"2026-11-30T09:30:00Z"}',
}

test.each([
  ['source', SOURCE],
  ['source', { ...SOURCE, upstream: '{"url":"https://peer.example.org"}' }],
  ['document', DOCUMENT],
  ['document', { ...DOCUMENT, body: '{"sent":["id","messages"]}\n[{"speaker":"Ada","text":"lamp"}]' }],
  ['session', { etag: 'a1' }],
  ['research', RESEARCH],
  ['research', { ...RESEARCH, mark: '["handbook","a \\"b\\""]' }],
  ['research', { ...RESEARCH, kind: 'passage', document: null, mark: 'of its source' }],
  ['source', { id: 's', deleted_at: 1 }],
] as const)('a row of %s as a write stores it is sound: %j', (table, row) => {
  expect(cellFault(table, row)).toBe(null)
})

test.each([
  ['source', { ...SOURCE, manifest: 'null' }, 'manifest'],
  ['source', { ...SOURCE, manifest: '{"source_id":"s"}' }, 'manifest'],
  ['source', { ...SOURCE, id: 'other' }, 'manifest'],
  ['source', { ...SOURCE, upstream: '{"url":5}' }, 'upstream'],
  ['document', { ...DOCUMENT, body: 'lamp' }, 'body'],
  ['document', { ...DOCUMENT, body: 'null\nlamp' }, 'body'],
  ['document', { ...DOCUMENT, body: '{"sent":["id","secret"]}\nlamp' }, 'body'],
  ['document', { ...DOCUMENT, body: '{"sent":["text"]}\nlamp' }, 'body'],
  ['document', { ...DOCUMENT, body: '{"sent":["id","messages"]}\n[5]' }, 'body'],
  ['document', { ...DOCUMENT, links: JSON.stringify(Array(65).fill('d')) }, 'body'],
  ['session', { etag: 'a"\nb' }, 'etag'],
  ['research', { ...RESEARCH, document: '{}' }, 'document'],
  ['research', { ...RESEARCH, mark: 'x' }, 'mark'],
  ['research', { ...RESEARCH, mark: '{}' }, 'mark'],
  ['research', { ...RESEARCH, mark: '["a"]' }, 'mark'],
  ['research', { ...RESEARCH, mark: '["a","\\x"]' }, 'mark'],
] as const)('a row of %s that no write stores is named by its column: %j', (table, row, column) => {
  expect(cellFault(table, row)?.column).toBe(column)
})
