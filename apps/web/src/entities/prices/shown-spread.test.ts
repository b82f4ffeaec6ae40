import { expect, it } from 'vitest'
import { shownSpread, spreadUnit } from './shown-spread.ts'

it('writes a spread in pips where traders count in them, and in money elsewhere', () => {
  const euro = { product: 'Forex', pipSize: 0.0001, precision: 5, quote: 'USD' } as const
  expect([shownSpread({ bid: 1.08412, ask: 1.08427 }, euro), spreadUnit(euro)]).toEqual(['1.5', 'pips'])
  const coin = { product: 'Cryptocurrency', pipSize: 0.01, precision: 2, quote: 'USDT' } as const
  expect([shownSpread({ bid: 64_738.53, ask: 64_740.38 }, coin), spreadUnit(coin)]).toEqual(['1.85', 'USDT'])
})
