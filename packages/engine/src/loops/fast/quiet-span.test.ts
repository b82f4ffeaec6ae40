import type { RowIndex } from '@tradeloom/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Kernel } from '../../kernel.ts'
import type { MarketRows } from '../../market/market-rows.ts'
import type { TradedMarket } from '../../traded-market.ts'
import { EquityRecorder } from '../../record/equity-recorder.ts'
import { ExtremeSteps } from '../../record/extreme-steps.ts'
import { MarginRecord } from '../../record/margin-record.ts'
import { markEquity } from '../quiet-bar.ts'
import { recordSpan } from './quiet-span.ts'

const MINUTE = 60_000
const MARGIN_RATE = 1e-6

/** Steps in points between the prices of each bar. Zeros make equal prices, of which only the first is an extreme. */
const anyRows = fc.array(
  fc.tuple(fc.integer({ min: -4, max: 4 }), fc.nat(3), fc.nat(3), fc.integer({ min: -4, max: 4 })),
  {
    minLength: 1,
    maxLength: 60,
  },
)
const anyRun = fc.record({
  isLong: fc.boolean(),
  quantity: fc.constantFrom(1, 1_000, 37_000),
  rate: fc.constantFrom(1, 0.7, 1 / 3),
  /** From a small drawdown to nearly all of the balance. */
  balance: fc.constantFrom(12, 100, 1e6),
  path: fc.constantFrom('adaptive', 'ohlc', 'olhc', 'worst'),
  cutAfter: fc.nat(20),
})
type Run = typeof anyRun extends fc.Arbitrary<infer Value> ? Value : never

function barsOf(steps: readonly (readonly [number, number, number, number])[]) {
  const names = ['time', 'bidOpen', 'bidHigh', 'bidLow', 'bidClose'] as const
  const bid = Object.fromEntries(names.map((name) => [name, new Float64Array(steps.length)])) as Record<
    (typeof names)[number],
    Float64Array
  >
  let points = 10_000
  for (const [row, [gap, up, down, move]] of steps.entries()) {
    const open = points + gap
    points = open + move
    const prices = [row * MINUTE * 1e5, open, Math.max(open, points) + up, Math.min(open, points) - down, points]
    for (const [at, name] of names.entries()) bid[name][row] = (prices[at] as number) / 1e5
  }
  const ask = (name: (typeof names)[number]) => bid[name].map((price) => price + 1e-5)
  const asks = { askOpen: ask('bidOpen'), askHigh: ask('bidHigh'), askLow: ask('bidLow'), askClose: ask('bidClose') }
  return { kind: 'bar', ...bid, ...asks, rowMs: MINUTE, widestSpread: 1.01e-5 } as unknown as MarketRows
}

/** Everything that a result takes from a recorder after these rows. */
function recorded(
  steps: Parameters<typeof barsOf>[0],
  run: Run,
  way: 'price by price' | 'as spans' | 'as spans by steps',
) {
  const { isLong, quantity, rate, balance, path, cutAfter } = run
  const end = steps.length * MINUTE
  const recorder = new EquityRecorder(balance, 0, end)
  recorder.cut(0)
  const positions = {
    openCount: 2,
    longQuantity: isLong ? quantity : 0,
    shortQuantity: isLong ? 0 : quantity,
    cost: isLong ? -quantity * 0.1 : quantity * 0.1,
    conversion: { own: 0, others: rate },
    margin: { highestRate: MARGIN_RATE, heldUnits: () => quantity * MARGIN_RATE },
  }
  const marginRecord = new MarginRecord()
  const kernel = { account: { balance, marginRecord }, recorder, path } as unknown as Kernel
  const rows = barsOf(steps)
  ExtremeSteps.forRun(rows)
  const excursions = { steps: way === 'as spans by steps' ? ExtremeSteps.forRun(rows) : null }
  const market = { positions, rows, excursions, epsilon: 1e-6 } as unknown as TradedMarket
  const cut = Math.min(cutAfter, steps.length)
  for (const [from, to] of [
    [0, cut],
    [cut, steps.length],
  ] as const) {
    if (way !== 'price by price') recordSpan(kernel, market, from as RowIndex, to as RowIndex)
    else for (let row = from; row < to; row++) markEquity(kernel, market, row as RowIndex, false)
  }
  const { peak, maxDrawdown, maxDrawdownFraction, ruined, floor, high, low } = recorder
  recorder.last = balance
  recorder.lastTime = end
  recorder.lastBalance = balance
  const curve = recorder.finish(end, balance)
  return { record: { peak, maxDrawdown, maxDrawdownFraction, ruined, floor, high, low, curve }, marginRecord }
}

/** The highest used margin and closeout percentage at the four prices of each bar. */
function highestMargin(steps: Parameters<typeof barsOf>[0], { isLong, quantity, rate, balance }: Run) {
  const rows = barsOf(steps)
  const prices = [
    [rows.bidOpen, rows.askOpen],
    [rows.bidHigh, rows.askHigh],
    [rows.bidLow, rows.askLow],
    [rows.bidClose, rows.askClose],
  ].flatMap(([bids, asks]) => Array.from(bids as Float64Array, (bid, row) => [bid, asks?.[row] ?? NaN] as const))
  const used = prices.map(([bid, ask]) => (quantity * MARGIN_RATE * (bid + ask) * rate) / 2)
  // Like the account: where losses nearly take the balance, another order of the same steps rounds visibly differently.
  const worth = (bid: number, ask: number) =>
    isLong ? quantity * bid - quantity * 0.1 : quantity * 0.1 - quantity * ask
  const equity = prices.map(([bid, ask]) => balance + worth(bid, ask) * rate)
  // Rows whose equity could not hold the margin are not quiet, and come to no span.
  fc.pre(equity.every((one, at) => one > 1.1 * (used[at] ?? NaN)))
  return [Math.max(...used), Math.max(...used.map((one, at) => (50 * one) / (equity[at] ?? NaN)))] as const
}

describe('a span of quiet rows', () => {
  it('leaves the same record as its prices one by one', () => {
    fc.assert(
      fc.property(anyRows, anyRun, (steps, run) => {
        const exact = recorded(steps, run, 'price by price')
        const [used, closeoutPercent] = highestMargin(steps, run)
        for (const one of [exact, recorded(steps, run, 'as spans'), recorded(steps, run, 'as spans by steps')]) {
          expect(one.record).toEqual(exact.record)
          expect(one.marginRecord.highestUsed / used).toBeCloseTo(1, 12)
          expect(one.marginRecord.highestCloseoutPercent / closeoutPercent).toBeCloseTo(1, 12)
        }
      }),
      { numRuns: 1_500 },
    )
  })
})
