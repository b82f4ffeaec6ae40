import { describe, expect, it } from 'vitest'

import { atBars, type Candle, MINUTE, minuteBars, MONDAY, runScript, still } from '../../run.fixture.ts'

type Result = ReturnType<typeof runScript>
const states = ({ orders }: Result) => orders.map(({ status, fillPrice }) => [status, fillPrice])

describe('good till a date, inside a bar', () => {
  /** 1.1 up to 1.104 at 20 s, down to 1.09 at 40 s, 1.1 at the end: the open is nearer to the high. */
  const bar: Candle = [1.1, 1.104, 1.09, 1.1]
  const run = (price: string, seconds: number) =>
    states(
      runScript(
        atBars({ 1: `${price}, timeInForce: 'GTD', expiry: now() + ${seconds * 1_000} })` }),
        minuteBars([...still(1.1), bar, ...still(1.1)]),
      ),
    )

  it('expires on the path between two prices, not earlier', () => {
    // 1.1018 is passed on the way up after 9 s, and again on the way down after 20 + 20 x 22 / 140 = 23.1 s.
    const limit = 'sell({ quantity: 1000, limitPrice: 1.1018'
    expect([8, 10, 30].map((seconds) => run(limit, seconds)[0])).toEqual([
      ['EXPIRED', null],
      ['FILLED', 1.1018],
      ['FILLED', 1.1018],
    ])
    // 1.097 is passed on the way down after 30 s.
    const stop = 'sell({ quantity: 1000, stopPrice: 1.097'
    expect([29, 31].map((seconds) => run(stop, seconds)[0])).toEqual([
      ['EXPIRED', null],
      ['FILLED', 1.097],
    ])
  })

  it('expires exactly at its expiry time', () => {
    // A stop at 1.102 is reached after exactly 10 s.
    expect(run('buy({ quantity: 1000, stopPrice: 1.102', 10)[0]).toEqual(['EXPIRED', null])
    expect(run('buy({ quantity: 1000, stopPrice: 1.102', 10.001)[0]).toEqual(['FILLED', 1.102])
  })

  it('expires a triggered stop-limit order as well', () => {
    // The stop at 1.103 is reached after 15 s; 1.1 is passed on the way down after 20 + 20 x 4 / 14 = 25.7 s.
    const order = 'buy({ quantity: 1000, stopPrice: 1.103, limitPrice: 1.1'
    expect([25, 26].map((seconds) => run(order, seconds)[0])).toEqual([
      ['EXPIRED', null],
      ['FILLED', 1.1],
    ])
  })

  it('cancels the linked orders of an expired order', () => {
    const source = atBars({
      1: `oco(buy({ quantity: 1000, limitPrice: 1, timeInForce: 'GTD', expiry: now() + 25000 }),
        sell({ quantity: 1000, stopPrice: 1.097 }))`,
    })
    expect(states(runScript(source, minuteBars([...still(1.1), bar, ...still(1.1)])))).toEqual([
      ['EXPIRED', null],
      ['CANCELED', null],
    ])
  })
})

describe('good till a date, over closed hours', () => {
  /** The forex week ends on Friday 17:00 New York, 22:00 UTC in winter. */
  const FRIDAY = Date.UTC(2024, 0, 12, 22)
  const SUNDAY = Date.UTC(2024, 0, 14, 22)
  const WEEK = { start: FRIDAY - 60 * MINUTE, end: SUNDAY + 60 * MINUTE }
  const bars = minuteBars(still(1.1, 1.1, 1.08, 1.08))
  bars.time.set([FRIDAY - 2 * MINUTE, FRIDAY - MINUTE, SUNDAY, SUNDAY + MINUTE])
  const run = (order: string, expiry: number) => {
    const source = `
      function onIntervalClose() { if (now() === ${FRIDAY}) buy({ quantity: 1000, ${order} timeInForce: 'GTD', expiry: ${expiry} }) }
      function onOrder(order) { log(order.status, now()) }`
    const result = runScript(source, bars, WEEK)
    return [...(states(result)[0] ?? []), ...result.log.map(({ message }) => message)]
  }

  it('expires over the weekend and is reported with the first price after it', () => {
    for (const order of ['limitPrice: 1.09,', 'stopPrice: 1.05,']) {
      expect(run(order, FRIDAY + 60 * MINUTE)).toEqual(['EXPIRED', null, `EXPIRED ${SUNDAY}`])
    }
  })

  it('expires at the first price itself', () => {
    expect(run('limitPrice: 1.09,', SUNDAY)).toEqual(['EXPIRED', null, `EXPIRED ${SUNDAY}`])
    expect(run('limitPrice: 1.09,', SUNDAY + 1)).toEqual(['FILLED', 1.08, `FILLED ${SUNDAY}`])
  })

  it('expires a market order that finds no price in time', () => {
    expect(run('', FRIDAY + 60 * MINUTE)).toEqual(['EXPIRED', null, `EXPIRED ${SUNDAY}`])
    expect(run('', SUNDAY + 1)).toEqual(['FILLED', 1.08, `FILLED ${SUNDAY}`])
  })

  it('lets immediate orders of the closing time meet the first price after the weekend', () => {
    const at = (order: string) => {
      const source = `function onIntervalClose() { if (now() === ${FRIDAY}) buy({ quantity: 1000, ${order} }) }`
      const [order1] = runScript(source, bars, WEEK).orders
      return [order1?.status, order1?.fillPrice, order1?.reason]
    }
    for (const time of ['IOC', 'FOK']) {
      expect(at(`limitPrice: 1.09, timeInForce: '${time}'`)).toEqual(['FILLED', 1.08, null])
      expect(at(`limitPrice: 1.07, timeInForce: '${time}'`)).toEqual(['CANCELED', null, 'could not be filled at once'])
      expect(at(`timeInForce: '${time}'`)).toEqual(['FILLED', 1.08, null])
    }
  })

  it('rejects immediate orders while the market is closed', () => {
    const saturday = FRIDAY + 120 * MINUTE
    const source = `function onIntervalClose() {}
      every('D1', () => { if (now() !== ${saturday}) return
      for (const timeInForce of ['IOC', 'FOK'])
        for (const price of [{}, { limitPrice: 1.2 }, { stopPrice: 1 }, { stopPrice: 1, limitPrice: 2 }])
          log(buy({ quantity: 1000, timeInForce, ...price }).reason) })`
    const { log } = runScript(source, bars, WEEK)
    const told = log.filter(({ level }) => level === 'info').map(({ message }) => message)
    expect(told).toEqual(Array.from({ length: 8 }, () => 'market closed'))
  })
})

describe('good till a date, with latency', () => {
  it('expires orders that are still in flight', () => {
    const source = atBars({
      1: `for (const price of [{}, { limitPrice: 1.2 }])
        buy({ quantity: 1000, ...price, timeInForce: 'GTD', expiry: now() + 5000 })`,
    })
    const { orders } = runScript(source, minuteBars(still(1.1, 1.1, 1.1)), { latencyMs: 10_000 })
    expect(orders.map(({ status, time }) => [status, time - MONDAY])).toEqual([
      ['EXPIRED', MINUTE],
      ['EXPIRED', MINUTE],
    ])
  })
})
