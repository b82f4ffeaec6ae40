import { defineInstrument, type Instrument, type Quantity } from '@tradeloom/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { atBars, flatBars, runScript } from '../run.fixture.ts'
import { inLots } from './lots.ts'
import { quantityProblem } from './order-rules.ts'

/**
 * One instrument for each kind of quantity rule in the catalog, and cryptocurrencies with up to seven digits on either
 * side of the decimal point.
 */
const INSTRUMENTS = [
  'EURUSD',
  'USDJPY',
  'XAUUSD',
  'XAGUSD',
  'BTCUSDT',
  'ETHBTC',
  'SHIBUSDT',
  'DOGEUSDT',
  'PEPEUSDT',
].map((symbol) => defineInstrument(`${symbol}:TEST`))
const FINE = defineInstrument('PEPEUSDT:FINE', { lotSize: 1e-7, minQuantity: 1e-7, precision: 10, pipSize: 1e-10 })
const ODD = [0.25, 0.1, 0.001, 5, 100, 1000].map((lotSize) =>
  defineInstrument('BTCUSDT:ODD', { lotSize, minQuantity: lotSize }),
)
const anyInstrument = fc.constantFrom(...INSTRUMENTS, FINE, ...ODD)

/** A number of lots that the instrument allows, from small to large. */
const anyLots = fc
  .tuple(anyInstrument, fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 14 }))
  .map(([instrument, part, digits]) => {
    const most = Math.min(instrument.maxQuantity / instrument.lotSize, 10 ** digits, 1e15)
    return { instrument, lots: Math.max(1, Math.floor(part * most)) }
  })

/** A quantity of a script can be any number. */
const problemOf = (quantity: number, instrument: Instrument) => quantityProblem(quantity as Quantity, instrument)

describe('lots', () => {
  it('accepts every whole number of coins up to two million at a lot of 0.00001', () => {
    const coin = defineInstrument('DOGEUSDT:TEST')
    const refused: number[] = []
    for (let quantity = 1; quantity <= 2_000_000; quantity++) {
      if (problemOf(quantity, coin) !== null) refused.push(quantity)
    }
    expect(refused.length).toBe(0)
  })

  it('accepts floating-point noise and rejects half a lot', () => {
    fc.assert(
      fc.property(anyLots, ({ instrument, lots }) => {
        const { lotSize, maxQuantity } = instrument
        const product = lots * lotSize
        const exact = Number(`${lots}e0`) / Math.round(1 / lotSize)
        for (const quantity of [
          product,
          lotSize < 1 ? exact : product,
          (product / 3) * 3,
          product + lotSize - lotSize,
        ]) {
          if (quantity <= maxQuantity) expect(problemOf(quantity, instrument), String(quantity)).toBeNull()
        }
        // Where doubles can still represent half a lot, it must be rejected.
        const half = (lots + 0.5) * lotSize
        if (lots < 1e10 && half <= maxQuantity) {
          expect(problemOf(half, instrument), String(half)).toMatch(/multiple of/)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('accepts the quantity that an amount of money buys, rounded down to lots', () => {
    fc.assert(
      fc.property(anyInstrument, fc.double({ min: 1e-7, max: 1e7, noNaN: true }), fc.double({ min: 1, max: 1e9, noNaN: true }), (instrument, price, money) => {
        const { lotSize, minQuantity, maxQuantity } = instrument
        const quantity = Math.floor(money / price / lotSize) * lotSize
        if (quantity < minQuantity || quantity > maxQuantity) return
        expect(problemOf(quantity, instrument), String(quantity)).toBeNull()
      }),
      { numRuns: 2_000 },
    ) // prettier-ignore
  })

  it('reports quantities as a person would write them', () => {
    expect(inLots(0.1 + 0.2, 0.1)).toBe(0.3)
    expect(inLots(0.3 - 0.2, 0.1)).toBe(0.1)
    expect(inLots(3 * 0.00001, 0.00001)).toBe(0.00003)
    expect(inLots(123_456_789.00001, 0.00001)).toBe(123_456_789.00001)
    expect(inLots(750, 250)).toBe(750)
    expect(inLots(0.15, 0.1)).toBeNaN()
  })

  it('compares minimum and maximum quantity without floating-point noise', () => {
    const tenths = defineInstrument('BTCUSDT:TEST', { lotSize: 0.1, minQuantity: 0.1, maxQuantity: 0.3 })
    expect(problemOf(0.3 - 0.2, tenths)).toBeNull()
    expect(problemOf(0.1 + 0.2, tenths)).toBeNull()
    expect(problemOf(0.4, tenths)).toMatch(/more than 0.3/)
    expect(problemOf(0.04, tenths)).toMatch(/less than 0.1/)
  })
})

describe('quantities with noise', () => {
  const instrument = defineInstrument('BTCUSDT:TEST')
  const run = (actions: Record<number, string>, accounting: 'hedging' | 'netting' = 'hedging') =>
    runScript(atBars(actions), flatBars(100, 6), { instrument, accounting, initialBalance: 1_000_000 })

  it('leaves nothing open after a full close', () => {
    const { positions, statistics } = run({ 1: 'buy({ quantity: 0.1 + 0.2 })', 2: 'closePosition(1, 0.3)' })
    expect(positions.map(({ quantity, status }) => [quantity, status])).toEqual([[0.3, 'CLOSED']])
    expect(statistics.openPositions).toBe(0)
  })

  it('leaves nothing open after netting, in parts or at once', () => {
    const once = run({ 1: 'buy({ quantity: 0.1 + 0.2 })', 2: 'sell({ quantity: 0.3 })' }, 'netting')
    expect(once.positions.map(({ quantity, status }) => [quantity, status])).toEqual([[0.3, 'CLOSED']])
    const pieces = run({ 1: 'buy({ quantity: 0.3 })', 2: 'sell({ quantity: 0.1 })', 3: 'sell({ quantity: 0.3 - 0.1 })' }, 'netting') // prettier-ignore
    expect(pieces.statistics.openPositions).toBe(0)
    expect(pieces.positions.map(({ direction }) => direction)).toEqual(['LONG', 'LONG'])
  })

  it('leaves whole lots after a partial close of many coins', () => {
    const { positions } = run({ 1: 'buy({ quantity: 9000.00003 })', 2: 'closePosition(1, 0.00001)', 3: 'closePosition(1, 8999.99999)' }) // prettier-ignore
    expect(positions.map(({ quantity, status }) => [quantity, status])).toEqual([
      [0.00003, 'OPEN'],
      [0.00001, 'CLOSED'],
      [8999.99999, 'CLOSED'],
    ])
  })

  it('opens nothing with a reduce-only order without an opposite position', () => {
    const { orders } = run({
      1: 'buy({ quantity: 0.1 }); buy({ quantity: 0.2 }); sell({ quantity: 0.1 })',
      2: 'closePosition(1); closePosition(2)',
      3: 'log(sell({ quantity: 0.1, reduceOnly: true }).reason)',
    })
    expect(orders.at(-1)).toMatchObject({ status: 'REJECTED', reason: 'reduce only: nothing is open the other way' })
  })
})

it('keeps the digits of very small prices', () => {
  const instrument = defineInstrument('PEPEBTC:TEST', { precision: 12, pipSize: 1e-12 })
  const bars = flatBars(1, 4)
  for (const column of [bars.bidOpen, bars.bidHigh, bars.bidLow, bars.bidClose, bars.askOpen, bars.askHigh, bars.askLow, bars.askClose]) {
    column.fill(0.000000012345)
  }
  const { orders, positions } = runScript(
    atBars({ 1: 'buy({ quantity: 1000, stopLoss: 0.000000012344, takeProfitPips: 3 }); buy({ quantity: 1, limitPrice: 0.000000012341 })' }),
    bars,
    { instrument, accountCurrency: 'BTC' },
  )
  expect(positions[0]).toMatchObject({ stopLoss: 0.000000012344, takeProfit: 0.000000012348 })
  expect(orders[1]?.limitPrice).toBe(0.000000012341)
}) // prettier-ignore
