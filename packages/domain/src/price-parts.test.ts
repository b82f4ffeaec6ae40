import { expect, it } from 'vitest'
import { priceParts } from './price-parts.ts'

it.each([
  ['EUR/USD', 1.08412, 5, 4, '1.08', '41', '2'],
  ['USD/JPY', 151.234, 3, 2, '151.', '23', '4'],
  ['a price in whole pips', 61837.63, 2, 2, '61837.', '63', ''],
  ['a pip of one unit', 61800.5, 1, 0, '618', '00', '.5'],
  ['a pip of a tenth', 2600.25, 2, 1, '260', '0.2', '5'],
  ['a price of few digits', 7, 0, 0, '', '7', ''],
])('splits the price of %s into large digits, pips and baby pip', (_, price, precision, pip, large, pips, babyPip) => {
  expect(priceParts(price, precision, pip)).toEqual({ large, pips, babyPip })
})
