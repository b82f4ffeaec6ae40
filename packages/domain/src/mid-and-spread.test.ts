import { expect, it } from 'vitest'
import { midAndSpread } from './mid-and-spread.ts'

it('rounds the price between bid and ask to 15 significant digits, and the spread to what prices have', () => {
  expect(midAndSpread(1.08412, 1.08427)).toEqual({ mid: 1.084195, spread: 0.00015 })
  expect(midAndSpread(0.1, 0.2)).toEqual({ mid: 0.15, spread: 0.1 })
  expect(midAndSpread(61_837.63, 61_837.64)).toEqual({ mid: 61_837.635, spread: 0.01 })
})
