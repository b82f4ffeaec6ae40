import { expect, it } from 'vitest'
import { guessInstrument } from './guess-instrument.ts'

it.each([
  ['DAT_ASCII_EURUSD_M1_2024.csv', 'histdata', 'EURUSD:HISTDATA'],
  ['BTCUSDT-1m-2024-01.zip', 'binance', 'BTCUSDT:BINANCE'],
  ['eur_usd_oanda_bid.csv', 'csv', 'EURUSD:OANDA'],
  ['GBPJPY_M1.csv', 'mt5', 'GBPJPY:MT5'],
  ['xau-usd.csv', 'csv', 'XAUUSD:IMPORT'],
  ['prices.csv', 'csv', null],
  ['amused.csv', null, null],
])('names the instrument of %s', (name, format, id) => {
  expect(guessInstrument(name, format)).toBe(id)
})
