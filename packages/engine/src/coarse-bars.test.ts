import { createRandom, defineInstrument, type MarketColumns } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { atBars, type Candle, minuteBars, runScript, still } from './run.fixture.ts'
import type { RunSpec } from './run-spec.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A Sunday. */
const SUNDAY = Date.UTC(2024, 0, 7)
const COIN = defineInstrument('BTCUSDT:TEST')

/** A run on daily bars, without gaps between them unless times are given. */
function daily(source: string, candles: readonly Candle[], changes: Partial<RunSpec> = {}, spread = 0) {
  const columns = minuteBars(candles, spread, changes.start ?? SUNDAY, DAY)
  return onBars(source, columns, changes)
}

function onBars(source: string, columns: MarketColumns, changes: Partial<RunSpec> = {}) {
  const { id } = changes.instrument ?? { id: 'EURUSD:TEST' }
  const start = changes.start ?? SUNDAY
  return runScript(source, columns, {
    interval: 'D1',
    barIntervals: { [id]: 'D1' },
    start,
    end: start + 400 * DAY,
    ...changes,
  })
}

describe('a run on daily bars', () => {
  it('follows the price path inside a day to stop and target', () => {
    // The first close buys at the next open, 1.10. That day the low is nearer: stopped at 1.09 on the way to it. The
    // next day opens at 1.12 and goes up first: the target of 1.13 is reached before the stop.
    const { positions, orders, warnings, bars } = daily(
      atBars({
        1: 'buy({ quantity: 10000, stopLoss: 1.09, takeProfit: 1.12 })',
        2: 'buy({ quantity: 10000, stopLoss: 1.11, takeProfit: 1.13 })',
      }),
      [[1.1, 1.1, 1.1, 1.1], [1.1, 1.125, 1.085, 1.12], [1.12, 1.131, 1.1, 1.105], ...still(1.1)],
      { start: SUNDAY + DAY },
    )
    expect(positions.map((one) => [one.closeReason, one.closePrice, one.profit, one.ambiguous])).toEqual([
      ['stop-loss', 1.09, -100, true],
      ['take-profit', 1.13, 100, true],
    ])
    // Straight from 1.10 to 1.085 in the first third of the day: two thirds of the way at 1.09.
    expect((positions[0]?.closeTime ?? 0) - (SUNDAY + 2 * DAY)).toBeCloseTo((8 * HOUR * 2) / 3, -1)
    expect(orders[0]?.fillTime).toBe(SUNDAY + 2 * DAY)
    expect(bars).toBe(4)
    expect(warnings).toEqual([
      'The finest prices are bars of 1 day: what happens inside of them follows the path model',
    ])
  })

  it('trades after Friday and Sunday bars that end or begin outside trading hours', () => {
    const { orders, closedRows } = daily('function onIntervalClose() { buy({ quantity: 1 }) }', [
      ...still(...Array.from({ length: 14 }, () => 1.1)),
    ])
    // Saturdays are skipped. Friday's close is known at midnight and traded on Sunday.
    expect(closedRows).toBe(2)
    expect(orders.map(({ status }) => status)).toEqual([...Array.from({ length: 11 }, () => 'FILLED'), 'NEW'])
    expect(new Date(orders[5]?.fillTime ?? 0).getUTCDay()).toBe(0)
  })

  it('books swap at 17:00 New York inside a daily bar', () => {
    // Up to 1.11 in the first third, down to 1.09 in the second, then to the close of 1.105: 17:00 New York is 22:00
    // UTC, three quarters of the last third, at 1.10125.
    const day: Candle = [1.1, 1.11, 1.09, 1.105]
    const swap = { unit: 'percent', long: -3.6, short: 0, tripleWeekday: null } as const
    const run = (order: string, candles: Candle[] = [still(1.1)[0] as Candle, day, ...still(1.105)]) =>
      daily(atBars({ 1: order }), candles, { swap, path: 'ohlc', start: SUNDAY + DAY, end: SUNDAY + 4 * DAY })
        .positions[0]
    // Held over both following evenings; 0.01% per night of the value at that time, on the closing side.
    const held = run('buy({ quantity: 100000 })')
    expect(held?.swapCost).toBeCloseTo(10 * 1.10125 + 10 * 1.105, 1)
    // Closed by its target at 1.104, after the rollover, and at 1.10, before it.
    expect(run('buy({ quantity: 100000, limitPrice: 1.095, takeProfit: 1.104 })')?.swapCost).toBeCloseTo(11.0125, 1)
    expect(run('buy({ quantity: 100000, limitPrice: 1.095, takeProfit: 1.1 })')?.swapCost).toBe(0)
    // Opened on the path after the first rollover.
    const late = daily(atBars({ 1: 'buy({ quantity: 100000 })' }), [still(1.1)[0] as Candle, day, ...still(1.105)], {
      swap,
      latencyMs: 23 * HOUR,
      start: SUNDAY + DAY,
      end: SUNDAY + 4 * DAY,
    }).positions[0]
    expect(late?.openTime).toBe(SUNDAY + 2 * DAY + 23 * HOUR)
    expect(late?.swapCost).toBeCloseTo(10 * 1.105, 1)
  })

  it('pays funding three times a day', () => {
    const { positions } = daily(atBars({ 1: 'buy({ quantity: 1 })' }), still(100, 100, 100), {
      instrument: COIN,
      funding: { hours: 8, rate: 0.001 },
      end: SUNDAY + 3 * DAY,
    })
    // 0.10 at 08:00, 16:00 and midnight of both days that it was open.
    expect(positions[0]?.openTime).toBe(SUNDAY + DAY)
    expect(positions[0]?.fundingCost).toBeCloseTo(0.6, 10)
  })

  it('lets orders arrive, wait and expire inside a daily bar', () => {
    const line: Candle = [1.1, 1.1, 1.1, 1.1]
    // Straight from 1.10 to 1.13 in the first third: 1.115 after four hours.
    const { orders } = daily(
      atBars({
        1: `buy({ quantity: 1 }); buy({ quantity: 1, stopPrice: 1.125, timeInForce: 'GTD', expiry: now() + 6 * 3600000 })
            buy({ quantity: 1, stopPrice: 1.11, timeInForce: 'GTD', expiry: now() + 6 * 3600000 })`,
      }),
      [line, [1.1, 1.13, 1.1, 1.1], line],
      { latencyMs: 4 * HOUR, path: 'ohlc', start: SUNDAY + DAY },
    )
    expect(orders[0]?.fillPrice).toBeCloseTo(1.115, 10)
    expect(orders[1]?.status).toBe('EXPIRED')
    expect(orders[2]?.fillPrice).toBeCloseTo(1.115, 10)
  })

  it('converts at the current rate, and at the closing rate at the close', () => {
    const yen = defineInstrument('EURJPY:TEST')
    const dollar = defineInstrument('USDJPY:TEST')
    const columns = minuteBars(still(160, 160, 160), 0, SUNDAY + DAY, DAY)
    columns.bidClose[1] = 161
    columns.bidHigh[1] = 161
    columns.askClose[1] = 161
    columns.askHigh[1] = 161
    const rates = minuteBars(
      [
        [100, 100, 100, 100],
        [100, 125, 100, 125],
        [125, 125, 125, 125],
      ],
      0,
      SUNDAY + DAY,
      DAY,
    )
    const { positions, equityCurve } = runScript(
      atBars({ 1: 'buy({ quantity: 10000 })', 2: 'closeAll()' }),
      columns,
      {
        instrument: yen,
        conversions: [dollar],
        barIntervals: { [yen.id]: 'D1', [dollar.id]: 'D1' },
        interval: 'D1',
        start: SUNDAY + DAY,
        end: SUNDAY + 4 * DAY,
      },
      [{ instrumentId: dollar.id, columns: rates }],
    )
    // It is closed at the next open, at 160 again.
    expect(positions[0]?.profit).toBe(0)
    // 10,000 yen are 100 dollars at the open of the day, the only price known inside it, and 80 at its close.
    expect(Math.max(...equityCurve.equity)).toBe(10_100)
    const atClose = equityCurve.time.indexOf(SUNDAY + 3 * DAY - 1)
    expect(equityCurve.equity[atClose]).toBe(10_080)
  })

  it('records equity at the end of every day and ends with complete bars', () => {
    const closes = [100, 110, 90, 120, 120]
    const { metrics, statistics, ticks } = daily(
      atBars({ 1: 'buy({ quantity: 10 })' }),
      closes.map((close, at): Candle => [closes[at - 1] ?? 100, Math.max(close, closes[at - 1] ?? 100), Math.min(close, closes[at - 1] ?? 100), close]),
      // The fifth day has not ended at the end of the run.
      { instrument: COIN, end: SUNDAY + 4 * DAY + 12 * HOUR },
    ) // prettier-ignore
    expect(ticks).toBe(16)
    expect(statistics.profit).toBe(10 * (120 - 100))
    // The fifth day has started at the end of the run, but has no price yet.
    const returns = [0, 100 / 10_000, -200 / 10_100, 300 / 9_900]
    expect(metrics['averageDailyReturn']?.value).toBeCloseTo(20 * returns.reduce((sum, one) => sum + one, 0), 8)
  })

  it('warms up with earlier bars and builds weekly bars from them', () => {
    const prices = Array.from({ length: 120 }, (_, at) => 100 + at)
    const columns = minuteBars(still(...prices), 0, SUNDAY, DAY)
    const { warmupRows, log } = onBars(
      "const slow = indicators.SMA('D1', 50)\nconst weeks = indicators.SMA('W1', 4)\nlet n = 0\nfunction onIntervalClose(bar) { n += 1; if (n === 1) log(slow.value(), weeks.value(), bar.close) }",
      columns,
      { instrument: COIN, start: SUNDAY + 77 * DAY },
    )
    expect(warmupRows).toBeGreaterThanOrEqual(50)
    // Closes of days 29 to 78, and of the four weeks that ended before.
    expect(log[0]?.message).toBe(`${(128 + 177) / 2} ${(176 + 169 + 162 + 155) / 4} 177`)
  })

  it('treats bars that begin at 17:00 New York as daily bars', () => {
    // 22:00 UTC on Sunday to Thursday.
    const time = Float64Array.from({ length: 10 }, (_, at) => SUNDAY + 22 * HOUR + (at + 2 * Math.floor(at / 5)) * DAY)
    const columns = { ...minuteBars(still(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 0, SUNDAY, DAY), time }
    const { log, bars, closedRows } = onBars(
      'function onIntervalClose(bar) { log(bar.time, now(), bar.close) }',
      columns,
    )
    expect([bars, closedRows]).toEqual([10, 0])
    expect(log.map(({ message }) => message).slice(0, 2)).toEqual(
      [0, 1].map((at) => `${SUNDAY + 22 * HOUR + at * DAY} ${SUNDAY + 22 * HOUR + (at + 1) * DAY} ${at + 1}`),
    )
  })

  it('rejects intervals that its bars cannot build, by name', () => {
    expect(() => daily("every('H1', () => {})\nfunction onTick() {}", still(1.1, 1.1))).toThrow(
      'Bars of 1 h cannot be made from this data, whose bars are 1 day long',
    )
    expect(() => daily('function onTick() {}', still(1.1), { end: SUNDAY + HOUR })).toThrow(/no whole bars of EURUSD/)
  })

  it('resolves ambiguous days with real ticks', () => {
    const columns = minuteBars(
      [
        [100, 100, 100, 100],
        [100, 110, 90, 100],
        [100, 100, 100, 100],
      ],
      0,
      SUNDAY,
      DAY,
    )
    const time = Float64Array.from([1, 2, 3, 4], (hour) => SUNDAY + DAY + hour * HOUR)
    const bid = Float64Array.of(100, 90, 110, 100)
    const run = (others: Parameters<typeof runScript>[3]) =>
      runScript(
        atBars({ 1: 'buy({ quantity: 1, stopLoss: 92, takeProfit: 108 })' }),
        columns,
        { instrument: COIN, interval: 'D1', barIntervals: { [COIN.id]: 'D1' }, start: SUNDAY, end: SUNDAY + 3 * DAY, path: 'ohlc' },
        others,
      ) // prettier-ignore
    expect(run([]).positions[0]).toMatchObject({ closeReason: 'take-profit', ambiguous: true })
    const ticks = run([{ instrumentId: COIN.id, columns: { kind: 'tick', time, bid, ask: bid } }])
    expect(ticks.positions[0]).toMatchObject({ closeReason: 'stop-loss', closePrice: 90, ambiguous: false })
    expect(ticks.finerMinutes).toBe(1)
    expect(ticks.warnings.join()).toMatch(/left open what happened first: 1 bar/)
  })
})

/**
 * A plain daily backtest: long after an up day, short after a down day, with stop and target, one position at a time.
 */
function plainBacktest(candles: readonly Candle[], stop: number, target: number): number[] {
  const profits: number[] = []
  let open: { long: boolean; price: number } | null = null
  let signal = 0
  for (const [o, h, l, c] of candles) {
    if (open === null && signal !== 0) open = { long: signal > 0, price: o }
    const path = h - o < o - l ? [o, h, l, c] : [o, l, h, c]
    for (let at = 0; at < 4 && open !== null; at++) {
      const price = path[at] as number
      const before = at === 0 ? price : (path[at - 1] as number)
      const { long, price: entry }: { long: boolean; price: number } = open
      const [stopAt, targetAt]: [number, number] = long
        ? [entry - stop, entry + target]
        : [entry + stop, entry - target]
      const isStopped = long ? price <= stopAt : price >= stopAt
      const isReached = long ? price > targetAt : price < targetAt
      // Inside the day a level fills at its own price, at the open it fills at the gap price.
      const exit = isStopped ? (at === 0 ? price : stopAt) : isReached ? (at === 0 ? price : targetAt) : Number.NaN
      if (Number.isNaN(exit)) continue
      expect(Number.isFinite(before)).toBe(true)
      profits.push(long ? exit - entry : entry - exit)
      open = null
    }
    signal = c > o ? 1 : c < o ? -1 : 0
  }
  return profits
}

it.each([1, 2, 3])('matches a plain loop over daily bars, market %i', (seed) => {
  const random = createRandom(seed)
  const step = (size: number) => Math.round((random() - 0.5) * size)
  let price = 10_000
  const candles = Array.from({ length: 400 }, (): Candle => {
    const open = price + step(60)
    const close = open + step(400)
    const high = Math.max(open, close) + Math.abs(step(200))
    const low = Math.min(open, close) - Math.abs(step(200))
    price = close
    return [open, high, low, close]
  })
  const { positions } = daily(
    `function onIntervalClose(bar) {
       if (positions.count > 0) return
       const order = { quantity: 1, stopLossPips: 15000, takeProfitPips: 22000 }
       if (bar.close > bar.open) buy(order)
       if (bar.close < bar.open) sell(order)
     }`,
    candles,
    { instrument: COIN, initialBalance: 1_000_000, end: SUNDAY + 400 * DAY },
  )
  const profits = positions.filter(({ status }) => status === 'CLOSED').map(({ profit }) => profit)
  expect(profits.length).toBeGreaterThan(50)
  expect(profits).toEqual(plainBacktest(candles, 150, 220))
})
