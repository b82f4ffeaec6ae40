import { describe, expect, it } from 'vitest'

import { atTicks, minuteBars, runScript, atBars, secondTicks, still, TICKS } from '../../run.fixture.ts'

/** The fill prices of a script's orders, or of its position's closing. */
const fills = ({ orders }: ReturnType<typeof runScript>) => orders.map(({ fillPrice }) => fillPrice)

describe('gaps', () => {
  const SPREAD = 0.0002

  it('fills stops worse and limits better after a gap between ticks', () => {
    const source = atTicks({
      1: `buy({ quantity: 1000, stopPrice: 1.11 }); sell({ quantity: 1000, limitPrice: 1.11 })
        sell({ quantity: 1000, stopPrice: 1.09 }); buy({ quantity: 1000, limitPrice: 1.09 })`,
    })
    // Up to a bid of 1.12, then down to 1.08; buys fill at the ask.
    expect(fills(runScript(source, secondTicks([1.1, 1.1, 1.12, 1.08], SPREAD), TICKS))).toEqual([
      1.1202, 1.12, 1.08, 1.0802,
    ])
  })

  it('fills stops worse and limits better after a gap between bars', () => {
    const source = atBars({
      1: `buy({ quantity: 1000, stopPrice: 1.11 }); sell({ quantity: 1000, limitPrice: 1.11 })
        sell({ quantity: 1000, stopPrice: 1.09 }); buy({ quantity: 1000, limitPrice: 1.09 })`,
    })
    expect(fills(runScript(source, minuteBars(still(1.1, 1.1, 1.12, 1.08), SPREAD)))).toEqual([
      1.1202, 1.12, 1.08, 1.0802,
    ])
  })

  it('closes at the gap price beyond a stop loss or a target, long and short', () => {
    const source = atBars({
      1: `buy({ quantity: 1000, stopLoss: 1.09, takeProfit: 1.11 }); sell({ quantity: 1000, stopLoss: 1.11, takeProfit: 1.09 })`,
    })
    const closes = (...prices: number[]) =>
      runScript(source, minuteBars(still(1.1, 1.1, ...prices), SPREAD)).positions.map(({ closeReason, closePrice }) => [
        closeReason,
        closePrice,
      ])
    // The long closes at the bid, the short at the ask.
    expect(closes(1.12, 1.1)).toEqual([
      ['take-profit', 1.12],
      ['stop-loss', 1.1202],
    ])
    expect(closes(1.08, 1.1)).toEqual([
      ['stop-loss', 1.08],
      ['take-profit', 1.0802],
    ])
  })

  it('does not fill a stop-limit order beyond its limit after a gap', () => {
    const source = atBars({ 1: 'buy({ quantity: 1000, stopPrice: 1.11, limitPrice: 1.115 })' })
    const waits = runScript(source, minuteBars(still(1.1, 1.1, 1.12, 1.12)))
    expect(waits.orders[0]?.status).toBe('NEW')
    // From then on it is a limit order: filled at the better price of the next gap, as a maker.
    const filled = runScript(source, minuteBars(still(1.1, 1.1, 1.12, 1.114, 1.114)))
    expect(filled.orders[0]).toMatchObject({ status: 'FILLED', fillPrice: 1.114, liquidity: 'maker' })
  })

  it('immediately closes a position opened beyond its own stop or target', () => {
    // The gap to 1.08 fills the limit at 1.095 and has passed its stop at 1.09; 1.2 comes later.
    const source = atTicks({ 1: 'buy({ quantity: 1000, limitPrice: 1.095, stopLoss: 1.09, takeProfit: 1.15 })' })
    const stopped = runScript(source, secondTicks([1.1, 1.1, 1.08, 1.2], SPREAD), TICKS).positions[0]
    expect(stopped).toMatchObject({ openPrice: 1.0802, closePrice: 1.08, closeReason: 'stop-loss', profit: -0.2 })
    expect(stopped?.closeTime).toBe(stopped?.openTime)
    // The gap to 1.13 triggers the stop at 1.11 and has passed its target at 1.12.
    const rise = atTicks({ 1: 'buy({ quantity: 1000, stopPrice: 1.11, stopLoss: 1.1, takeProfit: 1.12 })' })
    const reached = runScript(rise, secondTicks([1.1, 1.1, 1.13, 1.05], SPREAD), TICKS).positions[0]
    expect(reached).toMatchObject({ openPrice: 1.1302, closePrice: 1.13, closeReason: 'take-profit', profit: -0.2 })
  })

  it('closes at the open of a bar without ambiguity', () => {
    const source = atBars({ 1: 'buy({ quantity: 1000, limitPrice: 1.095, stopLoss: 1.09, takeProfit: 1.15 })' })
    const bars = minuteBars([...still(1.1, 1.1), [1.08, 1.2, 1.07, 1.1], ...still(1.1)], SPREAD)
    expect(runScript(source, bars).positions[0]).toMatchObject({
      openPrice: 1.0802,
      closePrice: 1.08,
      closeReason: 'stop-loss',
      ambiguous: false,
    })
  })

  it('immediately closes a position whose stop is within the spread', () => {
    // Placed at the third price, bought at the close of 1.1005; the stop at 1.1003 is above the bid of 1.1.
    const source = atTicks({ 3: 'buy({ quantity: 1000, stopLossPips: 2 })' })
    const bars = minuteBars([[1.1, 1.1, 1.1, 1.1], ...still(1.2, 1.2)], 0.0005)
    const { positions, orders } = runScript(source, bars)
    expect(orders[0]?.fillPrice).toBe(1.1005)
    expect(positions[0]).toMatchObject({ closePrice: 1.1, closeReason: 'stop-loss', ambiguous: false })
    expect(positions[0]?.closeTime).toBe(positions[0]?.openTime)
  })
})
