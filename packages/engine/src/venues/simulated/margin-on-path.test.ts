import { type BarColumns, defineInstrument, type TickColumns } from '@tradeloom/domain'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'

import { atBars, type Candle, MINUTE, minuteBars, MONDAY, runScript, still, tickRows } from '../../run.fixture.ts'
import type { RunResult } from '../../run-result.ts'
import type { RunSpec } from '../../run-spec.ts'

/** Prices in cents, so that one step is 0.01. */
const cents = (id: string) => defineInstrument(id, { precision: 2, pipSize: 0.01, marginRate: 0.05 })
const EURUSD = cents('EURUSD:TEST')

const run = (source: string, candles: readonly Candle[], changes: Partial<RunSpec> = {}, spread = 0) =>
  runScript(source, minuteBars(candles, spread), { instrument: EURUSD, ...changes })
const closings = ({ positions }: RunResult) => positions.map(({ closeReason, closePrice }) => [closeReason, closePrice])
const minuteOf = (time: number) => (time - MONDAY) / MINUTE

describe('a closeout inside a bar', () => {
  const fall: Candle[] = [...still(100, 100), [98, 98.5, 80, 90], ...still(90)]

  it('happens where equity falls to half of the used margin, not at the extreme', () => {
    // At a price p, equity is 10,000 + 1,999 (p - 100), and half of the used margin 1,999 x 0.05 / 2 x p = 49.975 p. They
    // are equal at p = 189,900 / 1,949.025 = 97.43333. The path goes from 98 to 98.5 and then down to 80.
    const points = run(atBars({ 1: 'buy({ quantity: 1999 })' }), fall, {
      instrument: defineInstrument('EURUSD:TEST', { marginRate: 0.05 }),
    })
    expect(closings(points)).toEqual([['margin', 97.43333]])
    // 10,000 + 1,999 x (97.43333 - 100)
    expect(points.statistics.balance).toBeCloseTo(4869.22667, 5)
    // With steps of 0.01, the first price at which margin is insufficient is 97.43.
    const steps = run(atBars({ 1: 'buy({ quantity: 1999 })' }), fall)
    expect(closings(steps)).toEqual([['margin', 97.43]])
    expect(steps.statistics.balance).toBeCloseTo(4862.57, 8)
    expect(steps.log.map(({ time, message }) => [minuteOf(time), message])).toEqual([
      // At the open, equity is 6,002 and the used margin 9,795.
      [2, 'Margin call: more margin is used than there is equity'],
      // As all fills inside of a minute, at the time of the price that comes next.
      [2 + 2 / 3, 'Margin close-out of position 1'],
    ])
  })

  it('gets the price after a gap', () => {
    const gap: Candle[] = [...still(100, 100), [90, 91, 80, 90], ...still(90)]
    const result = run(atBars({ 1: 'buy({ quantity: 1999 })' }), gap)
    expect(closings(result)).toEqual([['margin', 90]])
    expect(result.statistics.balance).toBeCloseTo(10_000 - 19_990, 8)
  })

  it('happens at the ask for a short position, with the price rounded up', () => {
    // Sold at the bid of 100. At a bid b, with the ask at b + 0.02: 10,000 - 1,800 (b + 0.02 - 100) = 45 (b + 0.01) at
    // b = 189,963.55 / 1,845 = 102.9612...; the next step is 102.97, and its ask 102.99.
    const rise: Candle[] = [...still(100, 100), [101, 130, 100.5, 120], ...still(120)]
    const result = run(atBars({ 1: 'sell({ quantity: 1800 })' }), rise, {}, 0.02)
    expect(closings(result)).toEqual([['margin', 102.99]])
  })

  it('comes after stops that are reached before it, and not at all if they leave enough equity', () => {
    const guarded = (stopLoss: number) =>
      closings(run(atBars({ 1: `buy({ quantity: 999 }); buy({ quantity: 1000, stopLoss: ${stopLoss} })` }), fall))
    // At 97.43, margin is insufficient for both. After the stop at 97.5, at p: 7,500 + 999 (p - 100) = 24.975 p at
    // p = 92,400 / 974.025 = 94.8641...
    expect(guarded(97.5)).toEqual([
      ['margin', 94.86],
      ['stop-loss', 97.5],
    ])
    // At the same step, stops come first.
    expect(guarded(97.43)[1]).toEqual(['stop-loss', 97.43])
    // Of equal losses per unit, that of 1,000 is larger than that of 999.
    expect(guarded(97.42)[1]).toEqual(['margin', 97.43])
  })

  it('closes the largest loss of several positions first, each where margin becomes insufficient again', () => {
    const result = run(atBars({ 1: 'buy({ quantity: 600 }); buy({ quantity: 800 }); buy({ quantity: 590 })' }), fall)
    // 10,000 + 1,990 (p - 100) = 49.75 p at p = 97.4101...: the second one is closed, with a loss of 800 x 2.59 = 2,072.
    // 7,928 + 1,190 (p - 100) = 29.75 p at 95.7311...: the first one, with a loss of 600 x 4.27 = 2,562.
    // 5,366 + 590 (p - 100) = 14.75 p at 93.2360...: the last one.
    expect(closings(result)).toEqual([
      ['margin', 95.73],
      ['margin', 97.41],
      ['margin', 93.23],
    ])
  })

  it('leaves the side of a hedge alone that gains when closing the other one is enough', () => {
    const source = atBars({ 1: 'buy({ quantity: 1999 }); sell({ quantity: 500 })' })
    const result = run(source, fall)
    // 10,000 + 1,499 (p - 100) = 49.975 p at p = 139,900 / 1,449.025 = 96.5476...
    expect(closings(result)).toEqual([
      ['margin', 96.54],
      [null, null],
    ])
  })

  it('counts the positions of a hedge as ambiguous if the path decides which of them are closed', () => {
    const source = atBars({ 1: 'buy({ quantity: 1999 }); sell({ quantity: 500 })' })
    const over = (path: RunSpec['path']) => run(source, [...still(100, 100), [100, 110, 90, 100]], { path })
    // Down first: after the closeout at 96.54, equity is 4,813.46 - 500 (p - 96.54) = 12.5 p at p = 103.5740... on the way up.
    expect(closings(over('olhc'))).toEqual([
      ['margin', 96.54],
      ['margin', 103.58],
    ])
    expect(closings(over('ohlc'))).toEqual([
      ['margin', 96.54],
      [null, null],
    ])
    expect(over('ohlc').statistics.ambiguousPositions).toBe(1)
  })

  it('calls for margin on the way, once until equity recovers', () => {
    // Bought at 100: 10,000 + 1,500 (p - 100) = 75 p at p = 98.2456; half of the margin at 95.7265.
    const candles: Candle[] = [...still(100, 100), [100, 100, 98, 100], [100, 100, 97, 97.5], [97.5, 99, 97.4, 98.9]]
    const { log, positions } = run(atBars({ 1: 'buy({ quantity: 1500 })' }), candles)
    expect(log.map(({ time }) => minuteOf(time))).toEqual([2 + 2 / 3, 3 + 2 / 3])
    expect(positions[0]?.status).toBe('OPEN')
  })

  it('has its time on the path in bars longer than a minute', () => {
    const hours = minuteBars([...still(100, 100), [98, 98, 86, 90], ...still(90)], 0, MONDAY, 60 * MINUTE)
    const { positions, log } = runScript(atBars({ 1: 'buy({ quantity: 1999 })' }), hours, {
      instrument: EURUSD,
      interval: 'H1',
      barIntervals: { 'EURUSD:TEST': 'H1' },
      path: 'olhc',
    })
    // 98 to 86 takes the first third of the hour, and 97.43 is at 0.57 / 12 of it.
    const place = 120 + (20 * 0.57) / 12
    expect(positions[0]).toMatchObject({ closeReason: 'margin', closePrice: 97.43 })
    expect(minuteOf(positions[0]?.closeTime ?? 0)).toBeCloseTo(place, 4)
    expect(minuteOf(log.at(-1)?.time ?? 0)).toBeCloseTo(place, 4)
  })

  it('converts at the price of its place where the market itself converts', () => {
    // 199,900 USD bought at 100 JPY: used margin 9,995 USD at every price. 10,000 + 199,900 (p - 100) / p = 4,997.5 at
    // p = 19,990,000 / 204,902.5 = 97.5586...
    const result = run(atBars({ 1: 'buy({ quantity: 199900 })' }), fall, { instrument: cents('USDJPY:TEST') })
    expect(closings(result)).toEqual([['margin', 97.55]])
    expect(result.statistics.balance).toBeCloseTo(10_000 - (199_900 * 2.45) / 97.55, 6)
  })

  it('counts the positions of other markets at their last prices', () => {
    const other = cents('GBPUSD:TEST')
    const source = atBars(
      { 1: 'buy({ quantity: 1000 }); pound.buy({ quantity: 999 })' },
      `const pound = market('GBPUSD')`,
    )
    const changes = { instrument: EURUSD, markets: [{ instrument: other, closures: [], swap: null, funding: null }] }
    const still100 = { instrumentId: other.id, columns: minuteBars(still(100, 100, 100, 100)) }
    // 10,000 + 1,000 (p - 100) = 25 p + 2,497.5 at p = 92,497.5 / 975 = 94.8692...
    expect(closings(runScript(source, minuteBars(fall), changes, [still100]))).toEqual([
      ['margin', 94.86],
      [null, null],
    ])
    // The largest loss is closed first, whatever market has moved. With 98 and 96, equity is 10,000 - 2,000 - 3,996, and half
    // of the used margin 2,450 + 2,397.6. Without the second position, 6,004 + 1,000 (p - 100) = 25 p at p = 96.4061...
    const low = { instrumentId: other.id, columns: minuteBars(still(100, 100, 96, 96)) }
    expect(closings(runScript(source, minuteBars(fall), changes, [low]))).toEqual([
      ['margin', 96.4],
      ['margin', 96],
    ])
  })
})

/** Minutes as steps of cents from the close before: a gap, and the extremes and the close in relation to the open. */
const anyMinutes = fc.array(fc.tuple(fc.integer({ min: -40, max: 40 }), fc.nat(300), fc.nat(300), fc.nat(1_000)), {
  minLength: 20,
  maxLength: 30,
})
type Minutes = typeof anyMinutes extends fc.Arbitrary<infer Value> ? Value : never

/** What the script does at each close: an action, a size, and two distances in cents. */
const anyActions = fc.array(fc.tuple(fc.nat(7), fc.integer({ min: 2, max: 19 }), fc.nat(150), fc.nat(150)), {
  minLength: 12,
  maxLength: 30,
})

function barsOf(minutes: Minutes, spread: number): BarColumns {
  let price = 10_000
  const candles = minutes.map(([gap, up, down, place]): Candle => {
    const open = price + gap
    price = open - down + Math.round(((up + down) * place) / 1_000)
    return [open / 100, (open + up) / 100, (open - down) / 100, price / 100]
  })
  return minuteBars(candles, spread / 100)
}

/** A tick for each cent on the path through the bars. */
function ticksOf(
  { bidOpen, bidHigh, bidLow, bidClose }: BarColumns,
  path: 'ohlc' | 'olhc',
  spread: number,
): TickColumns {
  const steps: (readonly [number, number, number])[] = []
  for (let row = 0; row < bidOpen.length; row++) {
    const extremes = path === 'ohlc' ? [bidHigh, bidLow] : [bidLow, bidHigh]
    const points = [bidOpen, ...extremes, bidClose].map((column) => Math.round((column[row] as number) * 100))
    const prices = [points[0] as number]
    for (const point of points)
      while (prices.at(-1) !== point)
        prices.push((prices.at(-1) as number) + Math.sign(point - (prices.at(-1) as number)))
    for (const [at, price] of prices.entries())
      steps.push([row * MINUTE + Math.floor((at * 59_000) / prices.length), price / 100, (price + spread) / 100])
  }
  return tickRows(steps)
}

const script = (actions: readonly (readonly number[])[], unit: number) => `
  const actions = ${JSON.stringify(actions)}
  let turn = 0
  function onIntervalClose(bar) {
    const [action, size, near, far] = actions[turn++ % actions.length]
    const quantity = size * ${unit}
    if (action === 0) buy({ quantity })
    if (action === 1) sell({ quantity })
    if (action === 2) buy({ quantity, stopLoss: round(bar.close - near / 100 - 0.5), takeProfit: round(bar.close + far / 100 + 0.5) })
    if (action === 3) sell({ quantity, stopLoss: round(bar.close + far / 100 + 0.5), takeProfit: round(bar.close - near / 100 - 0.5) })
    if (action === 4) buy({ quantity, stopPrice: round(bar.close + far / 100) })
    if (action === 5) sell({ quantity, stopPrice: round(bar.close - near / 100) })
    if (action === 6) buy({ quantity, limitPrice: round(bar.close - near / 100) })
    if (action === 7) closeAll()
  }`

describe('any script with leverage', () => {
  const anySettings = fc.record({
    spread: fc.nat(3),
    path: fc.constantFrom('ohlc' as const, 'olhc' as const),
    accounting: fc.constantFrom('hedging' as const, 'netting' as const),
    isOwnRate: fc.boolean(),
    merge: fc.boolean(),
    commission: fc.constantFrom(0, 4),
    margin: fc.constantFrom<RunSpec['margin']>(
      { model: 'instrument' },
      {
        model: 'tiers',
        tiers: [
          { from: 0, rate: 0.04 },
          { from: 150_000, rate: 0.08 },
        ],
      },
    ),
  })

  it('is liquidated as on ticks of one price step along the same path', () => {
    let closeouts = 0
    let calls = 0
    const property = fc.property(anyMinutes, anyActions, anySettings, (minutes, actions, settings) => {
      const { spread, path, accounting, isOwnRate, merge, margin, commission } = settings
      const instrument = cents(isOwnRate ? 'USDJPY:TEST' : 'EURUSD:TEST')
      const source = script(actions, isOwnRate ? 10_000 : 100)
      const bars = barsOf(minutes, spread)
      const models: Partial<RunSpec> = {
        instrument,
        path,
        accounting,
        margin,
        limitFill: { model: 'touch' },
        commission: { perLot: commission, percent: 0, minimum: 0, makerPercent: 0, takerPercent: 0 },
      }
      const byBars = runScript(source, bars, models, [], { merge })
      const byTicks = runScript(source, ticksOf(bars, path, spread), { ...models, resolution: 0 }, [], { merge })
      const outcome = ({ positions, orders, log, statistics }: RunResult) => ({
        positions: positions.map(({ openPrice, closePrice, closeReason, quantity, profit }) => ({
          openPrice,
          closePrice,
          closeReason,
          quantity,
          profit: Math.round(profit * 1e6),
        })),
        orders: orders.map(({ status, fillPrice }) => [status, fillPrice]),
        // Numbers in reasons can end in another digit, where they lie halfway between two.
        log: log.map(({ message }) => message.replace(/: not enough.*/, '')),
        equity: Math.round(statistics.equity * 1e6),
      })
      expect(outcome(byBars)).toEqual(outcome(byTicks))
      closeouts += byBars.positions.filter(({ closeReason }) => closeReason === 'margin').length
      calls += byBars.log.filter(({ message }) => message.startsWith('Margin call')).length
    })
    fc.assert(property, { numRuns: inject('lane') === 'full' ? 1_000 : 100 })
    expect(closeouts).toBeGreaterThan(20)
    expect(calls).toBeGreaterThan(20)
  })
})
