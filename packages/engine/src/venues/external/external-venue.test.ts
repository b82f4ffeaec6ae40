import { createRandom, type TickColumns } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import type { TradeRequest } from '../../orders/trade-request.ts'
import type { EventQueue, OutsideEvent } from '../../ports/event-queue.ts'
import { MINUTE, MONDAY, runScript, secondTicks, startRun, tickRows, TICKS } from '../../run.fixture.ts'
import type { Run } from '../../run.ts'
import type { VenueLink } from './external-venue.ts'

/** Events in time order, as they arrive from outside. */
class TestQueue implements EventQueue {
  #events: OutsideEvent[] = []

  get next(): number {
    return this.#events[0]?.time ?? Infinity
  }

  add(event: OutsideEvent): void {
    this.#events = [...this.#events, event].sort((a, b) => a.time - b.time)
  }

  take(): OutsideEvent | null {
    return this.#events.shift() ?? null
  }
}

/** A venue that records requests and reports what the test specifies. */
function testVenue(onRequest: (request: TradeRequest, queue: TestQueue) => void = () => undefined) {
  const queue = new TestQueue()
  const requests: TradeRequest[] = []
  const link: VenueLink = {
    events: queue,
    send: (request) => {
      // Throws unless it is plain data.
      const copy = structuredClone(request)
      expect(JSON.parse(JSON.stringify(copy))).toEqual(request)
      requests.push(copy)
      onRequest(copy, queue)
    },
  }
  return { link, queue, requests }
}

const SIX_TICKS = secondTicks([1.1, 1.1001, 1.1002, 1.1003, 1.1004, 1.1005], 0.0002)
const WITNESS = `
  function onOrder(order) { log('order', now(), order.id, order.status, order.fillPrice, order.positionId, order.reason) }
  function onPositionOpened(position) { log('opened', now(), position.id, position.quantity, position.openPrice) }
  function onPositionClosed(position) { log('closed', now(), position.id, position.quantity, position.closePrice, position.closeReason) }`
/** Trades once after the first tick. */
const buying = (request: string) => `
  let n = 0
  function onTick(tick) { n += 1; if (n === 1) buy(${request}) }
  ${WITNESS}`

function start(source: string, link: VenueLink, columns: TickColumns = SIX_TICKS): Run {
  return startRun(source, columns, { ...TICKS, end: MONDAY + MINUTE }, [], { venue: link })
}

/** What the script was told, times in seconds of the run. */
const told = (run: Run) =>
  run.log().map(({ message }) => message.replaceAll(/\b17\d{11}\b/g, (time) => String((Number(time) - MONDAY) / 1000)))

describe('an external venue', () => {
  it('receives orders as plain data and leaves them new until it reports a fill', () => {
    const { link, requests } = testVenue()
    const run = start(buying('{ quantity: 2000, limitPrice: 1.0999, stopLossPips: 10 }'), link)
    while (run.step(100));
    expect(requests).toMatchObject([
      {
        kind: 'PLACE',
        orderId: 1,
        instrumentId: 'EURUSD:TEST',
        type: 'LIMIT',
        side: 'BUY',
        quantity: 2000,
        limitPrice: 1.0999,
        stopLossDistance: 0.001,
      },
    ])
    expect(run.finish().orders).toMatchObject([{ id: 1, status: 'NEW', fillPrice: null }])
  })

  it('applies a reported fill with the first price at or after its time, before the script sees that price', () => {
    const { link } = testVenue(({ kind }, queue) => {
      if (kind === 'PLACE') queue.add(fill({ time: MONDAY + 2_500, price: 1.1009 }))
    })
    const run = start(buying('{ quantity: 2000, stopLossPips: 10 }'), link)
    run.step(3)
    expect(told(run)).toEqual([])
    run.step(1)
    expect(told(run)).toEqual(['order 3 1 FILLED 1.1009 1 null', 'opened 3 1 2000 1.1009'])
    expect(run.live()).toMatchObject({ openPositions: 1, balance: 9_999.5 })
  })

  it('sends the stops of an opened position as a request', () => {
    const { link, requests } = testVenue((request, queue) => {
      if (request.kind === 'PLACE') queue.add(fill({ time: MONDAY + 1_000, price: 1.1 }))
    })
    const run = start(buying('{ quantity: 2000, stopLossPips: 10, takeProfit: 1.2 }'), link)
    while (run.step(100));
    expect(requests[1]).toEqual({
      kind: 'CHANGE_POSITION',
      positionId: 1,
      changes: { stopLoss: 1.099, takeProfit: 1.2, trailingStop: null },
    })
  })

  it('books partial fills at their own prices and ends the order with the last one, at their average', () => {
    const { link } = testVenue((_, queue) => {
      queue.add(fill({ time: MONDAY + 1_000, quantity: 500, price: 1.1 }))
      queue.add(fill({ time: MONDAY + 2_000, quantity: 1_500, price: 1.104 }))
    })
    const run = start(buying('{ quantity: 2000 }'), link)
    while (run.step(100));
    expect(told(run)).toEqual(['opened 1 1 500 1.1', 'order 2 1 FILLED 1.103 2 null', 'opened 2 2 1500 1.104'])
    expect(run.finish().statistics).toMatchObject({ positionCount: 2, commission: 1 })
  })

  it('closes what the venue reports as closed and ends what it reports as ended', () => {
    const { link } = testVenue((request, queue) => {
      if (request.kind !== 'PLACE') return
      if (request.type === 'LIMIT') {
        queue.add({ kind: 'ORDER_END', time: MONDAY + 3_000, orderId: 2, status: 'REJECTED', reason: 'price too far' })
        return
      }
      queue.add(fill({ time: MONDAY + 1_000, price: 1.1 }))
      const closing = { price: 1.099, quantity: 2_000, commission: 0.25, reason: 'stop-loss' } as const
      queue.add({ kind: 'POSITION_CLOSE', time: MONDAY + 2_000, positionId: 1, ...closing })
      queue.add({ kind: 'BALANCE', time: MONDAY + 4_000, balance: 9_000 })
    })
    const script = `
      let n = 0
      function onTick(tick) {
        n += 1
        if (n === 1) buy({ quantity: 2000 })
        if (n === 2) buy({ quantity: 1000, limitPrice: 0.5 })
      }
      ${WITNESS}`
    const run = start(script, link)
    while (run.step(100));
    expect(told(run)).toEqual([
      'order 1 1 FILLED 1.1 1 null',
      'opened 1 1 2000 1.1',
      'closed 2 1 2000 1.099 stop-loss',
      'Order 2 refused: price too far',
      'order 3 2 REJECTED null null price too far',
    ])
    expect(run.live()).toMatchObject({ balance: 9_000, equity: 9_000, openPositions: 0 })
  })

  it('applies an event without a price: bars that are due end first, and onTick is not called', () => {
    const { link } = testVenue()
    const ticks = tickRows([
      [1_000, 1.1, 1.1002],
      [30_000, 1.1001, 1.1003],
      [150_000, 1.1002, 1.1004],
    ])
    const run = startRun(
      `function onTick(tick) { log('tick', now()); if (orders.count === 0) buy({ quantity: 2000 }) }
       function onIntervalClose(bar) { log('bar', now(), bar.close) }
       ${WITNESS}`,
      ticks,
      { interval: 'M1', resolution: 0, end: MONDAY + 5 * MINUTE },
      [],
      { venue: link },
    )
    run.step(2)
    run.receive(fill({ time: MONDAY + 90_000, price: 1.1005 }))
    expect(told(run)).toEqual([
      'tick 1',
      'tick 30',
      'bar 60 1.1001',
      'order 90 1 FILLED 1.1005 1 null',
      'opened 90 1 2000 1.1005',
    ])
    run.step(1)
    expect(told(run).at(-1)).toBe('tick 150')
  })

  it('logs events about orders and positions that are not open, and changes nothing', () => {
    const { link } = testVenue()
    const run = start(buying('{ quantity: 2000 }'), link)
    run.step(2)
    const before = run.live()
    run.receive(fill({ time: MONDAY + 1_500, orderId: 7, price: 1.1 }))
    run.receive({ kind: 'ORDER_END', time: MONDAY + 1_600, orderId: 8, status: 'CANCELED', reason: null })
    const closing = { price: 1.1, quantity: 1, commission: 0, reason: 'script' } as const
    run.receive({ kind: 'POSITION_CLOSE', time: MONDAY + 1_700, positionId: 9, ...closing })
    expect(told(run)).toEqual([
      'A fill of order 7, which is not open, was ignored',
      'The end of order 8, which is not open, was ignored',
      'The closing of position 9, which is not open, was ignored',
    ])
    expect({ ...run.live(), time: 0 }).toEqual({ ...before, time: 0 })
  })

  for (const accounting of ['hedging', 'netting'] as const) {
    it(`gives the simulated result if it fills at the simulated prices (${accounting})`, () => {
      const random = createRandom(7)
      let points = 110_000
      const columns = tickRows(
        Array.from({ length: 2_000 }, (_, k): [number, number, number] => {
          points += Math.round((random() - 0.5) * 20)
          return [k * 2_000, points / 1e5, (points + 2) / 1e5]
        }),
      )
      const script = `
        let n = 0
        function onIntervalClose(bar) {
          n += 1
          const choice = (n * 7 + Math.round(bar.close * 1e5)) % 6
          if (choice < 2) buy({ quantity: 1000 * (choice + 1) })
          if (choice === 2 || choice === 3) sell({ quantity: 1000 * choice })
          if (choice === 4) closeAll()
        }
        ${WITNESS}`
      const changes = { resolution: 0, accounting, end: MONDAY + 4_000_000 } as const
      const simulated = runScript(script, columns, changes)
      const { link, requests } = testVenue((request, queue) => {
        if (request.kind !== 'PLACE') throw new Error(request.kind)
        const row = columns.time.findIndex((time) => time >= run.now())
        const price = (request.side === 'BUY' ? columns.ask : columns.bid)[row] as number
        const { orderId, quantity } = request
        queue.add({ ...fill({ time: columns.time[row] as number, price, quantity }), orderId, commission: 0 })
      })
      const run = startRun(script, columns, changes, [], { venue: link })
      while (run.step(100));
      const { positions, orders, statistics, log } = run.finish()
      expect(requests.length).toBeGreaterThan(40)
      expect({ positions, orders, log }).toEqual({
        positions: simulated.positions,
        orders: simulated.orders,
        log: simulated.log,
      })
      expect(statistics).toEqual(simulated.statistics)
    })
  }
})

function fill(changes: { time: number; price: number; quantity?: number; orderId?: number }) {
  return { kind: 'ORDER_FILL', orderId: 1, quantity: 2_000, commission: 0.5, isMaker: false, ...changes } as const
}
