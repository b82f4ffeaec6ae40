import type { BarColumns, MarketColumns, TickColumns } from '@tradeloom/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { type Candle, MINUTE, minuteBars, MONDAY, runScript, startRun, tickRows } from './run.fixture.ts'
import type { RunResult } from './run-result.ts'
import { PLAIN_MODELS, type RunSpec } from './run-spec.ts'

/** A market as steps in points: four per minute, starting at 1.1. Big steps make gaps. */
const market = fc.array(
  fc.tuple(fc.integer({ min: -60, max: 60 }), fc.nat(40), fc.nat(40), fc.integer({ min: -30, max: 30 })),
  { minLength: 12, maxLength: 60 },
)
/** What the script does at each close: an action, a size, two distances in points. */
const actions = fc.array(fc.tuple(fc.nat(11), fc.integer({ min: 1, max: 9 }), fc.nat(60), fc.nat(60)), {
  minLength: 4,
  maxLength: 40,
})
const options = fc.record({
  spread: fc.nat(8),
  accounting: fc.constantFrom<RunSpec['accounting'][]>('hedging', 'netting'),
  path: fc.constantFrom<RunSpec['path'][]>('adaptive', 'ohlc'),
  slippage: fc.constantFrom<RunSpec['slippage'][]>(
    { model: 'fixed', pips: 0 },
    { model: 'fixed', pips: 0.3 },
    { model: 'random', meanPips: 0.2, deviationPips: 0.3 },
  ),
  perLot: fc.constantFrom(0, 4),
})

type Steps = readonly (readonly [number, number, number, number])[]
type Actions = readonly (readonly [number, number, number, number])[]

function barsOf(steps: Steps, spread: number): BarColumns {
  let points = 110_000
  const candles = steps.map(([gap, up, down, move]): Candle => {
    const open = points + gap
    const close = open + move
    points = close
    const high = Math.max(open, close) + up
    const low = Math.min(open, close) - down
    return [open / 1e5, high / 1e5, low / 1e5, close / 1e5]
  })
  return minuteBars(candles, spread / 1e5)
}

function ticksOf(steps: Steps, spread: number): TickColumns {
  let points = 110_000
  return tickRows(
    steps.flatMap((row, at) =>
      row.map((step, k): [number, number, number] => {
        points += k === 1 ? step : k === 2 ? -step : step
        return [at * MINUTE + k * 15_000, points / 1e5, (points + spread) / 1e5]
      }),
    ),
  )
}

/** Trades as it is told; `extra` is more script, to look at the run in other ways. */
function scriptOf(plan: Actions, extra = ''): string {
  return `
    const plan = ${JSON.stringify(plan)}
    let turn = 0
    function onIntervalClose(bar) {
      const [action, size, near, far] = plan[turn++ % plan.length]
      const quantity = size * 1000
      const low = round(bar.close - near * 1e-5), high = round(bar.close + far * 1e-5)
      if (action === 0) buy({ quantity })
      if (action === 1) sell({ quantity })
      if (action === 2) buy({ quantity, stopLossPips: near + 1, takeProfitPips: far + 1 })
      if (action === 3) sell({ quantity, stopLossPips: (near + 1) / 10, takeProfitPips: (far + 1) / 10 })
      if (action === 4) buy({ quantity, limitPrice: low, trailingStopPips: (far + 1) / 10 })
      if (action === 5) sell({ quantity, limitPrice: high, stopLossPips: (near + 1) / 10 })
      if (action === 6) buy({ quantity, stopPrice: high, takeProfitPips: (far + 1) / 10 })
      if (action === 7) sell({ quantity, stopPrice: low, timeInForce: 'IOC' })
      if (action === 8) buy({ quantity, stopPrice: high, limitPrice: round(high + 5e-5), timeInForce: 'GTD', expiry: now() + 150000 })
      if (action === 9) closeAll()
      if (action === 10) for (const position of positions) modify(position, { trailingStop: pips(1 + near / 10) })
      if (action === 11) for (const position of positions) { closePosition(position, 1000); break }
    }
    ${extra}`
}

function changesOf(option: {
  accounting: RunSpec['accounting']
  path: RunSpec['path']
  slippage: RunSpec['slippage']
  perLot: number
}) {
  const { accounting, path, slippage, perLot } = option
  return { accounting, path, slippage, commission: { ...PLAIN_MODELS.commission, perLot }, initialBalance: 2_000 }
}

/** Everything but what counts ticks of handlers. */
function told({ log: _log, ...result }: RunResult): string {
  return JSON.stringify(result)
}

/** The thinned curve says when extremes were met, as exactly as it was looked at; what is read from it goes with it. */
function withoutCurve({ metrics, breakdowns, warnings: _warnings, ...rest }: Omit<RunResult, 'equityCurve'>): unknown {
  const { meanLeverage: _leverage, drawdownDuration: _duration, ...others } = metrics
  const { drawdowns: _drawdowns, ...parts } = breakdowns
  return { ...rest, metrics: others, breakdowns: parts }
}

describe('any script on any market', () => {
  it('conserves cash', () => {
    fc.assert(
      fc.property(market, actions, options, fc.boolean(), (steps, plan, option, isTick) => {
        const columns: MarketColumns = isTick ? ticksOf(steps, option.spread) : barsOf(steps, option.spread)
        const changes = { ...changesOf(option), resolution: isTick ? 0 : 1 } as const
        const { statistics, positions } = runScript(scriptOf(plan), columns, changes)
        const realized = positions
          .filter(({ status }) => status === 'CLOSED')
          .reduce((sum, { profit }) => sum + profit, 0)
        const open = positions.filter(({ status }) => status === 'OPEN')
        const paid = open.reduce((sum, { commission }) => sum + commission, 0)
        const unrealized = open.reduce((sum, { profit, commission }) => sum + profit + commission, 0)
        expect(Math.abs(statistics.balance - (2_000 + realized - paid))).toBeLessThan(1e-9 * 2_000)
        expect(Math.abs(statistics.equity - (statistics.balance + unrealized))).toBeLessThan(1e-9 * 2_000)
      }),
      { numRuns: 150 },
    )
  })

  it('never fills outside the prices of the market', () => {
    fc.assert(
      fc.property(market, actions, options, fc.boolean(), (steps, plan, option, isTick) => {
        const columns: MarketColumns = isTick ? ticksOf(steps, option.spread) : barsOf(steps, option.spread)
        const changes = {
          ...changesOf(option),
          slippage: { model: 'fixed', pips: 0 },
          resolution: isTick ? 0 : 1,
        } as const
        const { positions } = runScript(scriptOf(plan), columns, changes)
        for (const { direction, openTime, openPrice, closeTime, closePrice } of positions) {
          expectQuoted(columns, openTime, openPrice, direction === 'LONG')
          if (closeTime !== null && closePrice !== null) {
            expectQuoted(columns, closeTime, closePrice, direction === 'SHORT')
          }
        }
      }),
      { numRuns: 150 },
    )
  })

  it('gives the same result in steps of any size', () => {
    fc.assert(
      fc.property(market, actions, options, fc.integer({ min: 1, max: 9 }), (steps, plan, option, rows) => {
        const columns = barsOf(steps, option.spread)
        const run = startRun(scriptOf(plan), columns, changesOf(option))
        while (run.step(rows));
        expect(told(run.finish())).toBe(told(runScript(scriptOf(plan), columns, changesOf(option))))
      }),
      { numRuns: 60 },
    )
  })

  it('gives the same result whether quiet bars are taken in one go or tick by tick', () => {
    fc.assert(
      fc.property(market, actions, options, fc.boolean(), (steps, plan, option, isTick) => {
        const columns: MarketColumns = isTick ? ticksOf(steps, option.spread) : barsOf(steps, option.spread)
        // A late end makes the parts of the curve long, so that bars share one.
        const end = MONDAY + 60 * 86_400_000
        const changes = { ...changesOf(option), end, resolution: isTick ? 0 : 1 } as const
        const quick = runScript(scriptOf(plan), columns, changes)
        const thorough = runScript(scriptOf(plan, 'function onTick(tick) {}'), columns, changes)
        const { equityCurve: quickCurve, ...quickRest } = quick
        const { equityCurve: thoroughCurve, ...thoroughRest } = thorough
        expect(withoutCurve(quickRest)).toEqual(withoutCurve(thoroughRest))
        expect(Math.min(...quickCurve.equity)).toBe(Math.min(...thoroughCurve.equity))
        expect(Math.max(...quickCurve.equity)).toBe(Math.max(...thoroughCurve.equity))
      }),
      { numRuns: 150 },
    )
  })

  it('does not know the future', () => {
    fc.assert(
      fc.property(
        market,
        actions,
        options,
        fc.double({ min: 0.2, max: 0.9, noNaN: true }),
        (steps, plan, option, share) => {
          const rows = Math.max(2, Math.floor(steps.length * share))
          const until = MONDAY + rows * MINUTE
          const whole = runScript(scriptOf(plan), barsOf(steps, option.spread), changesOf(option))
          const part = runScript(scriptOf(plan), barsOf(steps.slice(0, rows), option.spread), changesOf(option))
          const early = ({ orders, positions }: RunResult) => [
            orders.filter(({ fillTime }) => fillTime !== null && fillTime < until),
            positions.filter(({ closeTime }) => closeTime !== null && closeTime < until),
          ]
          expect(early(part)).toEqual(early(whole))
        },
      ),
      { numRuns: 100 },
    )
  })
})

/** The price was there on the side that is traded: at that tick, or within the bar of that time. */
function expectQuoted(columns: MarketColumns, time: number, price: number, isBuy: boolean): void {
  if (columns.kind === 'tick') {
    const row = columns.time.indexOf(time)
    expect(price).toBe((isBuy ? columns.ask : columns.bid)[row])
    return
  }
  const row = columns.time.indexOf(Math.floor(time / MINUTE) * MINUTE)
  const low = (isBuy ? columns.askLow : columns.bidLow)[row] as number
  const high = (isBuy ? columns.askHigh : columns.bidHigh)[row] as number
  expect(price).toBeGreaterThanOrEqual(low - 1e-12)
  expect(price).toBeLessThanOrEqual(high + 1e-12)
}
