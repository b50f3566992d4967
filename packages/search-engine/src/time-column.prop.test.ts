import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TimeColumn, writeTimeColumn } from './time-column.ts'

describe('a time column', () => {
  it('gives back instants and nulls', () => {
    const instants = fc.array(fc.option(fc.integer({ min: -(2 ** 51), max: 2 ** 51 })))
    fc.assert(
      fc.property(instants, (rows) => {
        const column = new TimeColumn(writeTimeColumn(rows), rows.length)
        expect(rows.map((_, row) => column.at(row))).toEqual(rows)
      }),
    )
  })
})
