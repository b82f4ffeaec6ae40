import { describe, expect, it } from 'vitest'

import { defineInstrument } from './define-instrument.ts'
import { barStart, INTERVALS } from './interval.ts'
import { createRandom } from './random.ts'
import { resample } from './resample.ts'
import { readIsoTime } from './time/read-iso-time.ts'
import { isoTime, monthOf, startOfMonth } from './time/utc-time.ts'

describe('defineInstrument', () => {
  it('follows the conventions of forex, metals and coins', () => {
    expect(defineInstrument('EURUSD:OANDA')).toMatchObject({
      id: 'EURUSD:OANDA',
      displaySymbol: 'EUR/USD',
      product: 'Forex',
      dealt: 'EUR',
      quote: 'USD',
      precision: 5,
      pipSize: 0.0001,
      calendar: 'forex',
      simulated: false,
    })
    expect(defineInstrument('usd/jpy:oanda')).toMatchObject({ id: 'USDJPY:OANDA', precision: 3, pipSize: 0.01 })
    expect(defineInstrument('XAUUSD:OANDA')).toMatchObject({ product: 'CFD', precision: 2 })
    expect(defineInstrument('BTCUSDT:SIM')).toMatchObject({
      product: 'Cryptocurrency',
      dealt: 'BTC',
      quote: 'USDT',
      precision: 2,
      pipSize: 0.01,
      calendar: 'always',
      simulated: true,
    })
    expect(defineInstrument('ETHBTC:BINANCE')).toMatchObject({ quote: 'BTC', precision: 8 })
    expect(defineInstrument('BTC-PERP:FTX')).toMatchObject({ dealt: 'BTC', quote: 'USD', displaySymbol: 'BTC/PERP' })
    expect(defineInstrument('btcusdt.p:binance')).toMatchObject({
      id: 'BTCUSDT.P:BINANCE',
      symbol: 'BTCUSDT.P',
      dealt: 'BTC',
      quote: 'USDT',
      displaySymbol: 'BTC/USDT perpetual',
    })
  })

  it.each([
    ['XBTUSD', 'XBT', 'USD'],
    ['DOTUSD', 'DOT', 'USD'],
    ['BATUSD', 'BAT', 'USD'],
    ['BTCTUSD', 'BTC', 'TUSD'],
    ['GMTUSDT', 'GMT', 'USDT'],
  ])('reads %s as %s in %s, whatever other quote currency the symbol ends with', (symbol, dealt, quote) => {
    expect(defineInstrument(`${symbol}:KRAKEN`)).toMatchObject({ symbol, dealt, quote })
  })

  it('refuses unknown symbols with an example', () => {
    for (const id of ['EURUSD', 'EURUSD:', ':OANDA', 'A:B:C', 'EU:OANDA', 'ABCDEF:X', 'EURUSD:O A', 'EURUSD:../x']) {
      expect(() => defineInstrument(id)).toThrow(/for example/)
    }
  })
})

describe('bars and months', () => {
  it('align to UTC, and weeks to Sunday', () => {
    const wednesday = Date.UTC(2024, 0, 10, 13, 47, 12)
    expect(new Date(barStart(wednesday, 'W1')).toISOString()).toBe('2024-01-07T00:00:00.000Z')
    expect(new Date(barStart(wednesday, 'H4')).toISOString()).toBe('2024-01-10T12:00:00.000Z')
    expect(Object.keys(INTERVALS)).toHaveLength(16)
  })

  it('agree with Date on months and texts', () => {
    const random = createRandom(9)
    for (let turn = 0; turn < 2_000; turn++) {
      const time = Math.floor((random() - 0.2) * 4e12)
      const date = new Date(time)
      expect(isoTime(time)).toBe(date.toISOString())
      expect(monthOf(time)).toBe(date.getUTCFullYear() * 12 + date.getUTCMonth())
      expect(startOfMonth(monthOf(time))).toBe(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1))
    }
  })
})

describe('resample', () => {
  it('builds bars from ticks and leaves gaps', () => {
    const bars = resample(
      {
        kind: 'tick',
        time: Float64Array.of(0, 4_000, 5_000, 61_000),
        bid: Float64Array.of(1, 3, 2, 4),
        ask: Float64Array.of(1.5, 3.5, 2.5, 4.5),
      },
      'S5',
    )
    expect([...bars.time]).toEqual([0, 5_000, 60_000])
    expect([...bars.high]).toEqual([3, 2, 4])
    expect([...bars.close]).toEqual([3, 2, 4])
    expect([...bars.spread]).toEqual([0.5, 0.5, 0.5])
  })
})

describe('readIsoTime', () => {
  it.each([
    ['2024-02-01', Date.UTC(2024, 1, 1)],
    ['2024-02-01 08:30', Date.UTC(2024, 1, 1, 8, 30)],
    ['2024-02-01T08:30:15.25', Date.UTC(2024, 1, 1, 8, 30, 15, 250)],
    ['2024-02-01T08:30+02:00', Date.UTC(2024, 1, 1, 6, 30)],
    ['2024-02-29T23:59Z', Date.UTC(2024, 1, 29, 23, 59)],
  ])('reads %s as UTC unless it has a time zone', (text, time) => {
    expect(readIsoTime(text)).toBe(time)
  })

  it.each(['', 'noon', '2024-02', '2023-02-29', '2024-02-30T10:00', '2024-02-01T24:30', '1706745600000', '2024-2-1'])(
    'returns NaN for "%s"',
    (text) => {
      expect(readIsoTime(text)).toBeNaN()
    },
  )
})
