import { expect, it } from 'vitest'
import { instrumentName } from './instrument-name.ts'

it.each([
  ['BTCUSDT:SIM', 'BTC/USDT SIM'],
  ['EURUSD:OANDA', 'EUR/USD OANDA'],
  ['BTCUSDT.P:BINANCE', 'BTC/USDT perpetual Binance'],
  ['GER40.CASH:MT5', 'GER40.CASH MT5'],
  ['ABC', 'ABC'],
])('writes %s as %s', (id, name) => {
  expect(instrumentName(id)).toBe(name)
})
