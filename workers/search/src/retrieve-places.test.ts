import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packPlaces, unpackPlaces } from './retrieve-places.ts'

const place = fc.option(fc.nat({ max: 65_534 }), { nil: null })

test('every pair of places but two ends is one position of 32 bits, and comes back from it', () => {
  fc.assert(
    fc.property(place, place, (facts, passages) => {
      const packed = packPlaces({ facts, passages })
      if (packed === null) expect([facts, passages]).toEqual([null, null])
      else expect([packed < 2 ** 32, unpackPlaces(packed)]).toEqual([true, { facts, passages }])
    }),
  )
})

test('position 0 begins both walks, and two ended walks have none', () => {
  expect(unpackPlaces(0)).toEqual({ facts: 0, passages: 0 })
  expect(packPlaces({ facts: null, passages: null })).toBeNull()
})
