import { expect, it } from 'vitest'
import { writtenPrice } from './written-price.ts'

it.each([
  ['BTCUSDT:SIM', 65021, '65,021.00'],
  ['EURUSD:SIM', 1.084, '1.08400'],
  ['USDJPY:OANDA', 151.2345, '151.2345'],
  ['GER40.CASH:MT5', 18000, '18,000.00'],
])('writes a price of %s with its decimals', (id, price, text) => {
  expect(writtenPrice(id, price)).toBe(text)
})
