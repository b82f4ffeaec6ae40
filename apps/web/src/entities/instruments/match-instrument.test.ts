import { defineInstrument } from '@tradeloom/domain'
import { expect, it } from 'vitest'
import { matchInstrument } from './match-instrument.ts'

it.each([
  ['btc', ['XBTUSD:BITMEX', 'BTCUSDT:BINANCE']],
  ['xbt', ['XBTUSD:BITMEX', 'BTCUSDT:BINANCE']],
  ['Bitcoin', ['XBTUSD:BITMEX', 'BTCUSDT:BINANCE']],
  ['japanese', ['USDJPY:OANDA']],
  ['crypto', ['XBTUSD:BITMEX', 'BTCUSDT:BINANCE']],
  [' OAN', ['USDJPY:OANDA']],
  ['usd/', ['USDJPY:OANDA']],
  ['jpy', []],
  ['', ['XBTUSD:BITMEX', 'BTCUSDT:BINANCE', 'USDJPY:OANDA']],
])('finds by symbol, product, broker, currency name or alias: "%s"', (text, ids) => {
  const all = ['XBTUSD:BITMEX', 'BTCUSDT:BINANCE', 'USDJPY:OANDA'].map((id) => defineInstrument(id))
  expect(all.filter((one) => matchInstrument(one, text)).map(({ id }) => id)).toEqual(ids)
})
