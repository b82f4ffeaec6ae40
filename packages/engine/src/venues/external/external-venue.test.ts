import { createRandom, type TickColumns, type TradeRequest, type VenueEvent } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { MINUTE, MONDAY, runScript, secondTicks, startSession, tickRows, TICKS } from '../../run.fixture.ts'
import type { Session, SessionSpec } from '../../session.ts'

const ID = 'EURUSD:TEST'

/** A session at a venue that records requests and reports what the test specifies, with the next price. */
class TestVenue {
  readonly requests: TradeRequest[] = []
  readonly session: Session
  readonly #columns: TickColumns
  #events: VenueEvent[] = []
  #row = 0

  constructor(
    source: string,
    onRequest: (request: TradeRequest, venue: TestVenue) => void = () => undefined,
    columns: TickColumns = SIX_TICKS,
    changes: Partial<SessionSpec> = { ...TICKS, end: MONDAY + MINUTE },
  ) {
    this.#columns = columns
    const send = (request: TradeRequest): void => {
      // Throws unless it is plain data.
      const copy = structuredClone(request)
      expect(JSON.parse(JSON.stringify(copy))).toEqual(request)
      this.requests.push(copy)
      onRequest(copy, this)
    }
    this.session = startSession(source, changes, { send })
  }

  /** Reports an event with the first price at or after its time. */
  add(event: VenueEvent): void {
    this.#events = [...this.#events, event].sort((a, b) => a.time - b.time)
  }

  /** Reports an event at once. */
  receive(event: VenueEvent): void {
    this.session.take({ kind: 'EVENT', event, isAttached: false })
  }

  /** Processes ticks; false if none are left. */
  step(rows: number): boolean {
    const { time, bid, ask } = this.#columns
    for (const end = Math.min(this.#row + rows, time.length); this.#row < end; this.#row++) {
      const row = this.#row
      // What the script asks for at the end of a bar, a row in lock-step already answers.
      this.session.take({ kind: 'CLOSE_UNTIL', time: time[row] as number })
      const due = this.#events.filter((event) => event.time <= (time[row] as number))
      this.#events = this.#events.slice(due.length)
      for (const event of due) this.session.take({ kind: 'EVENT', event, isAttached: true })
      const one = (column: Float64Array): Float64Array => column.slice(row, row + 1)
      const columns = { kind: 'tick', time: one(time), bid: one(bid), ask: one(ask) } as const
      this.session.take({ kind: 'ROWS', instrumentId: ID, columns })
    }
    return this.#row < time.length
  }
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

/** What the script was told since the last time, times in seconds of the session. */
const told = ({ session }: TestVenue) =>
  session
    .drain()
    .log.map(({ message }) => message.replaceAll(/\b17\d{11}\b/g, (time) => String((Number(time) - MONDAY) / 1000)))

describe('an external venue', () => {
  it('receives orders as plain data and leaves them new until it reports a fill', () => {
    const venue = new TestVenue(buying('{ quantity: 2000, limitPrice: 1.0999, stopLossPips: 10 }'))
    venue.step(100)
    expect(venue.requests).toMatchObject([
      {
        kind: 'PLACE',
        orderId: 1,
        instrumentId: ID,
        type: 'LIMIT',
        side: 'BUY',
        quantity: 2000,
        limitPrice: 1.0999,
        stopLossDistance: 0.001,
      },
    ])
    expect(venue.session.finish().orders).toEqual([])
  })

  it('applies a reported fill with the first price at or after its time, before the script sees that price', () => {
    const venue = new TestVenue(buying('{ quantity: 2000, stopLossPips: 10 }'), ({ kind }, at) => {
      if (kind === 'PLACE') at.add(fill({ time: MONDAY + 2_500, price: 1.1009 }))
    })
    venue.step(3)
    expect(told(venue)).toEqual([])
    venue.step(1)
    expect(told(venue)).toEqual(['order 3 1 FILLED 1.1009 1 null', 'opened 3 1 2000 1.1009'])
    expect(venue.session.live()).toMatchObject({ openPositions: 1, balance: 9_999.5 })
  })

  it('sends the stops of an opened position as a request', () => {
    const venue = new TestVenue(buying('{ quantity: 2000, stopLossPips: 10, takeProfit: 1.2 }'), (request, at) => {
      if (request.kind === 'PLACE') at.add(fill({ time: MONDAY + 1_000, price: 1.1 }))
    })
    venue.step(100)
    expect(venue.requests[1]).toEqual({
      kind: 'CHANGE_POSITION',
      positionId: 1,
      changes: { stopLoss: 1.099, takeProfit: 1.2, trailingStop: null },
    })
  })

  it('grows one position from the partial fills of an order, and protects it once', () => {
    const script = `${buying('{ quantity: 2000, stopLossPips: 10 }')}
      function onStop() { for (const one of positions) log(one.id, one.quantity, one.openPrice, one.stopLoss) }`
    const venue = new TestVenue(script, ({ kind }, at) => {
      if (kind !== 'PLACE') return
      at.add(fill({ time: MONDAY + 1_000, quantity: 500, price: 1.1, tradeId: 'a' }))
      at.add(fill({ time: MONDAY + 2_000, quantity: 1_500, price: 1.104, tradeId: 'b' }))
      // The stream reports what an answer has reported already.
      at.add(fill({ time: MONDAY + 2_500, quantity: 1_500, price: 1.104, tradeId: 'b' }))
    })
    venue.step(100)
    expect(told(venue)).toEqual([
      'order 1 1 PARTIALLY_FILLED 1.1 1 null',
      'opened 1 1 500 1.1',
      'order 2 1 FILLED 1.103 1 null',
      'A fill of order 1, which is not open, was ignored',
    ])
    expect(venue.requests.map(({ kind }) => kind)).toEqual(['PLACE', 'CHANGE_POSITION'])
    expect(venue.session.live()).toMatchObject({ openPositions: 1, balance: 9_999 })
    expect(venue.session.finish().log.map(({ message }) => message)).toEqual(['1 2000 1.103 1.099'])
  })

  it('tells how much of an order is filled, and what of it is on its way', () => {
    const script = `
      let n = 0
      function onTick() {
        n += 1
        if (n === 1) buy({ quantity: 2000, limitPrice: 1.1 })
        for (const one of orders) log(n, one.status, one.filledQuantity, one.pending, one.limitPrice)
        if (n === 2) for (const one of orders) modify(one, { limitPrice: 1.0999 })
        if (n === 4) for (const one of orders) cancel(one)
      }`
    const venue = new TestVenue(script, ({ kind }, at) => {
      const order = { orderId: 1, positionId: null } as const
      if (kind === 'PLACE') at.add({ kind: 'ACCEPTED', time: MONDAY + 500, request: 'order', ...order })
      if (kind === 'CHANGE_ORDER') at.add({ kind: 'ACCEPTED', time: MONDAY + 2_500, request: 'change', ...order })
      if (kind === 'CHANGE_ORDER') at.add(fill({ time: MONDAY + 3_000, quantity: 500, price: 1.0999 }))
      if (kind === 'CANCEL')
        at.add({ kind: 'ENDED', time: MONDAY + 5_000, orderId: 1, status: 'CANCELED', reason: null })
    })
    venue.step(5)
    expect(told(venue)).toEqual([
      '1 NEW 0 PLACE 1.1',
      '2 NEW 0 null 1.1',
      '3 NEW 0 CHANGE 1.1',
      '4 PARTIALLY_FILLED 500 null 1.0999',
      '5 PARTIALLY_FILLED 500 CANCEL 1.0999',
    ])
    venue.step(1)
    // What was filled stays filled, and its position stays open.
    expect(venue.session.drain().orders).toMatchObject([
      { id: 1, status: 'CANCELED', fillPrice: 1.0999, positionId: 1 },
    ])
    expect(venue.session.live().openPositions).toBe(1)
  })

  it('keeps an order on its way while it is not known whether the venue has it', () => {
    const script = `
      let n = 0
      function onTick() { n += 1; if (n === 1) buy({ quantity: 2000, limitPrice: 1.1 }); for (const one of orders) log(n, one.status, one.pending) }`
    const venue = new TestVenue(script, (_, at) => {
      at.add({ kind: 'ACCEPTED', time: MONDAY + 1_000, request: 'order', orderId: 1, positionId: null })
      at.add({ kind: 'UNKNOWN', time: MONDAY + 2_000, orderId: 1 })
      const refused = { kind: 'REFUSED', time: MONDAY + 3_000, request: 'order', positionId: null } as const
      at.add({ ...refused, orderId: 1, reason: 'not found at the venue' })
    })
    venue.step(100)
    expect(told(venue)).toEqual(['1 NEW PLACE', '2 NEW null', '3 NEW PLACE', 'Order 1 refused: not found at the venue'])
  })

  it('tells the script of refused changes and cancellations, and keeps the order', () => {
    const script = `
      let n = 0
      function onTick() {
        n += 1
        if (n === 1) buy({ quantity: 2000, limitPrice: 1.1 })
        if (n === 2) for (const one of orders) modify(one, { limitPrice: 1.09 })
        if (n === 3) for (const one of orders) cancel(one)
      }
      function onOrder(order) { log(order.status, order.limitPrice, order.pending, order.refused) }`
    const venue = new TestVenue(script, ({ kind }, at) => {
      const refused = { kind: 'REFUSED', orderId: 1, positionId: null } as const
      if (kind === 'CHANGE_ORDER') at.add({ ...refused, time: MONDAY + 2_000, request: 'change', reason: 'too far' })
      if (kind === 'CANCEL') at.add({ ...refused, time: MONDAY + 3_000, request: 'cancel', reason: 'too late' })
    })
    venue.step(100)
    expect(told(venue)).toEqual([
      'Change of order 1 refused: too far',
      'NEW 1.1 null too far',
      'Cancellation of order 1 refused: too late',
      'NEW 1.1 null too late',
    ])
  })

  it('books what the venue closes, charges, states and corrects', () => {
    const script = `
      let n = 0
      function onTick(tick) {
        n += 1
        if (n === 1) buy({ quantity: 2000 })
        if (n === 2) buy({ quantity: 1000, limitPrice: 0.5 })
      }
      ${WITNESS}`
    const venue = new TestVenue(script, (request, at) => {
      if (request.kind !== 'PLACE') return
      if (request.type === 'LIMIT') {
        const refused = { request: 'order', positionId: null, reason: 'price too far' } as const
        at.add({ kind: 'REFUSED', time: MONDAY + 3_000, orderId: 2, ...refused })
        return
      }
      at.add(fill({ time: MONDAY + 1_000, price: 1.1 }))
      at.add({ kind: 'FINANCING', time: MONDAY + 1_500, positionId: 1, amount: 0.75 })
      const closing = { price: 1.099, quantity: 2_000, commission: 0.25, reason: 'stop-loss', tradeId: 'x' } as const
      at.add({ kind: 'POSITION_CLOSE', time: MONDAY + 2_000, positionId: 1, ...closing })
      at.add({ kind: 'MARGIN', time: MONDAY + 3_500, isCalled: true })
      at.add({ kind: 'BALANCE', time: MONDAY + 4_000, balance: 9_000 })
    })
    venue.step(100)
    const { positions, log } = venue.session.drain()
    expect(log.map(({ message }) => message.replaceAll(/\b17\d{11}\b/g, ''))).toEqual([
      'order  1 FILLED 1.1 1 null',
      'opened  1 2000 1.1',
      'closed  1 2000 1.099 stop-loss',
      'Order 2 refused: price too far',
      'order  2 REJECTED null null price too far',
      'Margin call by the venue',
    ])
    // -2 of the price, 0.5 and 0.25 of commission, 0.75 of financing.
    expect(positions).toMatchObject([{ id: 1, profit: -3.5, swapCost: 0.75, commission: 0.75 }])
    expect(venue.session.live()).toMatchObject({ balance: 9_000, equity: 9_000, openPositions: 0 })
  })

  it('adopts positions that no fill explains, and closes the oldest where some are missing', () => {
    const venue = new TestVenue(`function onTick() {}${WITNESS}`)
    venue.step(1)
    const adjustment = { kind: 'ADJUST', tradeId: 'A', instrumentId: ID, direction: 'LONG', price: 1.1 } as const
    venue.receive({ ...adjustment, time: MONDAY + 100, quantity: 3_000 })
    venue.receive({ ...adjustment, time: MONDAY + 200, quantity: 1_000 })
    venue.receive({ ...adjustment, time: MONDAY + 300, quantity: -3_500 })
    venue.receive({ ...adjustment, time: MONDAY + 400, quantity: 1, instrumentId: 'GBPUSD:TEST' })
    expect(told(venue)).toEqual([
      'opened 0.1 1 3000 1.1',
      'opened 0.2 2 1000 1.1',
      'closed 0.3 1 3000 1.1 external',
      'closed 0.3 3 500 1.1 external',
      'An adjustment of GBPUSD:TEST, which is not traded, was ignored',
    ])
    expect(venue.session.live()).toMatchObject({ openPositions: 1 })
  })

  it('has in a position what is left of its fills after fees in kind, in whole lots', () => {
    const script = `
      let n = 0
      function onTick() { n += 1; if (n === 1) buy({ quantity: 2000 }); if (n > 3) closeAll() }
      ${WITNESS}`
    const venue = new TestVenue(script, (request, at) => {
      if (request.kind !== 'PLACE' || request.closes !== null) return
      const half = { quantity: 1_000, received: 998.6, price: 1.1 }
      at.add(fill({ time: MONDAY + 1_000, tradeId: 'a', ...half }))
      at.add(fill({ time: MONDAY + 2_000, tradeId: 'b', ...half }))
    })
    venue.step(6)
    expect(told(venue).at(-1)).toBe('order 2 1 FILLED 1.1 1 null')
    // 1997.2 are there; and it closes once, however often the script asks before it hears of that.
    expect(venue.requests.filter(({ kind }) => kind === 'PLACE')).toMatchObject([
      { quantity: 2_000, closes: null },
      { quantity: 1_997, closes: 1 },
    ])
    const closing = { price: 1.1, commission: 0, reason: 'external' } as const
    const at = { kind: 'POSITION_CLOSE', time: MONDAY + 6_000, positionId: 1 } as const
    venue.receive({ ...at, ...closing, quantity: 997.2, tradeId: 'c' })
    expect(told(venue)).toEqual(['closed 6 2 998 1.1 external'])
    venue.receive({ ...at, ...closing, quantity: 999, tradeId: 'd' })
    expect(told(venue)).toEqual(['closed 6 1 999 1.1 external'])
    venue.session.drain()
    expect(venue.session.live()).toMatchObject({ openPositions: 0, closedPositions: 2 })
  })

  it('applies an event without a price: bars that are due end first, and onTick is not called', () => {
    const ticks = tickRows([
      [1_000, 1.1, 1.1002],
      [30_000, 1.1001, 1.1003],
      [150_000, 1.1002, 1.1004],
    ])
    const venue = new TestVenue(
      `function onTick(tick) { log('tick', now()); if (orders.count === 0) buy({ quantity: 2000 }) }
       function onIntervalClose(bar) { log('bar', now(), bar.close) }
       ${WITNESS}`,
      () => undefined,
      ticks,
      { interval: 'M1', resolution: 0, end: MONDAY + 5 * MINUTE },
    )
    venue.step(2)
    venue.receive(fill({ time: MONDAY + 90_000, price: 1.1005 }))
    expect(told(venue)).toEqual([
      'tick 1',
      'tick 30',
      'bar 60 1.1001',
      'order 90 1 FILLED 1.1005 1 null',
      'opened 90 1 2000 1.1005',
    ])
    venue.step(1)
    expect(told(venue).at(-1)).toBe('tick 150')
  })

  it('logs events about orders and positions that are not open, and changes nothing', () => {
    const venue = new TestVenue(buying('{ quantity: 2000 }'))
    venue.step(2)
    const before = venue.session.live()
    venue.receive(fill({ time: MONDAY + 1_500, orderId: 7, price: 1.1 }))
    venue.receive({ kind: 'ENDED', time: MONDAY + 1_600, orderId: 8, status: 'CANCELED', reason: null })
    const closing = { price: 1.1, quantity: 1, commission: 0, reason: 'script', tradeId: 'x' } as const
    venue.receive({ kind: 'POSITION_CLOSE', time: MONDAY + 1_700, positionId: 9, ...closing })
    expect(told(venue)).toEqual([
      'A fill of order 7, which is not open, was ignored',
      'The end of order 8, which is not open, was ignored',
      'The closing of position 9, which is not open, was ignored',
    ])
    expect({ ...venue.session.live(), time: 0 }).toEqual({ ...before, time: 0 })
  })

  it('ends an order with the last of several executions that only close, at a netting account', () => {
    const script = `
      let n = 0
      function onTick(tick) {
        n += 1
        if (n === 1) buy({ quantity: 2000 })
        if (n === 2) buy({ quantity: 3000 })
        if (n === 4) sell({ quantity: 4000 })
      }
      ${WITNESS}`
    const venue = new TestVenue(
      script,
      (request, at) => {
        if (request.kind !== 'PLACE') return
        const { orderId, quantity, side } = request
        const parts = side === 'BUY' ? [quantity] : [2_000, 2_000]
        for (const [part, of] of parts.entries()) {
          const tradeId = `${orderId} ${part}`
          at.add({
            ...fill({ time: at.session.now() + part, price: 1.1, quantity: of }),
            orderId,
            tradeId,
            commission: 0,
          })
        }
      },
      undefined,
      { ...TICKS, end: MONDAY + MINUTE, accounting: 'netting' },
    )
    venue.step(100)
    expect(told(venue).slice(-4)).toEqual([
      'order 4 3 PARTIALLY_FILLED 1.1 1 null',
      'closed 4 1 2000 1.1 netting',
      'order 4 3 FILLED 1.1 2 null',
      'closed 4 3 2000 1.1 netting',
    ])
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
      const venue = new TestVenue(
        script,
        (request, at) => {
          if (request.kind !== 'PLACE') throw new Error(request.kind)
          const row = columns.time.findIndex((time) => time >= at.session.now())
          const price = (request.side === 'BUY' ? columns.ask : columns.bid)[row] as number
          const { orderId, quantity } = request
          at.add({ ...fill({ time: columns.time[row] as number, price, quantity }), orderId, commission: 0 })
        },
        columns,
        changes,
      )
      venue.step(Infinity)
      const { positions, orders, log } = venue.session.finish()
      expect(venue.requests.length).toBeGreaterThan(40)
      expect({ positions, orders, log }).toEqual({
        positions: simulated.positions.filter(({ status }) => status === 'CLOSED').sort(byClosing),
        orders: simulated.orders.filter(({ status }) => status !== 'NEW'),
        log: simulated.log,
      })
    })
  }
})

function byClosing(
  one: { closeTime: number | null; id: number },
  other: { closeTime: number | null; id: number },
): number {
  return Number(one.closeTime) - Number(other.closeTime) || one.id - other.id
}

function fill(changes: { time: number; price: number; quantity?: number; orderId?: number; tradeId?: string }) {
  const usual = { orderId: 1, quantity: 2_000, commission: 0.5, isMaker: false, tradeId: String(changes.time) } as const
  return { kind: 'FILL', ...usual, ...changes } as const
}
