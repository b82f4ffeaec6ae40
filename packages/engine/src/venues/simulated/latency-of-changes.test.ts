import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'

import {
  atBars,
  atTicks,
  type Candle,
  flatBars,
  MINUTE,
  minuteBars,
  MONDAY,
  runScript,
  secondTicks,
  still,
  TICKS,
} from '../../run.fixture.ts'

/** The fast lane tries a quarter of the random cases. */
const rounds = (full: number): number => (inject('lane') === 'full' ? full : Math.ceil(full / 4))

type Result = ReturnType<typeof runScript>
const states = ({ orders }: Result) => orders.map(({ status, fillPrice }) => [status, fillPrice])
const closings = ({ positions }: Result) => positions.map(({ closeReason, closePrice }) => [closeReason, closePrice])
const lines = ({ log }: Result, level: 'info' | 'warning') =>
  log.filter((line) => line.level === level).map(({ message }) => message)

/** What `onOrder` receives: id, status, why a change was refused. */
const HEARD = 'function onOrder(order) { log(order.id, order.status, order.refused) }'
const LATE = { ...TICKS, latencyMs: 1_500 } as const

describe('a cancellation with latency, at real ticks', () => {
  // The order is active from 1.5 s; the cancellation is sent at 3 s and arrives at 4.5 s.
  const source = atTicks({ 1: 'buy({ quantity: 1000, limitPrice: 1.09 })', 4: 'log(cancel(1).accepted)' }, HEARD)

  it('cancels the order at the first tick at or after the arrival of the request', () => {
    // The price arrives at 5 s.
    const result = runScript(source, secondTicks([1.1, 1.1, 1.1, 1.1, 1.1, 1.08]), LATE)
    expect(states(result)).toEqual([['CANCELED', null]])
    expect(lines(result, 'info')).toEqual(['true', '1 CANCELED null'])
  })

  it('cancels at a tick with the same time as the arrival', () => {
    const exact = { ...TICKS, latencyMs: 1_000 }
    expect(states(runScript(source, secondTicks([1.1, 1.1, 1.1, 1.1, 1.08]), exact))).toEqual([['CANCELED', null]])
    const later = { ...TICKS, latencyMs: 1_001 }
    expect(states(runScript(source, secondTicks([1.1, 1.1, 1.1, 1.1, 1.08]), later))).toEqual([['FILLED', 1.08]])
  })

  it('reports a cancellation that arrives after the fill to onOrder and the log', () => {
    // The price arrives at 4 s.
    const result = runScript(source, secondTicks([1.1, 1.1, 1.1, 1.1, 1.08, 1.1]), LATE)
    expect(states(result)).toEqual([['FILLED', 1.08]])
    expect(result.orders[0]?.reason).toBeNull()
    expect(lines(result, 'info')).toEqual(['true', '1 FILLED null', '1 FILLED it was already filled'])
    expect(lines(result, 'warning')).toEqual(['Cancellation of order 1 refused: it was already filled'])
  })

  it('arrives after the order itself, which may fill first', () => {
    // Sent at 0 s and at 1 s, arriving at 2 s and at 3 s.
    const both = atTicks({ 1: 'buy({ quantity: 1000, limitPrice: 1.2 })', 2: 'cancel(1)' })
    const slow = { ...TICKS, latencyMs: 2_000 }
    expect(states(runScript(both, secondTicks([1.1, 1.101, 1.102, 1.103]), slow))).toEqual([['FILLED', 1.102]])
    // Sent together, both arrive together: the order is gone before it meets a price.
    const atOnce = atTicks({ 1: 'cancel(buy({ quantity: 1000, limitPrice: 1.2 }))' })
    expect(states(runScript(atOnce, secondTicks([1.1, 1.101, 1.102, 1.103]), slow))).toEqual([['CANCELED', null]])
  })

  it('is not rejected if the order has ended in another way', () => {
    const pair = atTicks({
      1: 'oco(buy({ quantity: 1000, limitPrice: 1 }), sell({ quantity: 1000, limitPrice: 1.2 }))',
      4: 'for (const order of orders) cancel(order)',
    })
    const result = runScript(pair, secondTicks([1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1]), LATE)
    expect(states(result).map(([status]) => status)).toEqual(['CANCELED', 'CANCELED'])
    expect(result.log).toEqual([])
  })

  it('arrives after the last price if the run lasts long enough', () => {
    const until = (seconds: number) =>
      runScript(source, secondTicks([1.1, 1.1, 1.1, 1.1]), { ...LATE, end: MONDAY + seconds * 1_000 }).orders[0]?.status
    expect([until(4), until(5)]).toEqual(['NEW', 'CANCELED'])
  })
})

describe('a change with latency, at real ticks', () => {
  it('keeps the old price until the change arrives', () => {
    // Sent at 3 s, arrives at 4.5 s: from 1.09 to 1.095.
    const source = atTicks({
      1: 'buy({ quantity: 1000, limitPrice: 1.09 })',
      4: 'modify(orders.get(1), { limitPrice: 1.095, quantity: 2000 })',
    })
    const filled = (...bids: number[]) => {
      const { orders } = runScript(source, secondTicks([1.1, 1.1, 1.1, 1.1, ...bids]), LATE)
      return orders.map(({ fillPrice, limitPrice, quantity }) => [fillPrice, limitPrice, quantity])
    }
    // 1.094 at 4 s does not fill at 1.09; at 5 s it does at 1.095.
    expect(filled(1.094, 1.1)).toEqual([[null, 1.095, 2000]])
    expect(filled(1.1, 1.094)).toEqual([[1.094, 1.095, 2000]])
    // 1.08 at 4 s fills the old one.
    expect(filled(1.08, 1.1)).toEqual([[1.08, 1.09, 1000]])
  })

  it('shows the old state and a pending change', () => {
    const look = 'const o = orders.get(1); if (o) log(n, o.limitPrice, o.pending, o.status)'
    const source = atTicks({ 1: 'buy({ quantity: 1000, limitPrice: 1.09 })' }, '').replace(
      'n += 1',
      `n += 1; if (n === 3) modify(orders.get(1), { limitPrice: 1.08 }); if (n === 6) cancel(1); ${look}`,
    )
    // The change is sent at 2 s and arrives at 3.5 s; the cancellation is sent at 5 s and arrives at 6.5 s.
    expect(lines(runScript(source, secondTicks(Array.from({ length: 9 }, () => 1.1)), LATE), 'info')).toEqual([
      '2 1.09 null NEW',
      '3 1.09 CHANGE NEW',
      '4 1.09 CHANGE NEW',
      '5 1.08 null NEW',
      '6 1.08 CANCEL NEW',
      '7 1.08 CANCEL NEW',
    ])
  })

  it('is rejected after a fill, and when the order no longer allows it', () => {
    const late = atTicks(
      { 1: 'buy({ quantity: 1000, limitPrice: 1.09 })', 4: 'modify(orders.get(1), { limitPrice: 1.05 })' },
      HEARD,
    )
    const result = runScript(late, secondTicks([1.1, 1.1, 1.1, 1.1, 1.08, 1.1]), LATE)
    expect(lines(result, 'info')).toEqual(['1 FILLED null', '1 FILLED it was already filled'])
    expect(lines(result, 'warning')).toEqual(['Change of order 1 refused: it was already filled'])
    // Two changes are sent: first the limit moves to 1.05, below the stop loss of 1.06 that follows.
    const two = atTicks(
      {
        1: 'buy({ quantity: 1000, limitPrice: 1.09 })',
        4: 'modify(orders.get(1), { limitPrice: 1.05 }); modify(orders.get(1), { stopLoss: 1.06 })',
      },
      HEARD,
    )
    const changed = runScript(two, secondTicks([1.1, 1.1, 1.1, 1.1, 1.1, 1.1]), LATE)
    expect(lines(changed, 'info')).toEqual(['1 NEW stopLoss 1.06 must be below the price 1.05'])
    expect(changed.orders[0]).toMatchObject({ status: 'NEW', limitPrice: 1.05, reason: null })
  })

  it('is rejected at once when the request itself is invalid', () => {
    const source = atTicks({
      1: 'buy({ quantity: 1000, limitPrice: 1.09 })',
      2: `for (const changes of [{ quantity: 1.5 }, { stopPrice: 1 }, { price: 1 }]) log(modify(orders.get(1), changes).reason)
        log(cancel(7).reason, cancel().reason)`,
    })
    expect(lines(runScript(source, secondTicks([1.1, 1.1, 1.1]), LATE), 'info')).toEqual([
      'quantity must be a multiple of 1',
      'a LIMIT order has no stopPrice to change',
      'price cannot be changed on an order',
      'there is no waiting order 7 cancel needs an order or its id',
    ])
  })

  it('copies the values that the script passed', () => {
    const source = atTicks({
      1: 'buy({ quantity: 1000, limitPrice: 1.09 })',
      4: 'const changes = { limitPrice: 1.08 }; modify(orders.get(1), changes); changes.limitPrice = 1.2',
    })
    const { orders } = runScript(source, secondTicks([1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1]), LATE)
    expect(orders[0]).toMatchObject({ status: 'NEW', limitPrice: 1.08 })
  })

  it('checks post-only against the price on arrival', () => {
    const source = atTicks(
      {
        1: 'buy({ quantity: 1000, limitPrice: 1.09, postOnly: true })',
        4: 'modify(orders.get(1), { limitPrice: 1.099 })',
      },
      HEARD,
    )
    const result = runScript(source, secondTicks([1.1, 1.1, 1.1, 1.1, 1.1, 1.099, 1.1]), LATE)
    expect(lines(result, 'info')).toEqual(['1 NEW post only: it would have been filled at once'])
    expect(result.orders[0]).toMatchObject({ status: 'NEW', limitPrice: 1.09 })
  })
})

describe('changing the stops of a position with latency', () => {
  // Opened at 2 s (sent at 0 s); the change is sent at 3 s and arrives at 4.5 s.
  const script = (changes: string, first = 'stopLoss: 1.08') =>
    atTicks(
      { 1: `buy({ quantity: 1000, ${first} })`, 4: `modify(positions.all()[0], { ${changes} })` },
      `function onStop() { for (const p of positions) log(p.stopLoss, p.pending, p.refused) }`,
    )
  const run = (changes: string, ...bids: number[]) =>
    runScript(script(changes), secondTicks([1.1, 1.1, 1.1, 1.1, ...bids]), LATE)

  it('keeps the old stop until the change arrives', () => {
    expect(closings(run('stopLoss: 1.095', 1.094, 1.1))).toEqual([[null, null]])
    expect(closings(run('stopLoss: 1.095', 1.1, 1.096, 1.094))).toEqual([['stop-loss', 1.094]])
    expect(closings(run('stopLoss: null', 1.079, 1.1))).toEqual([['stop-loss', 1.079]])
    expect(closings(run('stopLoss: null', 1.1, 1.079))).toEqual([[null, null]])
  })

  it('rejects a stop that the market has passed on arrival and keeps the old values', () => {
    const result = run('stopLoss: 1.095, takeProfit: 1.2', 1.1, 1.094, 1.21, 1.1)
    expect(lines(result, 'warning')).toEqual([
      'Change of position 1 refused: stopLoss 1.095 must be below the price 1.094',
    ])
    expect(lines(result, 'info')).toEqual(['1.08 null stopLoss 1.095 must be below the price 1.094'])
    expect(result.positions[0]).toMatchObject({ status: 'OPEN', stopLoss: 1.08, takeProfit: null })
  })

  it('shows a pending change of stops, and reports one that arrives too late', () => {
    const waits = runScript(script('stopLoss: 1.095'), secondTicks([1.1, 1.1, 1.1, 1.1]), LATE)
    expect(lines(waits, 'info')).toEqual(['1.095 null null'])
    const unheard = runScript(script('stopLoss: 1.095'), secondTicks([1.1, 1.1, 1.1, 1.1]), {
      ...LATE,
      end: MONDAY + 4_000,
    })
    expect(lines(unheard, 'info')).toEqual(['1.08 CHANGE null'])
    expect(lines(run('stopLoss: 1.095', 1.07, 1.1), 'warning')).toEqual([
      'Change of position 1 refused: it is closed already',
    ])
  })

  it('starts a trailing stop at the price on arrival', () => {
    // 1.12 when sent, 1.11 on arrival: 1.11 - 0.005.
    const source = script('trailingStop: 0.005', 'stopLoss: 1.01')
    const bids = [1.1, 1.1, 1.1, 1.12, 1.12, 1.11, 1.106, 1.105, 1.11]
    expect(closings(runScript(source, secondTicks(bids), LATE))).toEqual([['trailing-stop', 1.105]])
  })

  it('shows a pending close', () => {
    const source = atTicks(
      { 1: 'buy({ quantity: 1000 })', 4: 'closePosition(1); log(positions.get(1).pending)', 5: 'log(closeAll())' },
      'function onPositionClosed(position) { log(position.pending, position.refused) }',
    )
    const result = runScript(source, secondTicks([1.1, 1.1, 1.1, 1.1, 1.1, 1.1]), LATE)
    expect(lines(result, 'info')).toEqual(['CLOSE', '0', 'null null'])
  })
})

describe('changes with latency inside a bar', () => {
  /** 1.1 up to 1.104 at 20 s, down to 1.09 at 40 s, 1.1 at the end. Its minute begins at the close of bar 2. */
  const bar: Candle = [1.1, 1.104, 1.09, 1.1]
  const run = (first: string, second: string, latencyMs: number, extra = '') =>
    runScript(atBars({ 1: first, 2: second }, extra), minuteBars([...still(1.1, 1.1), bar, ...still(1.1)]), {
      latencyMs,
    })

  it('cancels an order on the path, before or after its price', () => {
    // 1.102 is passed after 10 s on the way up.
    const order = 'sell({ quantity: 1000, limitPrice: 1.102 })'
    expect(states(run(order, 'cancel(1)', 9_000))).toEqual([['CANCELED', null]])
    const late = run(order, 'cancel(1)', 11_000, HEARD)
    expect(states(late)).toEqual([['FILLED', 1.102]])
    expect(lines(late, 'info')).toEqual(['1 FILLED null', '1 FILLED it was already filled'])
  })

  it('moves an order on the path; the new price applies from there', () => {
    const order = 'sell({ quantity: 1000, limitPrice: 1.15 })'
    // Arrives after 10 s, at 1.102, on the way up to 1.104.
    expect(states(run(order, 'modify(orders.get(1), { limitPrice: 1.103 })', 10_000))).toEqual([['FILLED', 1.103]])
    // 1.101 has been passed: the order takes the price there.
    const [filled] = run(order, 'modify(orders.get(1), { limitPrice: 1.101 })', 10_000).orders
    expect(filled).toMatchObject({ fillPrice: expect.closeTo(1.102, 10) as number, liquidity: 'taker' })
    // After 30 s, at 1.097 on the way down from the high: 1.103 was earlier and does not return.
    expect(states(run(order, 'modify(orders.get(1), { limitPrice: 1.103 })', 30_000))).toEqual([['NEW', null]])
  })

  it('sets a stop on the path, checked against the price there', () => {
    const open = 'buy({ quantity: 1000 })'
    // Arrives after 30 s, at 1.097: 1.095 is reached later on the way down to 1.09, 1.098 is on the wrong side of the
    // market.
    const set = run(open, 'modify(positions.all()[0], { stopLoss: 1.095 })', 30_000)
    expect(closings(set)).toEqual([['stop-loss', 1.095]])
    const refused = run(open, 'modify(positions.all()[0], { stopLoss: 1.098 })', 30_000)
    expect(closings(refused)).toEqual([[null, null]])
    expect(lines(refused, 'warning')[0]).toMatch(
      /^Change of position 1 refused: stopLoss 1.098 must be below the price 1.097/,
    )
  })

  it('starts a trailing stop on the path', () => {
    // Arrives after 10 s, at 1.102; the best price is the high of 1.104, so a stop 35 pips behind it is at 1.1005.
    const result = run('buy({ quantity: 1000 })', 'modify(positions.all()[0], { trailingStop: 0.0035 })', 10_000)
    expect(closings(result)).toEqual([['trailing-stop', 1.1005]])
    // Arrives after 30 s, at 1.097 on the way down: 1.0935.
    const late = run('buy({ quantity: 1000 })', 'modify(positions.all()[0], { trailingStop: 0.0035 })', 30_000)
    expect(closings(late)[0]).toEqual(['trailing-stop', expect.closeTo(1.0935, 10)])
  })

  it('also processes changes in quiet bars', () => {
    const source = atBars(
      { 1: 'buy({ quantity: 1000, limitPrice: 1 })', 2: 'cancel(1)' },
      'function onOrder(order) { log(order.status, now()) }',
    )
    // Sent at 2 minutes, arrives half a minute later, reported at the next price, after 40 s.
    const { log } = runScript(source, flatBars(1.1, 5), { latencyMs: 30_000 })
    expect(log.map(({ message }) => message)).toEqual([`CANCELED ${MONDAY + 2 * MINUTE + 40_000}`])
  })
})

describe('linking orders with latency', () => {
  const PAIR = 'const a = buy({ quantity: 1000, limitPrice: 1.09 }), b = sell({ quantity: 1000, limitPrice: 1.11 })'

  it('arrives together with the linked orders, before they meet a price', () => {
    // All three arrive at 1.5 s; the price at 2 s would fill one of the two.
    const source = atTicks({ 1: `${PAIR}; log(oco(a, b).accepted)` })
    const result = runScript(source, secondTicks([1.1, 1.1, 1.12, 1.08]), LATE)
    expect(states(result)).toEqual([
      ['CANCELED', null],
      ['FILLED', 1.12],
    ])
  })

  it('fills only one of two linked orders at a price that would fill both', () => {
    const both = 'oco(buy({ quantity: 1000, limitPrice: 1.2 }), buy({ quantity: 2000, limitPrice: 1.3 }))'
    const ticks = runScript(atTicks({ 1: both }), secondTicks([1.1, 1.1, 1.1, 1.1]), LATE)
    const bars = runScript(atBars({ 1: both }), flatBars(1.1, 3), { latencyMs: 10_000 })
    for (const result of [ticks, bars]) {
      expect(states(result)).toEqual([
        ['FILLED', 1.1],
        ['CANCELED', null],
      ])
    }
  })

  it('links waiting orders with latency, and is rejected when one has ended', () => {
    const source = atTicks({ 1: PAIR, 4: 'log(oco(1, 2).accepted)' }, HEARD)
    // Sent at 3 s, arrives at 4.5 s.
    const linked = runScript(source, secondTicks([1.1, 1.1, 1.1, 1.1, 1.1, 1.12, 1.08]), LATE)
    expect(states(linked)).toEqual([
      ['CANCELED', null],
      ['FILLED', 1.12],
    ])
    const late = runScript(source, secondTicks([1.1, 1.1, 1.1, 1.1, 1.12, 1.1, 1.08]), LATE)
    expect(states(late)).toEqual([
      ['FILLED', 1.08],
      ['FILLED', 1.12],
    ])
    expect(lines(late, 'info')).toEqual([
      'true',
      '2 FILLED null',
      '1 NEW order 2: it was already filled',
      '1 FILLED null',
    ])
    expect(lines(late, 'warning')).toEqual(['Linking of order 1, 2 refused: order 2: it was already filled'])
  })
})

describe('changes and cancellations of a limit order at real ticks', () => {
  /** A request sent after a tick: a limit in points from 1.1, or a cancellation. */
  interface Sent {
    readonly tick: number
    readonly points: number | null
  }

  /** The order as followed by hand; prices in points. */
  function followed(asks: readonly number[], sent: readonly Sent[], limit: number, latency: number) {
    const due = [{ tick: 0, points: limit }, ...sent].map((item) => ({ ...item, at: item.tick * 1_000 + latency }))
    let [price, isThere, isNew, status, late] = [limit, false, true, 'NEW', 0]
    for (let tick = 1; tick < asks.length; tick++) {
      while (due[0] && due[0].tick < tick && due[0].at <= tick * 1_000) {
        const { points } = due.shift() as Sent
        if (!isThere) isThere = true
        else if (status !== 'NEW') late += status === 'FILLED' || points !== null ? 1 : 0
        else if (points === null) status = 'CANCELED'
        else if (points !== price) [price, isNew] = [points, true]
      }
      const ask = asks[tick] as number
      if (!isThere || status !== 'NEW') continue
      if (isNew ? ask <= price : ask < price)
        return { status: 'FILLED', fill: ask, price, late: late + lateAfter(due, tick) }
      isNew = false
    }
    return { status, fill: null, price, late }

    /** Requests that arrive after the fill and before the last tick are too late. */
    function lateAfter(rest: readonly { readonly at: number }[], tick: number): number {
      return rest.filter(({ at }) => at > tick * 1_000 - 1_000 && at <= (asks.length - 1) * 1_000).length
    }
  }

  it('matches a plain scan of every tick for changed and canceled limit orders', () => {
    const walk = fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 3, maxLength: 40 })
    const requests = fc.array(fc.tuple(fc.nat(20), fc.option(fc.integer({ min: -12, max: 4 }), { freq: 4 })), {
      maxLength: 6,
    })
    const latency = fc.constantFrom(0, 400, 1_000, 1_500, 2_600, 5_000)
    fc.assert(
      fc.property(walk, requests, fc.integer({ min: -8, max: 2 }), latency, (steps, list, limit, latencyMs) => {
        let at = 0
        const asks = [at, ...steps.map((step) => (at += step))]
        const price = (points: number) => (110_000 + points) / 1e5
        const sent = list
          .map(([tick, points]) => ({ tick, points }))
          .filter(({ tick }) => tick < steps.length)
          .toSorted((a, b) => a.tick - b.tick)
        const asked = sent.map(({ tick, points }) =>
          points === null
            ? `if (n === ${tick + 1}) answers.push(cancel(1).accepted)`
            : `if (n === ${tick + 1}) answers.push(modify({ id: 1 }, { limitPrice: ${price(points)} }).accepted)`,
        )
        const source = `const answers = []; let n = 0
          function onTick() { n += 1; if (n === 1) buy({ quantity: 1000, limitPrice: ${price(limit)} })
            ${asked.join('\n')} }
          function onStop() { log(JSON.stringify(answers)) }`
        const end = MONDAY + (asks.length - 1) * 1_000 + 1
        const result = runScript(source, secondTicks(asks.map(price)), { ...TICKS, latencyMs, end })
        // Requests that find no working order are refused at once and not sent.
        const accepted = JSON.parse(lines(result, 'info').at(-1) ?? '') as boolean[]
        const known = sent.filter((_, index) => accepted[index])
        const expected = followed(asks, known, limit, latencyMs)
        const [order] = result.orders
        expect([order?.status, order?.fillPrice, order?.limitPrice]).toEqual([
          expected.status,
          expected.fill === null ? null : price(expected.fill),
          price(expected.price),
        ])
        expect(lines(result, 'warning').filter((line) => line.includes('of order 1 refused'))).toHaveLength(
          latencyMs === 0 ? 0 : expected.late,
        )
      }),
      { numRuns: rounds(500) },
    )
  })
})
