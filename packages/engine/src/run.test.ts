import { defineInstrument } from '@tradeloom/domain'
import { API_NAMES } from '@tradeloom/script'
import { describe, expect, it } from 'vitest'

import {
  type Candle,
  flatBars,
  MINUTE,
  minuteBars,
  MONDAY,
  runScript,
  startRun,
  testSpec,
  tickRows,
} from './run.fixture.ts'
import { createRun } from './run.ts'
import { DEFAULT_MODELS } from './run-spec.ts'
import type { ScriptFactory } from './script/script-types.ts'

const RISING: Candle[] = [
  [1.1, 1.1002, 1.0999, 1.1001],
  [1.1001, 1.1006, 1.1, 1.1005],
  [1.1005, 1.101, 1.1004, 1.1009],
  [1.1009, 1.1012, 1.1008, 1.1011],
]

/** Places an order right after the close of the first bar. */
const once = (order: string) => `
  let done = false
  function onIntervalClose(bar) { if (!done) { done = true; ${order} } }`

describe('order of events', () => {
  it('fills an order of onIntervalClose at the first price after the close, buys at the ask, sells at the bid', () => {
    const source = once('buy({ quantity: 1000 }); sell({ quantity: 2000 })')
    const { positions, orders } = runScript(source, minuteBars(RISING, 0.0002))
    expect(positions.map(({ direction, openPrice, openTime }) => [direction, openPrice, openTime])).toEqual([
      ['LONG', 1.1003, MONDAY + MINUTE],
      ['SHORT', 1.1001, MONDAY + MINUTE],
    ])
    expect(orders.map(({ status, time }) => [status, time])).toEqual([
      ['FILLED', MONDAY + MINUTE],
      ['FILLED', MONDAY + MINUTE],
    ])
  })

  it('fills an order placed in onTick at the next tick, never at the current one', () => {
    const source = 'function onTick(tick) { if (orders.count === 0 && positions.count === 0) buy({ quantity: 1000 }) }'
    const ticks = tickRows([
      [0, 1.1, 1.1001],
      [500, 1.2, 1.2001],
      [900, 1.3, 1.3001],
    ])
    const { positions } = runScript(source, ticks, { interval: 'Tick', resolution: 0 })
    expect(positions[0]?.openPrice).toBe(1.2001)
  })

  it('calls shorter intervals before longer ones, and order and position handlers before onTick', () => {
    const source = `
      every('M2', (bar) => log('M2', bar.time))
      function onStart() { log('start') }
      function onStop() { log('stop') }
      function onIntervalClose(bar) { log('M1', bar.time); if (positions.count === 0) buy({ quantity: 1000 }) }
      function onOrder(order) { log('order', order.status) }
      function onPositionOpened(position) { log('opened', position.id) }
      function onTick(tick) { if (tick.time % 60000 === 0) log('tick', tick.time) }`
    const { log } = runScript(source, minuteBars(RISING.slice(0, 3)), { end: MONDAY + 3 * MINUTE })
    const at = (minute: number) => MONDAY + minute * MINUTE
    expect(log.map(({ message }) => message)).toEqual([
      'start',
      `tick ${at(0)}`,
      `M1 ${at(0)}`,
      'order FILLED',
      'opened 1',
      `tick ${at(1)}`,
      `M1 ${at(1)}`,
      `M2 ${at(0)}`,
      `tick ${at(2)}`,
      `M1 ${at(2)}`,
      'stop',
    ])
  })

  it('closes a bar only after its end and never makes one up in a gap', () => {
    const bars = minuteBars(RISING)
    bars.time[3] = MONDAY + 30 * MINUTE
    const source = 'function onIntervalClose(bar) { log(bar.time, now()) }'
    const { log } = runScript(source, bars, { end: MONDAY + 31 * MINUTE })
    expect(log.map(({ message }) => message)).toEqual(
      [0, 1, 2, 30].map((minute) => `${MONDAY + minute * MINUTE} ${MONDAY + (minute + 1) * MINUTE}`),
    )
  })

  it('visits the nearer extreme of a bar first, or the high first with the ohlc path', () => {
    const source = 'function onTick(tick) { log(tick.bid) }'
    const bars = minuteBars([
      [1.1, 1.1008, 1.0995, 1.1001],
      [1.1001, 1.1003, 1.0991, 1.1],
      [1.1, 1.1004, 1.0996, 1.1],
    ])
    const adaptive = runScript(source, bars).log.map(({ message }) => message)
    expect(adaptive).toEqual([
      '1.1',
      '1.0995',
      '1.1008',
      '1.1001',
      '1.1001',
      '1.1003',
      '1.0991',
      '1.1',
      '1.1',
      '1.0996',
      '1.1004',
      '1.1',
    ])
    const plain = runScript(source, bars, { path: 'ohlc' }).log.map(({ message }) => message)
    expect(plain.slice(0, 4)).toEqual(['1.1', '1.1008', '1.0995', '1.1001'])
  })
})

describe('fills', () => {
  const fall: Candle[] = [
    [1.1, 1.1, 1.1, 1.1],
    [1.1, 1.1002, 1.099, 1.0995],
    [1.097, 1.098, 1.096, 1.097],
  ]

  it('fills a limit at its own price on the path, and at the better price after a gap', () => {
    const inside = runScript(once('buy({ quantity: 1000, limitPrice: 1.0993 })'), minuteBars(fall))
    expect(inside.positions[0]?.openPrice).toBe(1.0993)
    const gap = runScript(once('buy({ quantity: 1000, limitPrice: 1.098 })'), minuteBars(fall))
    expect(gap.positions[0]?.openPrice).toBe(1.097)
  })

  it('fills a stop at its own price on the path, and at the worse price after a gap', () => {
    const inside = runScript(once('sell({ quantity: 1000, stopPrice: 1.0993 })'), minuteBars(fall))
    expect(inside.positions[0]?.openPrice).toBe(1.0993)
    const gap = runScript(once('sell({ quantity: 1000, stopPrice: 1.098 })'), minuteBars(fall))
    expect(gap.positions[0]?.openPrice).toBe(1.097)
  })

  it('fills at real ticks only at quoted prices', () => {
    const ticks = tickRows([
      [0, 1.1, 1.1001],
      [60_500, 1.1, 1.1001],
      [61_000, 1.0985, 1.0986],
      [62_000, 1.0975, 1.0976],
    ])
    const source = once('buy({ quantity: 1000, limitPrice: 1.099 }); sell({ quantity: 1000, stopPrice: 1.098 })')
    const { positions } = runScript(source, ticks, { resolution: 0 })
    expect(positions.map(({ openPrice }) => openPrice)).toEqual([1.0986, 1.0975])
  })

  it('fills orders in the order in which the path reaches them, not in the order of placing', () => {
    const orders = 'buy({ quantity: 1000, limitPrice: 1.0991 }); sell({ quantity: 2000, stopPrice: 1.0994 })'
    const { positions } = runScript(once(orders), minuteBars(fall))
    expect(positions.map(({ openPrice }) => openPrice)).toEqual([1.0994, 1.0991])
  })

  it('reports an expired order at the first price after its expiry, even inside a quiet bar', () => {
    const source = `${once(`buy({ quantity: 1000, limitPrice: 1, timeInForce: 'GTD', expiry: now() + 30000 })`)}
      function onOrder(order) { log(order.status, now()) }`
    const { log } = runScript(source, flatBars(1.1, 4))
    expect(log.map(({ message }) => message)).toEqual([`EXPIRED ${MONDAY + MINUTE + 40_000}`])
  })

  it('turns a stop-limit order into a limit order at its stop', () => {
    const candles: Candle[] = [
      [1.1, 1.1, 1.1, 1.1],
      [1.1, 1.1006, 1.1, 1.1006],
      [1.1006, 1.1006, 1.1001, 1.1003],
    ]
    const filled = runScript(
      once('buy({ quantity: 1000, stopPrice: 1.1004, limitPrice: 1.1005 })'),
      minuteBars(candles),
    )
    expect(filled.positions[0]?.openPrice).toBe(1.1004)
    const later = runScript(once('buy({ quantity: 1000, stopPrice: 1.1004, limitPrice: 1.1002 })'), minuteBars(candles))
    expect(later.positions[0]).toMatchObject({ openPrice: 1.1002 })
    expect(later.positions[0]?.openTime).toBeGreaterThan(MONDAY + 2 * MINUTE)
  })

  it('can stop out a position in the bar that opened it, but not before it was opened', () => {
    const candles: Candle[] = [
      [1.1, 1.1, 1.1, 1.1],
      [1.1, 1.1005, 1.098, 1.0985],
    ]
    const order = 'buy({ quantity: 1000, limitPrice: 1.099, stopLoss: 1.0985, takeProfit: 1.1004 })'
    const [position] = runScript(once(order), minuteBars(candles)).positions
    expect(position).toMatchObject({ openPrice: 1.099, closePrice: 1.0985, closeReason: 'stop-loss' })
  })

  it('marks a position as ambiguous if one bar contains its stop and its target, and records both outcomes', () => {
    const candles: Candle[] = [
      [1.1, 1.1, 1.1, 1.1],
      [1.1, 1.1, 1.1, 1.1],
      [1.1, 1.1011, 1.0988, 1.1],
    ]
    const source = once('buy({ quantity: 10000, stopLoss: 1.099, takeProfit: 1.101 })')
    const result = runScript(source, minuteBars(candles))
    expect(result.positions[0]).toMatchObject({ closePrice: 1.101, closeReason: 'take-profit', ambiguous: true })
    expect(result.statistics).toMatchObject({
      ambiguousPositions: 1,
      profit: 10,
      ambiguousBestProfit: 10,
      ambiguousWorstProfit: -10,
    })
  })

  it('trails a stop behind the best price and never back', () => {
    const candles: Candle[] = [
      [1.1, 1.1, 1.1, 1.1],
      [1.1, 1.102, 1.1, 1.1015],
      [1.1015, 1.1015, 1.1011, 1.1012],
      [1.1012, 1.1012, 1.1005, 1.1005],
    ]
    const [position] = runScript(once('buy({ quantity: 1000, trailingStopPips: 10 })'), minuteBars(candles)).positions
    expect(position).toMatchObject({ closeReason: 'trailing-stop', trailingStop: 0.001 })
    expect(position?.closePrice).toBeCloseTo(1.101, 10)
    expect(position?.closeTime).toBeGreaterThan(MONDAY + 3 * MINUTE)
  })

  it('ends orders by time in force', () => {
    const source = once(`
      buy({ quantity: 1000, limitPrice: 1.05, timeInForce: 'IOC' })
      buy({ quantity: 1000, limitPrice: 1.2, timeInForce: 'FOK' })
      buy({ quantity: 1000, limitPrice: 1.05, timeInForce: 'GTD', expiry: now() + 90000 })
      buy({ quantity: 1000, limitPrice: 1.05 })`)
    const { orders } = runScript(source, flatBars(1.1, 6))
    expect(orders.map(({ status }) => status)).toEqual(['CANCELED', 'FILLED', 'EXPIRED', 'NEW'])
  })

  it('charges slippage against the trader and commission on every fill', () => {
    const source = `let bar = 0
      function onIntervalClose() { bar++; if (bar === 1) buy({ quantity: 100000 }); if (bar === 2) closeAll() }`
    const result = runScript(source, flatBars(1.1, 4), {
      slippage: { model: 'fixed', pips: 1 },
      commission: { ...DEFAULT_MODELS.commission, perLot: 3 },
    })
    expect(result.positions[0]).toMatchObject({ openPrice: 1.1001, commission: 6 })
    expect(result.positions[0]?.closePrice).toBeCloseTo(1.0999, 10)
    expect(result.statistics).toMatchObject({ profit: -26, balance: 9974, equity: 9974, commission: 6 })
  })
})

describe('refusals', () => {
  it('are returned with a reason and reported to onOrder and the log', () => {
    const source = `
      ${once(`
        log(buy({ quantity: NaN }).status)
        buy({ quantity: 1.5 })
        buy({ quantity: 1000, stopLoss: 1.2 })
        sell({ quantity: 1000, takeProfitPips: 5, takeProfit: 1 })
        buy({ quantity: 1000, price: 1.1 })
        buy()
        closePosition(99)
        buy({ quantity: 90000000 })`)}
      function onOrder(order) { if (order.reason) log(order.reason) }`
    const { log, orders, positions } = runScript(source, flatBars(1.1, 3))
    expect(positions).toEqual([])
    expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(['REJECTED']))
    expect(log[0]?.message).toContain('Order 1 refused: quantity must be a number above 0')
    const told = log.filter(({ level }) => level === 'info').map(({ message }) => message)
    expect(told).toEqual([
      'REJECTED',
      'quantity must be a number above 0',
      'quantity must be a multiple of 1',
      'stopLoss 1.2 must be below the price 1.1',
      'give takeProfit or takeProfitPips, not both',
      'price is not an order option',
      'an order needs { quantity }',
      'there is no open position 99',
      expect.stringContaining('not enough margin'),
    ])
  })

  it('acknowledges modify and cancel and executes them', () => {
    const source = `
      let bar = 0
      function onIntervalClose() {
        bar++
        if (bar === 1) { buy({ quantity: 1000 }); buy({ quantity: 1000, limitPrice: 1.05 }); sell({ quantity: 1000, stopPrice: 1.06 }) }
        if (bar === 2) {
          const [position] = positions.all()
          log(JSON.stringify([
            modify(position, { stopLoss: 1.2 }).reason,
            modify(position, { stopLoss: 1.09, takeProfit: 1.11 }).accepted,
            modify(orders.get(2), { limitPrice: 1.1 }).accepted,
            modify(orders.get(2), { stopPrice: 1.1 }).accepted,
            cancel(3).accepted,
            cancel(3).accepted,
          ]))
        }
      }`
    const { log, positions, orders } = runScript(source, flatBars(1.1, 5))
    expect(JSON.parse(log.find(({ level }) => level === 'info')?.message ?? '')).toEqual([
      'stopLoss 1.2 must be below the price 1.1',
      true,
      true,
      false,
      true,
      false,
    ])
    expect(positions.map(({ stopLoss, openPrice }) => [stopLoss, openPrice])).toEqual([
      [1.09, 1.1],
      [null, 1.1],
    ])
    expect(orders[2]?.status).toBe('CANCELED')
  })
})

describe('account', () => {
  it('liquidates the largest loss first when equity falls to half of the used margin', () => {
    const source = once('buy({ quantity: 100000 }); buy({ quantity: 300000 })')
    const fall: Candle[] = Array.from({ length: 40 }, (_, row) => {
      const price = Math.round((1.1 - Math.max(0, row - 2) * 0.001) * 1e5) / 1e5
      return [price, price, price, price]
    })
    const { positions, log } = runScript(source, minuteBars(fall))
    expect(positions.map(({ quantity, closeReason }) => [quantity, closeReason])).toEqual([
      [100_000, null],
      [300_000, 'margin'],
    ])
    // Half of the used margin is 4,340 at 1.085, where equity is 4,000; one step before, it was 4,344 with equity of
    // 4,400.
    expect(positions[1]?.closePrice).toBe(1.085)
    expect(log.map(({ message }) => message)).toContain('Margin close-out of position 2')
  })

  it('converts profits at the current rate, from the market itself or from a conversion instrument', () => {
    const yen = defineInstrument('USDJPY:TEST')
    const source = `let bar = 0
      function onIntervalClose() { bar++; if (bar === 1) buy({ quantity: 1000 }); if (bar === 2) closeAll() }`
    const candles: Candle[] = [150, 150, 151, 151].map((price) => [price, price, price, price])
    const own = runScript(source, minuteBars(candles), { instrument: yen })
    expect(own.statistics.profit).toBeCloseTo(1000 / 151, 8)

    const cross = defineInstrument('EURGBP:TEST')
    const cable = defineInstrument('GBPUSD:TEST')
    const crossCandles: Candle[] = [0.85, 0.85, 0.86, 0.86].map((price) => [price, price, price, price])
    const converted = runScript(source, minuteBars(crossCandles), { instrument: cross, conversions: [cable] }, [
      { instrumentId: cable.id, columns: flatBars(1.25, 4) },
    ])
    expect(converted.statistics.profit).toBeCloseTo(10 * 1.25, 8)
    expect(() => runScript(source, minuteBars(crossCandles), { instrument: cross })).toThrow(
      'Conversion instruments not found',
    )
  })

  it('divides by a conversion instrument that is quoted inversely, at its current price', () => {
    const source = `let bar = 0
      function onIntervalClose() { bar++; if (bar === 1) buy({ quantity: 1000 }); if (bar === 2) closeAll() }`
    const cross = defineInstrument('EURJPY:TEST')
    const yen = defineInstrument('USDJPY:TEST')
    const price = (values: readonly number[]) => minuteBars(values.map((value): Candle => [value, value, value, value]))
    const { statistics } = runScript(source, price([160, 160, 161, 161]), { instrument: cross, conversions: [yen] }, [
      { instrumentId: yen.id, columns: price([140, 150, 155, 170]) },
    ])
    expect(statistics.profit).toBeCloseTo(1000 / 155, 8)
  })

  it('treats a stablecoin as one dollar and warns about it', () => {
    const source = `let bar = 0
      function onIntervalClose() { bar++; if (bar === 1) buy({ quantity: 1 }); if (bar === 2) closeAll() }`
    const coin = defineInstrument('ETHUSDT:TEST')
    const candles: Candle[] = [2000, 2000, 2010, 2010].map((price) => [price, price, price, price])
    const { statistics, warnings } = runScript(source, minuteBars(candles), { instrument: coin })
    expect(statistics.profit).toBe(10)
    expect(warnings).toEqual(['1 USDT was taken as 1 USD'])
  })

  it('nets opposite orders in a netting account', () => {
    const source = `let bar = 0
      function onIntervalClose() {
        bar++
        if (bar === 1) buy({ quantity: 3000 })
        if (bar === 2) sell({ quantity: 1000 })
        if (bar === 3) sell({ quantity: 5000 })
      }`
    const { positions } = runScript(source, flatBars(1.1, 5), { accounting: 'netting' })
    expect(positions.map(({ id, direction, quantity, closeReason }) => [id, direction, quantity, closeReason])).toEqual(
      [
        [1, 'LONG', 2000, 'netting'],
        [2, 'LONG', 1000, 'netting'],
        [3, 'SHORT', 3000, null],
      ],
    )
  })

  it('shows the script the current account and positions', () => {
    const source = `let bar = 0
      function onIntervalClose() {
        bar++
        if (bar === 1) { buy({ quantity: 1000 }); sell({ quantity: 3000 }) }
        if (bar === 3) log(JSON.stringify([account.equity, account.balance, positions.count, positions.longCount,
          positions.netQuantity, [...positions].map((p) => p.profit), account.currency]))
      }`
    const { log } = runScript(source, minuteBars(RISING))
    expect(JSON.parse(log.find(({ level }) => level === 'info')?.message ?? '')).toEqual([
      expect.closeTo(9998.4, 8),
      10_000,
      2,
      1,
      -2000,
      [0.8, -2.4],
      'USD',
    ])
  })
})

describe('bars and indicators', () => {
  it('shows finished bars by index and the forming bar separately', () => {
    const source = `
      const hours = bars('M2')
      function onTick(tick) {
        if (tick.time === ${MONDAY + 3 * MINUTE}) {
          log(JSON.stringify([hours.count, hours.close(), hours.open(0), hours.high(), hours.close(1), hours.forming]))
        }
      }
      function onIntervalClose() {}`
    const { log } = runScript(source, minuteBars(RISING, 0.0001))
    expect(JSON.parse(log.find(({ level }) => level === 'info')?.message ?? '')).toEqual([
      1,
      1.1005,
      1.1,
      1.1006,
      null,
      {
        time: MONDAY + 2 * MINUTE,
        open: 1.1005,
        high: 1.101,
        low: 1.1004,
        close: 1.1009,
        volume: 1,
        spread: expect.closeTo(0.0001, 9),
      },
    ])
  })

  it('builds longer bars from shorter ones, with or without orders in them', () => {
    const source = (extra: string) => `every('M2', (bar) => log(JSON.stringify(bar)))
      function onIntervalClose() {}
      ${extra}`
    const candles: Candle[] = [
      [1.1, 1.1002, 1.0999, 1.1001],
      [1.1001, 1.1006, 1.0995, 1.1005],
      [1.1005, 1.101, 1.1004, 1.1009],
    ]
    const quiet = runScript(source(''), minuteBars(candles, 0.0001), { end: MONDAY + 3 * MINUTE })
    const ticked = runScript(source('function onTick() {}'), minuteBars(candles, 0.0001), { end: MONDAY + 3 * MINUTE })
    expect(quiet.log).toEqual(ticked.log)
    expect(quiet.log.map(({ message }) => JSON.parse(message) as unknown)).toEqual([
      {
        time: MONDAY,
        open: 1.1,
        high: 1.1006,
        low: 1.0995,
        close: 1.1005,
        volume: 2,
        spread: expect.closeTo(0.0001, 9),
      },
    ])
  })

  it('feeds the history that indicators need before the start, without calling handlers', () => {
    const source = `const average = indicators.SMA('M1', 3)
      function onIntervalClose(bar) { log(bar.time, average.ready) }`
    const bars = flatBars(1.1, 10)
    const { log, warmupRows } = runScript(source, bars, { start: MONDAY + 6 * MINUTE, end: MONDAY + 8 * MINUTE })
    expect(warmupRows).toBe(4)
    expect(log.map(({ message }) => message)).toEqual([6, 7].map((minute) => `${MONDAY + minute * MINUTE} true`))
  })

  it('rejects intervals that the data cannot provide', () => {
    const source = (call: string) => `${call}\nfunction onIntervalClose() {}`
    expect(() => startRun(source(`bars('S5')`), flatBars(1.1, 5))).toThrow('cannot be made from this data')
    expect(() => startRun(source(`bars('M3')`), flatBars(1.1, 5))).toThrow("'M3' is not an interval")
    expect(() => startRun(source(`indicators.SMA('M1', -1)`), flatBars(1.1, 5))).toThrow('period must be')
  })
})

describe('inputs', () => {
  const source = 'function onIntervalClose() {}'
  const bars = flatBars(1.1, 5)

  it('rejects invalid run specifications', () => {
    expect(() => startRun(source, bars, { end: MONDAY - 1 })).toThrow('End cannot be before start!')
    expect(() => startRun(source, bars, { resolution: 0 })).toThrow('Tick resolution needs ticks')
    expect(() => startRun(source, bars, { initialBalance: 0 })).toThrow('Initial balance')
    expect(() => startRun(source, bars, { start: MONDAY + 86_000_000 })).toThrow('There are no prices of EURUSD:TEST')
    expect(testSpec().instrument.pipSize).toBe(0.0001)
  })

  it('rejects invalid data and names the time of the row', () => {
    const broken = flatBars(1.1, 5)
    broken.bidClose[2] = NaN
    expect(() => startRun(source, broken)).toThrow('The market data is broken at 2024-01-08T00:02:00.000Z')
    const unordered = flatBars(1.1, 5)
    unordered.time[3] = MONDAY
    expect(() => startRun(source, unordered)).toThrow('times must ascend')
  })

  it('keeps the newest log lines, counts the dropped ones, and stops a script that floods the log', () => {
    const chatty = `function onTick(tick) { for (let n = 0; n < 2000; n++) log('line', n) }`
    const result = runScript(chatty, bars)
    expect(result.log.length).toBe(5_000)
    expect(result.logDropped).toBe(5 * 4 * 2_000 - 5_000)
    const numbers = result.log.map(({ message }) => Number(message.slice(5)))
    expect(numbers).toEqual(Array.from({ length: 5_000 }, (_, at) => (at + 1_000) % 2_000))
    const flood = `const text = 'x'.repeat(1_000_000)\nfunction onTick(tick) { for (;;) log(text) }`
    expect(() => runScript(flood, bars)).toThrow('wrote more than 64 MB of log')
  })

  it('keeps the log after the script has thrown', () => {
    const run = startRun(`function onTick() { log('before'); throw new Error('lost') }`, bars)
    expect(() => run.step(10)).toThrow('lost')
    expect(run.log().map(({ message }) => message)).toEqual(['before'])
  })

  it('reports progress and live numbers, and can be stopped early', () => {
    const run = startRun(`function onIntervalClose() { if (positions.count === 0) buy({ quantity: 1000 }) }`, bars)
    expect(run.events).toBe(5)
    expect(run.step(2)).toBe(true)
    expect(run.progress()).toBe(0.4)
    expect(run.live()).toMatchObject({ openPositions: 1, closedPositions: 0, balance: 10_000 })
    expect(run.live().positions).toMatchObject([{ id: 1, status: 'OPEN', quantity: 1000, closeTime: null }])
    const { bid, ask } = run.live()
    expect([bid, ask]).toEqual([expect.any(Number), expect.any(Number)])
    const result = run.finish('stopped')
    expect(result.ticks).toBe(8)
    expect(result.positions).toHaveLength(1)
  })
})

describe('the script API', () => {
  it('provides every name that the typings declare', () => {
    const given: string[] = []
    const factory: ScriptFactory = (api) => {
      given.push(...Object.keys(api))
      return { onIntervalClose: () => undefined }
    }
    const spec = testSpec({ externals: { fast: 3 } })
    createRun({ spec, series: [{ instrumentId: spec.instrument.id, columns: flatBars(1.1, 5) }], factory })
    expect(given.toSorted()).toEqual([...API_NAMES, 'fast'].toSorted())
  })

  it('exposes objects that a script can neither change nor look behind', () => {
    const source = `
      function attempt(change) { try { change() } catch (error) { log(error.name) } }
      attempt(() => { instrument.pipSize = 1 })
      attempt(() => { account.balance = 1e9 })
      attempt(() => { positions.extra = 1 })
      attempt(() => { Object.getPrototypeOf(positions).all = null })
      attempt(() => { Object.getPrototypeOf(indicators.SMA('M1', 2)).value = null })
      log(indicators.SMA('M1', 2).constructor === Object)
      function onTick() { log(this === undefined) }
      function onIntervalClose() { log(this === undefined) }`
    const { log } = runScript(source, flatBars(1.1, 1))
    expect(log.map(({ message }) => message)).toEqual([
      'TypeError',
      'TypeError',
      'TypeError',
      'TypeError',
      'TypeError',
      'true',
      'true',
      'true',
      'true',
      'true',
      'true',
    ])
  })
})
