import { expect, it } from 'vitest'
import { instrumentName, writtenPrice } from './instrument-name.ts'

it.each([
  ['BTCUSDT:SIM', 'BTC/USDT SIM'],
  ['EURUSD:OANDA', 'EUR/USD OANDA'],
  ['BTCUSDT.P:BINANCE', 'BTC/USDT perpetual Binance'],
  ['GER40.CASH:MT5', 'GER40.CASH MT5'],
  ['ABC', 'ABC'],
])('writes %s as %s', (id, name) => {
  expect(instrumentName(id)).toBe(name)
})

it.each([
  ['BTCUSDT:SIM', 65021, '65,021.00'],
  ['EURUSD:SIM', 1.084, '1.08400'],
  ['USDJPY:OANDA', 151.2345, '151.2345'],
  ['GER40.CASH:MT5', 18000, '18,000.00'],
])('writes a price of %s with its decimals', (id, price, text) => {
  expect(writtenPrice(id, price)).toBe(text)
})
