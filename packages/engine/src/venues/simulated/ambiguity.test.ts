import { describe, expect, it } from 'vitest'

import {
  atBars,
  type Candle,
  MINUTE,
  minuteBars,
  MONDAY,
  runScript,
  startRun,
  still,
  tickRows,
} from '../../run.fixture.ts'
import type { RunSpec } from '../../run-spec.ts'

const LONG = 'buy({ quantity: 10000, stopLoss: 1.099, takeProfit: 1.101 })'
const SHORT = 'sell({ quantity: 10000, stopLoss: 1.101, takeProfit: 1.099 })'
/** Contains both 1.099 and 1.101; its high is nearer to its open. */
const BOTH: Candle = [1.1, 1.1011, 1.0988, 1.1]

/** Ticks of the third minute, half a second apart. */
function ticksOf(prices: readonly number[], minute = 2) {
  const columns = tickRows(prices.map((price, at) => [minute * MINUTE + at * 500, price, price] as const))
  return [{ instrumentId: 'EURUSD:TEST', columns }]
}
const UP_FIRST = [1.1, 1.1011, 1.105, 1.0988, 1.1].map((price) => Math.min(price, 1.1011))
const DOWN_FIRST = [1.1, 1.0988, 1.1011, 1.1]

function held(order: string, bar: Candle, ticks: readonly number[] | null, changes: Partial<RunSpec> = {}) {
  const bars = minuteBars([...still(1.1, 1.1), bar, ...still(1.1)])
  return runScript(atBars({ 1: order }), bars, changes, ticks ? ticksOf(ticks) : [])
}

describe('a minute that contains stop and target', () => {
  it('records an interval of profit for an ambiguous position', () => {
    // 10,000 x 0.001 either way: the path of the bar decides, and both outcomes are reported.
    for (const order of [LONG, SHORT]) {
      for (const path of ['ohlc', 'olhc'] as const) {
        const { positions, statistics, finerMinutes } = held(order, BOTH, null, { path })
        const isTarget = (order === LONG) === (path === 'ohlc')
        expect(positions[0]).toMatchObject({ ambiguous: true, profitInterval: [-10, 10], profit: isTarget ? 10 : -10 })
        expect(statistics).toMatchObject({
          ambiguousPositions: 1,
          ambiguousWorstProfit: -10,
          ambiguousBestProfit: 10,
          profit: isTarget ? 10 : -10,
        })
        expect(finerMinutes).toBe(0)
      }
    }
  })

  it('resolves an ambiguous minute with its real ticks, whatever the path model says', () => {
    for (const path of ['adaptive', 'ohlc', 'olhc', 'worst'] as const) {
      // Ticks have no prices in between: the target is hit at 1.1011, the stop at 1.0988.
      const up = held(LONG, BOTH, UP_FIRST, { path })
      expect(up.positions[0]).toMatchObject({ ambiguous: false, profitInterval: null, closePrice: 1.1011, profit: 11 })
      expect(up.statistics).toMatchObject({ ambiguousPositions: 0, ambiguousWorstProfit: 11, ambiguousBestProfit: 11 })
      const down = held(LONG, BOTH, DOWN_FIRST, { path })
      expect(down.positions[0]).toMatchObject({
        ambiguous: false,
        profitInterval: null,
        closePrice: 1.0988,
        profit: -12,
      })
      expect([up.finerMinutes, down.finerMinutes]).toEqual([1, 1])
      expect(up.warnings).toContain('Decided by real ticks, because the bar left open what happened first: 1 minute')
      expect(held(SHORT, BOTH, UP_FIRST, { path }).positions[0]?.profit).toBe(-11)
      expect(held(SHORT, BOTH, DOWN_FIRST, { path }).positions[0]?.profit).toBe(12)
    }
  })

  it('keeps the interval when the ticks belong to another minute', () => {
    const bars = minuteBars([...still(1.1, 1.1), BOTH, ...still(1.1)])
    const { positions, finerMinutes } = runScript(atBars({ 1: LONG }), bars, {}, ticksOf(UP_FIRST, 3))
    expect([positions[0]?.ambiguous, finerMinutes]).toEqual([true, 0])
  })

  it('uses ticks also in the minute that opens the position', () => {
    const order = 'buy({ quantity: 10000, limitPrice: 1.0995, stopLoss: 1.099, takeProfit: 1.101 })'
    // Bought at 1.0994 on the way down, then up to the target, and only then down to the stop.
    const ticks = [1.1, 1.0994, 1.1011, 1.0988, 1.1]
    const without = held(order, BOTH, null)
    expect(without.positions[0]).toMatchObject({ closeReason: 'stop-loss', ambiguous: true })
    const { positions, finerMinutes } = held(order, BOTH, ticks)
    // 10,000 x (1.1011 - 1.0994).
    expect(positions[0]).toMatchObject({ openPrice: 1.0994, closePrice: 1.1011, profit: 17, ambiguous: false })
    expect(finerMinutes).toBe(1)
  })

  it('uses ticks for stops and targets that were added to a waiting order later', () => {
    const source = atBars({
      1: 'buy({ quantity: 10000, limitPrice: 1.0995 })',
      2: 'modify(orders.get(1), { stopLoss: 1.099, takeProfit: 1.101 })',
    })
    const bars = minuteBars([...still(1.1, 1.1), BOTH, ...still(1.1)])
    expect(runScript(source, bars, {}, ticksOf([1.1, 1.0994, 1.1011, 1.0988])).finerMinutes).toBe(1)
  })

  it('uses ticks to decide which of two orders fills first', () => {
    const straddle = 'oco(buy({ quantity: 1000, stopPrice: 1.101 }), sell({ quantity: 1000, stopPrice: 1.099 }))'
    const filled = (ticks: readonly number[]) => held(straddle, BOTH, ticks).orders.map(({ status }) => status)
    expect(filled(UP_FIRST)).toEqual(['FILLED', 'CANCELED'])
    expect(filled(DOWN_FIRST)).toEqual(['CANCELED', 'FILLED'])
  })

  it('builds the same bars with and without intrabar ticks', () => {
    const source = `${atBars({ 1: LONG })}\nevery('M2', (two) => log(JSON.stringify(two)))\nevery('M1', (one) => log(JSON.stringify(one)))`
    const bars = minuteBars([...still(1.1, 1.1), BOTH, ...still(1.1)])
    const end = { end: MONDAY + 4 * MINUTE }
    // These ticks begin and end at other prices than the bar.
    const closely = runScript(source, bars, end, ticksOf([1.1003, 1.102, 1.0988, 1.0999]))
    expect(closely.finerMinutes).toBe(1)
    expect(closely.log).toEqual(runScript(source, bars, end).log)
  })

  it('uses no ticks in unambiguous minutes', () => {
    const onlyTarget: Candle = [1.1, 1.1011, 1.0995, 1.1]
    const { positions, finerMinutes } = held(LONG, onlyTarget, UP_FIRST)
    expect(positions[0]).toMatchObject({ closePrice: 1.101, ambiguous: false })
    expect(finerMinutes).toBe(0)
  })
})

/** Rows of the breakout below: the low is nearer to the open than the high. */
const BREAKOUT: readonly Candle[] = [
  [98.2, 98.2, 98.1, 98.15],
  [98.15, 100.92, 97.99, 100.5],
  [100.5, 100.5, 100.5, 100.5],
]

describe('an entry inside a bar', () => {
  const outcome = (script: string, path: RunSpec['path'], candles: readonly Candle[] = BREAKOUT) => {
    const { statistics, positions } = runScript(atBars({ 1: script }), minuteBars(candles), { path })
    const { profit, ambiguousPositions, ambiguousWorstProfit, ambiguousBestProfit } = statistics
    return { profit, count: ambiguousPositions, range: [ambiguousWorstProfit, ambiguousBestProfit], positions }
  }

  it('counts a breakout whose own stop lies in the bar that filled it, and tells the range of both paths', () => {
    const order = 'buy({ quantity: 1, stopPrice: 100.1, stopLoss: 98.6 })'
    // Low first: bought at 100.1 on the way up, worth 100.5 at the end. High first: bought, then stopped out at 98.6.
    const expected = { adaptive: 0.4, olhc: 0.4, best: 0.4, ohlc: -1.5, worst: -1.5 }
    for (const [path, profit] of Object.entries(expected)) {
      const { positions, ...told } = outcome(order, path as RunSpec['path'])
      expect(told, path).toEqual({ profit, count: 1, range: [-1.5, 0.4] })
      expect(positions[0], path).toMatchObject({ ambiguous: true, profitInterval: [-1.5, 0.4] })
    }
  })

  it('counts an entry whose trailing stop follows the high only on one path', () => {
    // Low first: bought at 98.05, best 100.92, the stop at 99.92 is not reached by 100.5. High first: bought on the way
    // down after the high, best 100.5 at the close.
    const order = 'buy({ quantity: 1, limitPrice: 98.05, trailingStop: 1 })'
    const after: Candle[] = [...BREAKOUT.slice(0, 2), [100.5, 100.5, 99.7, 99.8], [99.8, 99.8, 99.8, 99.8]]
    const low = outcome(order, 'olhc', after)
    const high = outcome(order, 'ohlc', after)
    expect([low.profit, high.profit]).toEqual([1.87, 1.75])
    expect([low.count, high.count, low.range, high.range]).toEqual([1, 1, [1.75, 1.87], [1.75, 1.87]])
  })

  it('counts a position whose trailing stop is exactly as far away as the bar is long', () => {
    // High first: the stop follows to 1.09885, which is the low. Low first: it is not met.
    const bars = minuteBars([...still(1.09893, 1.09893), [1.09893, 1.09944, 1.09885, 1.09918]])
    const script = atBars({ 1: 'buy({ quantity: 10000, trailingStop: 0.00059 })' })
    const profits = (['ohlc', 'olhc', 'worst', 'best'] as const).map((path) => {
      const { positions, statistics } = runScript(script, bars, { path })
      expect(positions.map(({ ambiguous, profitInterval }) => [ambiguous, profitInterval])).toEqual([
        [true, [-0.8, 2.5]],
      ])
      return statistics.profit
    })
    expect(profits).toEqual([-0.8, 2.5, -0.8, 2.5])
  })

  it('counts the position of a pair of which the path chose the order', () => {
    const pair = 'oco(buy({ quantity: 1, stopPrice: 100.1 }), sell({ quantity: 1, stopPrice: 98 }))'
    const { count, range, positions } = outcome(pair, 'ohlc')
    expect(positions.map(({ direction, ambiguous }) => [direction, ambiguous])).toEqual([['LONG', true]])
    // The long is worth 0.4; the short, on the other path, loses 2.5.
    expect([count, range]).toEqual([1, [-2.5, 0.4]])
  })

  it('counts what a script does inside a bar in answer to a fill', () => {
    const script = `${atBars({ 1: 'buy({ quantity: 1, stopPrice: 100.1 })' })}
      function onPositionOpened(position) { if (position.id === 1) buy({ quantity: 1 }) }`
    const { positions } = runScript(script, minuteBars(BREAKOUT))
    expect(positions.map(({ ambiguous }) => ambiguous)).toEqual([false, true])
  })

  it('counts nothing where both paths agree', () => {
    // The close lies below the stop: bought and stopped out on either path.
    const bars: Candle[] = [BREAKOUT[0] as Candle, [98.15, 100.92, 97.99, 98.1], [98.1, 98.1, 98.1, 98.1]]
    const { count, range, profit } = outcome('buy({ quantity: 1, stopPrice: 100.1, stopLoss: 98.6 })', 'adaptive', bars)
    expect([profit, count, range]).toEqual([-1.5, 0, [-1.5, -1.5]])
  })

  it('states no range of a run whose script fails on another path', () => {
    const script = `${atBars({ 1: 'buy({ quantity: 1, stopPrice: 100.1, stopLoss: 98.6 })' })}
      function onPositionClosed() { throw new Error('on this path only') }`
    const { statistics } = runScript(script, minuteBars(BREAKOUT))
    expect(statistics).toMatchObject({ profit: 0.4, ambiguousWorstProfit: null, ambiguousBestProfit: null })
  })
})

describe('what is not ambiguous', () => {
  it('treats a gap as unambiguous, because the open comes first', () => {
    const overStop = held(LONG, [1.098, 1.102, 1.098, 1.1], null)
    expect(overStop.positions[0]).toMatchObject({ closeReason: 'stop-loss', closePrice: 1.098, ambiguous: false })
    const overTarget = held(LONG, [1.102, 1.102, 1.098, 1.1], null)
    expect(overTarget.positions[0]).toMatchObject({ closeReason: 'take-profit', closePrice: 1.102, ambiguous: false })
  })

  it('does not count a target that its limit rule would not have filled', () => {
    // The extreme of the bar is the target itself: it is touched, but no price lies beyond it.
    for (const [order, bar] of [
      [LONG, [1.1, 1.101, 1.0988, 1.1]],
      [SHORT, [1.1, 1.1012, 1.099, 1.1]],
    ] as const) {
      const { positions } = held(order, bar, null)
      expect(positions[0]).toMatchObject({ closeReason: 'stop-loss', ambiguous: false })
      const touched = held(order, bar, null, { path: 'worst', limitFill: { model: 'touch' } })
      expect(touched.positions[0]).toMatchObject({ closeReason: 'stop-loss', ambiguous: true })
    }
  })

  it('treats a close by the script as unambiguous', () => {
    const bars = minuteBars([...still(1.1, 1.1), BOTH])
    const { positions } = runScript(atBars({ 1: LONG, 2: 'closeAll()' }), bars)
    expect(positions[0]).toMatchObject({ closeReason: 'script', ambiguous: false })
  })

  it('treats real ticks as unambiguous', () => {
    const ticks = tickRows([
      [0, 1.1, 1.1],
      [MINUTE, 1.1, 1.1],
      [MINUTE + 1, 1.1011, 1.1011],
      [MINUTE + 2, 1.0988, 1.0988],
    ])
    const run = startRun(atBars({ 1: LONG }), ticks, { resolution: 0 })
    while (run.step(1));
    expect(run.finish().positions[0]).toMatchObject({ closePrice: 1.1011, ambiguous: false })
  })
})

describe('intervals of several positions', () => {
  it('adds up the worse and the better exits of all positions', () => {
    // Stops 10 pips away, targets 10 and 5 pips away: -10 and 10, and for twice the quantity -20 and 10.
    const orders = `${LONG}; buy({ quantity: 20000, stopLoss: 1.099, takeProfit: 1.1005 })`
    const { statistics, positions } = held(orders, BOTH, null, { path: 'olhc' })
    expect(positions.map(({ profitInterval }) => profitInterval)).toEqual([
      [-10, 10],
      [-20, 10],
    ])
    expect(statistics).toMatchObject({ profit: -30, ambiguousWorstProfit: -30, ambiguousBestProfit: 20 })
  })

  it('applies slippage to the assumed stop, so that the true value lies within', () => {
    const changes = { slippage: { model: 'fixed', pips: 1 } } as const
    // Bought at 1.1001: the target at 1.101 earns 9, the stop at 1.099 - 0.0001 loses 12.
    const target = held(LONG, BOTH, null, { ...changes, path: 'ohlc' })
    expect(target.positions[0]).toMatchObject({ profit: 9, profitInterval: [-12, 9] })
    const stop = held(LONG, BOTH, null, { ...changes, path: 'olhc' })
    expect(stop.positions[0]).toMatchObject({ profit: -12, profitInterval: [-12, 9] })
    // Ticks exactly at the stop and then above the target.
    const truth = held(LONG, BOTH, [1.1, 1.099, 1.1011, 1.1], changes)
    expect(truth.positions[0]).toMatchObject({ profit: -12, profitInterval: null })
  })

  it('assumes the nearer stop, fixed or trailing', () => {
    const order = 'buy({ quantity: 10000, stopLoss: 1.095, trailingStopPips: 8, takeProfit: 1.101 })'
    const { positions } = held(order, BOTH, null, { path: 'ohlc' })
    // The trailing stop was at 1.0992 when the bar began: a loss of 8, or a profit of 10.
    expect(positions[0]).toMatchObject({ closeReason: 'take-profit', profitInterval: [-8, 10] })
  })
})
