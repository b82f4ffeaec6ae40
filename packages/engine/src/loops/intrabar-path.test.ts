import { type RunModels } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { atBars, type Candle, minuteBars, runScript, still } from '../run.fixture.ts'

/** High 11 pips above the open, low 12 below: the nearer extreme is the high. */
const HIGH_NEARER: Candle = [1.1, 1.1011, 1.0988, 1.1]
const LOW_NEARER: Candle = [1.1, 1.1012, 1.0989, 1.1]
const EQUAL: Candle = [1.1, 1.1011, 1.0989, 1.1]
const LONG = 'buy({ quantity: 1000, stopLoss: 1.099, takeProfit: 1.101 })'
const SHORT = 'sell({ quantity: 1000, stopLoss: 1.101, takeProfit: 1.099 })'

/**
 * Whether stop or target was hit first for a position open at the start of the bar; with `wait` 0 it is opened at the
 * bar's open.
 */
function exits(order: string, bar: Candle, path: RunModels['path'], wait = 1) {
  const candles = [...still(...Array.from({ length: 1 + wait }, () => 1.1)), bar, ...still(1.1)]
  return runScript(atBars({ 1: order }), minuteBars(candles), { path }).positions.map(({ closeReason }) => closeReason)
}

const PATHS = ['adaptive', 'ohlc', 'olhc', 'worst'] as const
const [SL, TP] = ['stop-loss', 'take-profit']

describe('paths inside a bar', () => {
  it('follows the configured path with long and short positions', () => {
    expect(PATHS.map((path) => exits(LONG, HIGH_NEARER, path)[0])).toEqual([TP, TP, SL, SL])
    expect(PATHS.map((path) => exits(SHORT, HIGH_NEARER, path)[0])).toEqual([SL, SL, TP, SL])
    expect(PATHS.map((path) => exits(LONG, LOW_NEARER, path)[0])).toEqual([SL, TP, SL, SL])
    expect(PATHS.map((path) => exits(SHORT, LOW_NEARER, path)[0])).toEqual([TP, SL, TP, SL])
  })

  it('visits the low first if both extremes are equally far', () => {
    expect([exits(LONG, EQUAL, 'adaptive')[0], exits(SHORT, EQUAL, 'adaptive')[0]]).toEqual([SL, TP])
  })

  it('includes a position that was opened at the open of the bar', () => {
    expect([exits(LONG, HIGH_NEARER, 'worst', 0)[0], exits(SHORT, LOW_NEARER, 'worst', 0)[0]]).toEqual([SL, SL])
  })

  it('moves against the larger side if both are open', () => {
    const more = `${LONG}; ${SHORT.replace('1000', '3000')}`
    // The short side is larger: up first, to the target of the long.
    expect(exits(more, LOW_NEARER, 'worst')).toEqual([TP, SL])
    const even = `${LONG}; ${SHORT}`
    expect(exits(even, HIGH_NEARER, 'worst')).toEqual([TP, SL])
    expect(exits(even, LOW_NEARER, 'worst')).toEqual([SL, TP])
  })

  it('gives onTick the four prices in order', () => {
    const source = 'function onTick(tick) { log(tick.bid) }'
    const seen = (path: RunModels['path']) =>
      runScript(source, minuteBars([HIGH_NEARER]), { path }).log.map(({ message }) => Number(message))
    expect(seen('ohlc')).toEqual([1.1, 1.1011, 1.0988, 1.1])
    expect(seen('olhc')).toEqual([1.1, 1.0988, 1.1011, 1.1])
  })
})
