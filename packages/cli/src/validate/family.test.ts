import { expect, it } from 'vitest'
import { contextShapeOf, familyOf } from './family.ts'

it.each([
  [{ contract: 'crc-v1' }, 'crc-v1'],
  [{ contract: 'crc-v9' }, 'crc-v1'],
  [{ schema: 'hux.source.v1', id: 's' }, 'research'],
  [{ receipt_id: 'r', bundle_id: 'b' }, 'context'],
  [{ bundle: {}, candidates: [], receipt: {} }, 'context'],
  [{ contract: 7 }, null],
  [{}, null],
  [[{ contract: 'crc-v1' }], null],
  [null, null],
  ['crc-v1', null],
])('%j belongs to %s', (value, family) => {
  expect(familyOf(value)).toBe(family)
})

it.each([
  [{ receipt_id: '', bundle_id: '', task_id: '' }, 'ContextReceiptV1'],
  [{ candidate_id: '', source_id: '' }, 'ContextCandidateV1'],
  [{ bundle_id: '', candidates: [] }, 'ContextBundleV1'],
  [{ source_id: '', display_name: '' }, 'KnowledgeSourceManifestV1'],
  [{ task_id: '' }, null],
])('%j is meant to be a %s', (value, shape) => {
  expect(contextShapeOf(value)).toBe(shape)
})
