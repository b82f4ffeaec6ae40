import { describe, expect, it } from 'vitest'

import {
  atBars,
  atTicks,
  type Candle,
  flatBars,
  minuteBars,
  runScript,
  secondTicks,
  still,
  TICKS,
  tickRows,
} from '../../run.fixture.ts'

const told = ({ orders }: ReturnType<typeof runScript>) =>
  orders.map(({ status, fillPrice, liquidity }) => [status, fillPrice, liquidity])

describe('latency at real ticks', () => {
  const bids = [1.1, 1.101, 1.102, 1.103, 1.104]
  const source = atTicks({ 1: 'buy({ quantity: 1000 })' })

  it('lets an order meet the first tick at or after its arrival', () => {
    const price = (latencyMs: number) =>
      runScript(source, secondTicks(bids), { ...TICKS, latencyMs }).orders[0]?.fillPrice
    // Placed at 0 s; ticks come every second.
    expect([0, 1, 1000, 1001, 2000, 3500].map(price)).toEqual([1.101, 1.101, 1.101, 1.102, 1.102, 1.104])
    expect(price(4001)).toBeNull()
  })

  it('ignores prices that came before a limit or stop order arrived', () => {
    const orders = atTicks({
      1: 'buy({ quantity: 1000, limitPrice: 1.095 }); buy({ quantity: 1000, stopPrice: 1.105 })',
    })
    const run = (latencyMs: number) =>
      told(runScript(orders, secondTicks([1.1, 1.09, 1.11, 1.1, 1.1]), { ...TICKS, latencyMs }))
    expect(run(0)).toEqual([
      ['FILLED', 1.09, 'taker'],
      ['FILLED', 1.11, 'taker'],
    ])
    expect(run(1_500)).toEqual([
      ['NEW', null, null],
      ['FILLED', 1.11, 'taker'],
    ])
    expect(run(2_500)).toEqual([
      ['NEW', null, null],
      ['NEW', null, null],
    ])
  })

  it('delays closing orders as well', () => {
    const close = atTicks({ 1: 'buy({ quantity: 1000 })', 3: 'closeAll()' })
    const { positions } = runScript(close, secondTicks(bids), { ...TICKS, latencyMs: 1_500 })
    // Opened at 2 s; the script then sees it and closes it, which arrives at 3.5 s.
    expect(positions[0]).toMatchObject({ openPrice: 1.102, closePrice: 1.104 })
  })
})

describe('latency inside a bar', () => {
  /** 1.1 up to 1.104 at 20 s, down to 1.09 at 40 s, 1.1 at the end: the open is nearer to the high. */
  const bar: Candle = [1.1, 1.104, 1.09, 1.1]
  const run = (order: string, latencyMs: number) =>
    told(runScript(atBars({ 1: order }), minuteBars([...still(1.1), bar, ...still(1.1)]), { latencyMs }))

  it('fills an arriving order at the interpolated price on the path', () => {
    // After 5 s, a quarter of the first leg: 1.1 + 0.004 / 4. After 30 s, half of the second: 1.104 - 0.014 / 2.
    expect(run('buy({ quantity: 1000 })', 5_000)[0]?.[1]).toBeCloseTo(1.101, 10)
    expect(run('buy({ quantity: 1000 })', 30_000)[0]?.[1]).toBeCloseTo(1.097, 10)
    expect(run('buy({ quantity: 1000 })', 20_000)[0]?.[1]).toBeCloseTo(1.104, 10)
  })

  it('fills a limit order at its arrival price or queues it', () => {
    // It arrives at 1.102.
    const taken = run('buy({ quantity: 1000, limitPrice: 1.103 })', 10_000)
    expect(taken).toEqual([['FILLED', expect.closeTo(1.102, 10), 'taker']])
    expect(run('buy({ quantity: 1000, limitPrice: 1.1015 })', 10_000)).toEqual([['FILLED', 1.1015, 'maker']])
    expect(run('buy({ quantity: 1000, limitPrice: 1.103, postOnly: true })', 10_000)[0]?.[0]).toBe('REJECTED')
    // The leg up to 1.102 is over when a sell limit at 1.101 arrives: the market is beyond it.
    expect(run('sell({ quantity: 1000, limitPrice: 1.1035, postOnly: true })', 10_000)).toEqual([
      ['FILLED', 1.1035, 'maker'],
    ])
    expect(run('sell({ quantity: 1000, limitPrice: 1.101, postOnly: true })', 10_000)[0]?.[0]).toBe('CANCELED')
  })

  it('fills a stop order at the price that the market has reached by its arrival', () => {
    expect(run('buy({ quantity: 1000, stopPrice: 1.101 })', 10_000)[0]?.[1]).toBeCloseTo(1.102, 10)
    expect(run('buy({ quantity: 1000, stopPrice: 1.103 })', 10_000)[0]?.[1]).toBe(1.103)
  })

  it('cancels immediate orders at their arrival, not at the end of the path', () => {
    for (const price of ['limitPrice: 1.095', 'stopPrice: 1.103']) {
      expect(run(`buy({ quantity: 1000, ${price}, timeInForce: 'IOC' })`, 10_000)).toEqual([['CANCELED', null, null]])
    }
    expect(run(`buy({ quantity: 1000, limitPrice: 1.103, timeInForce: 'FOK' })`, 10_000)).toEqual([
      ['FILLED', expect.closeTo(1.102, 10), 'taker'],
    ])
  })
})

describe('the limit on stale prices', () => {
  const ticks = tickRows([
    [0, 1.1, 1.1],
    [1_000, 1.1, 1.1],
    [10_000, 1.2, 1.2],
    [11_000, 1.2, 1.2],
    [12_000, 1.2, 1.2],
  ])

  it('cancels a market order whose first price comes too late', () => {
    const source = atTicks({ 2: 'buy({ quantity: 1000 })' })
    const reason = (staleAfterMs: number) => {
      const [order] = runScript(source, ticks, { ...TICKS, staleAfterMs }).orders
      return order?.reason ?? order?.fillPrice
    }
    // 9 s, from 1 s to 10 s.
    expect([0, 8_999, 9_000].map(reason)).toEqual([1.2, 'there was no price for 8.999 s', 1.2])
  })

  it('keeps a position open whose close was stale, and lets it be closed again', () => {
    const source = atTicks({ 1: 'buy({ quantity: 1000 })', 2: 'closeAll()', 4: 'log(closeAll())' })
    const { orders, positions, log } = runScript(source, ticks, { ...TICKS, staleAfterMs: 5_000 })
    expect(orders.map(({ status }) => status)).toEqual(['FILLED', 'CANCELED', 'FILLED'])
    expect(positions[0]).toMatchObject({ closeTime: ticks.time[4], closePrice: 1.2 })
    expect(log[0]?.message).toBe('1')
  })

  it('ignores orders with a limit or stop price', () => {
    const source = atTicks({ 2: 'buy({ quantity: 1000, limitPrice: 1.3 }); buy({ quantity: 1000, stopPrice: 1.15 })' })
    const { orders } = runScript(source, ticks, { ...TICKS, staleAfterMs: 5_000 })
    expect(orders.map(({ status }) => status)).toEqual(['FILLED', 'FILLED'])
  })

  it('counts from the arrival of the order', () => {
    // Sent at 0 s; in flight for 4 s; the next price comes at 10 s, 6 s later.
    const source = atTicks({ 1: 'buy({ quantity: 1000 })' })
    const told = (staleAfterMs: number) =>
      runScript(source, ticks, { ...TICKS, latencyMs: 4_000, staleAfterMs }).orders[0]?.reason
    expect([5_999, 6_000].map(told)).toEqual(['there was no price for 5.999 s', null])
    // Latency does not count: an order that arrives at a price is not late.
    const slow = runScript(source, secondTicks([1.1, 1.1, 1.1, 1.1, 1.1]), {
      ...TICKS,
      latencyMs: 3_000,
      staleAfterMs: 1_000,
    })
    expect(slow.orders[0]?.status).toBe('FILLED')
  })

  it('counts from the arrival, even inside a bar', () => {
    const source = atBars({ 1: 'buy({ quantity: 1000 })' })
    const { orders } = runScript(source, flatBars(1.1, 4), { latencyMs: 100, staleAfterMs: 5_000 })
    expect(orders[0]?.status).toBe('FILLED')
  })
})
