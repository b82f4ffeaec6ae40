import { type BarColumns, defineInstrument, type MarketColumns, type TickColumns } from '@tradeloom/domain'
import fc from 'fast-check'
import { expect } from 'vitest'

import { type Candle, MINUTE, minuteBars, MONDAY, tickRows } from './run.fixture.ts'
import type { Series } from './series.ts'
import { DEFAULT_MODELS, type RunSpec } from './run-spec.ts'

/** Twenty minutes before 17:00 New York, so that swap and funding fall inside a run. */
const EVENING = MONDAY + 22 * 3_600_000 - 20 * MINUTE

/** A market as steps in points: four per minute. Large steps make gaps. */
export const anyMarket = fc.array(
  fc.tuple(fc.integer({ min: -60, max: 60 }), fc.nat(40), fc.nat(40), fc.integer({ min: -30, max: 30 })),
  { minLength: 24, maxLength: 60 },
)
type Steps = readonly (readonly [number, number, number, number])[]

/** What the script does at each close: an action, a size, and two distances in points. */
export const anyPlan = fc.array(fc.tuple(fc.nat(19), fc.integer({ min: 1, max: 9 }), fc.nat(60), fc.nat(60)), {
  minLength: 4,
  maxLength: 40,
})
type Plan = readonly (readonly [number, number, number, number])[]

/** Every model of the engine at once. */
const everyModel = fc.record({
  spread: fc.nat(8),
  accounting: fc.constantFrom<RunSpec['accounting'][]>('hedging', 'netting'),
  path: fc.constantFrom<RunSpec['path'][]>('adaptive', 'ohlc', 'olhc', 'worst'),
  slippage: fc.constantFrom<RunSpec['slippage'][]>(
    { model: 'fixed', pips: 0 },
    { model: 'fixed', pips: 0.3 },
    { model: 'random', meanPips: 0.2, deviationPips: 0.3 },
  ),
  limitFill: fc.constantFrom<RunSpec['limitFill'][]>(
    { model: 'through' },
    { model: 'touch' },
    { model: 'probability', probability: 0.4 },
  ),
  latencyMs: fc.constantFrom(0, 100, 15_000, 70_000),
  staleAfterMs: fc.constantFrom(0, 0, 90_000),
  commission: fc.constantFrom<RunSpec['commission'][]>(
    { perLot: 0, percent: 0, minimum: 0, makerPercent: 0, takerPercent: 0 },
    { perLot: 4, percent: 0.001, minimum: 0.05, makerPercent: -0.002, takerPercent: 0.003 },
  ),
  swap: fc.constantFrom<RunSpec['swap'][]>(
    null,
    { unit: 'pips', long: -0.8, short: 0.3, tripleWeekday: 1 },
    { unit: 'percent', long: -4, short: 2, tripleWeekday: null },
  ),
  funding: fc.constantFrom<RunSpec['funding'][]>(null, { hours: 1, rate: 0.0002 }),
  margin: fc.constantFrom<RunSpec['margin'][]>(
    { model: 'instrument' },
    { model: 'rate', rate: 0.2 },
    {
      model: 'tiers',
      tiers: [
        { from: 0, rate: 0.02 },
        { from: 5_000, rate: 0.1 },
      ],
    },
  ),
  closures: fc.constantFrom<RunSpec['closures'][]>([], [{ from: EVENING + 8 * MINUTE, to: EVENING + 11 * MINUTE }]),
  accountCurrency: fc.constantFrom('USD', 'EUR', 'JPY'),
  seed: fc.integer({ min: 1, max: 1_000 }),
  isTick: fc.boolean(),
})

/** Usually every model; otherwise none, so that more orders fill and positions live longer. */
export const anyModels = fc
  .tuple(everyModel, fc.nat(3))
  .map(([models, part]) =>
    part > 0 ? models : { ...models, ...DEFAULT_MODELS, closures: [] as RunSpec['closures'], accountCurrency: 'USD' },
  )
export type Models = typeof anyModels extends fc.Arbitrary<infer Value> ? Value : never

const YEN = defineInstrument('USDJPY:TEST')

/**
 * A run with these models: its data, its settings that differ from the defaults, and the other series that it needs.
 */
export function runOf(steps: Steps, { spread, isTick, ...models }: Models) {
  const columns: MarketColumns = isTick ? ticksOf(steps, spread) : barsOf(steps, spread)
  const isYen = models.accountCurrency === 'JPY'
  const changes: Partial<RunSpec> = {
    ...models,
    resolution: isTick ? 0 : 1,
    start: EVENING,
    end: EVENING + 3_600_000 + MINUTE,
    conversions: isYen ? [YEN] : [],
    initialBalance: isYen ? 300_000 : 2_000,
  }
  const others: Series[] = isYen ? [{ instrumentId: YEN.id, columns: yenBars(steps.length) }] : []
  return { columns, changes, others }
}

function yenBars(rows: number): BarColumns {
  const candles = Array.from({ length: rows }, (_, row): Candle => {
    const price = 150 + (row % 7) / 10
    return [price, price, price, price]
  })
  return minuteBars(candles, 0, EVENING)
}

function barsOf(steps: Steps, spread: number): BarColumns {
  let points = 110_000
  const candles = steps.map(([gap, up, down, move]): Candle => {
    const open = points + gap
    const close = open + move
    points = close
    return [open / 1e5, (Math.max(open, close) + up) / 1e5, (Math.min(open, close) - down) / 1e5, close / 1e5]
  })
  return minuteBars(candles, spread / 1e5, EVENING)
}

function ticksOf(steps: Steps, spread: number): TickColumns {
  let points = 110_000
  return tickRows(
    steps.flatMap((row, at) =>
      row.map((step, k): [number, number, number] => {
        points += k === 2 ? -step : step
        return [EVENING - MONDAY + at * MINUTE + k * 15_000, points / 1e5, (points + spread) / 1e5]
      }),
    ),
  )
}

/** A script that follows a plan with every kind of order; `extra` is appended. */
export function scriptOf(plan: Plan, extra = ''): string {
  return `
    const plan = ${JSON.stringify(plan)}
    let turn = 0
    const first = (items) => { for (const item of items) return item; return null }
    function onIntervalClose(bar) {
      const [action, size, near, far] = plan[turn++ % plan.length]
      const quantity = size * 1000
      // Stops lie a few points away, or so far that they are seldom met.
      const scale = (near + far) % 3 === 0 ? 1 : 0.1
      const low = round(bar.close - near * 1e-5), high = round(bar.close + far * 1e-5)
      const stopLossPips = (near + 1) * scale, takeProfitPips = (far + 1) * scale, trailingStopPips = takeProfitPips
      const order = first(orders), position = first(positions)
      if (action === 0) buy({ quantity })
      if (action === 1) sell({ quantity })
      if (action === 2) buy({ quantity, stopLossPips, takeProfitPips })
      if (action === 3) sell({ quantity, stopLossPips, takeProfitPips })
      if (action === 4) buy({ quantity, limitPrice: low, trailingStopPips })
      if (action === 5) sell({ quantity, limitPrice: high, stopLossPips, postOnly: true })
      if (action === 6) buy({ quantity, stopPrice: high, takeProfitPips })
      if (action === 7) sell({ quantity, stopPrice: low, timeInForce: far > 30 ? 'IOC' : 'GTC' })
      if (action === 8) buy({ quantity, stopPrice: high, limitPrice: round(high + 5e-5), timeInForce: 'GTD', expiry: now() + 2500 * (near + 1) })
      if (action === 9) closeAll()
      if (action === 10) for (const item of positions) modify(item, { trailingStop: pips(1 + near / 10) })
      if (action === 11 && position) closePosition(position, 1000)
      if (action === 12) oco(buy({ quantity, stopPrice: high }), sell({ quantity, stopPrice: low }))
      if (action === 13) sell({ quantity, reduceOnly: true, timeInForce: far > 30 ? 'FOK' : 'GTC' })
      if (action === 14) buy({ quantity, limitPrice: low, reduceOnly: true })
      if (action === 15 && order) modify(order, order.limitPrice ? { limitPrice: order.side === 'BUY' ? low : high } : { quantity })
      if (action === 16 && order) cancel(order)
      if (action === 17) for (const item of orders) if (near > 30) cancel(item); else modify(item, { quantity, stopLoss: null })
      if (action === 18 && position)
        modify(position, position.direction === 'LONG' ? { stopLoss: low, takeProfit: high } : { stopLoss: high, takeProfit: low })
      if (action === 19) oco(...orders)
    }
    ${extra}`
}

/** The price existed on the traded side: at that tick, or within the bar of that time. */
export function expectQuoted(columns: MarketColumns, time: number, price: number, isBuy: boolean): void {
  if (columns.kind === 'tick') {
    expect(price).toBe((isBuy ? columns.ask : columns.bid)[columns.time.indexOf(time)])
    return
  }
  const row = columns.time.indexOf(Math.floor(time / MINUTE) * MINUTE)
  expect(price).toBeGreaterThanOrEqual(((isBuy ? columns.askLow : columns.bidLow)[row] as number) - 1e-12)
  expect(price).toBeLessThanOrEqual(((isBuy ? columns.askHigh : columns.bidHigh)[row] as number) + 1e-12)
}
