import { describe, expect, it } from 'vitest'
import { decimalPlaces } from './decimal-places.ts'
import { defineInstrument } from './define-instrument.ts'
import { isTradingOpen, listInstrument } from './listed-instrument.ts'

const WEDNESDAY = Date.UTC(2024, 0, 10, 12)
const SATURDAY = Date.UTC(2024, 0, 13, 12)

describe('listInstrument', () => {
  it('follows conventions where the venue states nothing', () => {
    expect(listInstrument(defineInstrument('USDJPY:FXCM'))).toMatchObject({
      status: 'data-only',
      contract: 'spot',
      exchangeName: 'FXCM',
      positionCurrency: 'USD',
      pipPrecision: 2,
      marginRatios: {},
      dealtPrecision: null,
      quotePrecision: null,
      quoteStep: 0.001,
      minNotional: null,
      hasDepth: false,
    })
    expect(listInstrument(defineInstrument('BTCUSDT:BINANCE'))).toMatchObject({
      exchangeName: 'Binance',
      hasDepth: true,
    })
    expect(listInstrument(defineInstrument('BTC-PERP:FTX'))).toMatchObject({ contract: 'linear', exchangeName: 'FTX' })
    expect(listInstrument(defineInstrument('BTCUSDT.P:BINANCE'))).toMatchObject({ contract: 'linear' })
  })

  it('prefers what the venue states', () => {
    const stated = {
      contract: 'inverse',
      positionCurrency: 'USD',
      quoteStep: 0.5,
      marginRatios: { EUR: 0.01 },
    } as const
    expect(listInstrument(defineInstrument('XBTUSD:BITMEX'), stated)).toMatchObject({
      ...stated,
      exchangeName: 'BitMEX',
      displaySymbol: 'BTC/USD',
    })
  })
})

describe('isTradingOpen', () => {
  const listed = listInstrument(defineInstrument('EURUSD:OANDA'), { status: 'active' })

  it('follows the calendar unless the venue says otherwise', () => {
    expect([WEDNESDAY, SATURDAY].map((time) => isTradingOpen(listed, time))).toEqual([true, false])
    expect(isTradingOpen({ ...listed, tradingOpen: false }, WEDNESDAY)).toBe(false)
    expect(isTradingOpen({ ...listed, tradingOpen: true }, SATURDAY)).toBe(true)
  })

  it.each(['halted', 'delisted', 'data-only'] as const)('is false for an instrument that is %s', (status) => {
    expect(isTradingOpen({ ...listed, status, tradingOpen: true }, WEDNESDAY)).toBe(false)
  })
})

it.each([
  [0.0001, 4],
  [1e-8, 8],
  [1.5e-7, 8],
  [250, 0],
  [1e21, 0],
  [61837.63, 2],
  [-0.5, 1],
])('decimalPlaces(%d) is %d', (value, places) => {
  expect(decimalPlaces(value)).toBe(places)
})
