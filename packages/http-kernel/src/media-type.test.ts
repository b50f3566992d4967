import { OPERATIONS } from '@cairn/contract/operations'
import { describe, expect, it } from 'vitest'
import { bodySort } from './media-type.ts'

const search = OPERATIONS.find(({ id }) => id === 'search')!
const addDocuments = OPERATIONS.find(({ id }) => id === 'addDocuments')!

describe('bodySort', () => {
  it.each([
    null,
    'application/json',
    'Application/JSON; charset=UTF-8',
    'application/json;charset="utf-8"',
    'application/vnd.cairn+json',
  ])('reads %s as JSON', (type) => {
    expect(bodySort(search, type)).toBe('json')
  })

  it.each([
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/x-ndjson',
    'application/jsonx',
    'multipart/form-data; boundary=x',
  ])('refuses %j for a search', (type) => {
    expect(() => bodySort(search, type)).toThrow(expect.objectContaining({ code: 'unsupported_media_type' }))
  })

  it('reads NDJSON where the operation takes it', () => {
    expect(bodySort(addDocuments, 'application/x-ndjson')).toBe('ndjson')
  })
})
