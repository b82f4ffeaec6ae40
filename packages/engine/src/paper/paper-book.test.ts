import { defineInstrument } from '@tradeloom/domain'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { MONDAY, runOnce, tickRows, TICKS } from '../run.fixture.ts'
import { DEFAULT_MODELS } from '../run-spec.ts'
import { PaperBook } from './paper-book.ts'
import type { PaperAccount, PaperEvent, PaperOrder } from './paper-state.ts'

const EURUSD = { ...defineInstrument('EURUSD:TEST'), commission: DEFAULT_MODELS.commission }
const ACCOUNT: PaperAccount = {
  currency: 'USD',
  balance: 10_000,
  instruments: [EURUSD],
  conversions: [],
  models: DEFAULT_MODELS,
}
const PIP = 0.0001

interface Step {
  /** Steps of a pip since the tick before. */
  readonly move: number
  readonly order: Terms | null
  /** The book is rebuilt from its state. */
  readonly isRestarted: boolean
}

interface Terms {
  readonly side: 'BUY' | 'SELL'
  readonly type: 'MARKET' | 'LIMIT' | 'STOP' | 'STOP_LIMIT'
  /** Pips from the price at its placement. */
  readonly limit: number
  readonly stop: number
  readonly stopLoss: number | null
  readonly takeProfit: number | null
  readonly trailing: number | null
}

const pips = (value: number): number => Math.round(value * 1e5) / 1e5
const anyDistance = fc.option(fc.integer({ min: 1, max: 8 }), { nil: null })
const anyTerms = fc.record<Terms>({
  side: fc.constantFrom('BUY', 'SELL'),
  type: fc.constantFrom('MARKET', 'LIMIT', 'STOP', 'STOP_LIMIT'),
  limit: fc.integer({ min: -4, max: 4 }),
  stop: fc.integer({ min: -4, max: 4 }),
  stopLoss: anyDistance,
  takeProfit: anyDistance,
  trailing: anyDistance,
})
const anySteps = fc.array(
  fc.record<Step>({
    move: fc.integer({ min: -3, max: 3 }),
    order: fc.option(anyTerms, { nil: null, freq: 3 }),
    isRestarted: fc.boolean(),
  }),
  { minLength: 5, maxLength: 60 },
)

function ticksOf(steps: readonly Step[]) {
  let bid = 1.1
  return steps.map(({ move }, i) => {
    bid = pips(bid + move * PIP)
    return [i * 500, bid, pips(bid + 2 * PIP)] as const
  })
}

/** Prices of an order placed at a bid. */
const pricesOf = ({ type, limit, stop }: Terms, bid: number) => ({
  limitPrice: type === 'LIMIT' || type === 'STOP_LIMIT' ? pips(bid + limit * PIP) : null,
  stopPrice: type === 'STOP' || type === 'STOP_LIMIT' ? pips(bid + stop * PIP) : null,
})

function scriptOf(steps: readonly Step[]): string {
  const ticks = ticksOf(steps)
  const actions = steps.map(({ order }, i) => {
    if (!order) return ''
    const { limitPrice, stopPrice } = pricesOf(order, ticks[i]?.[1] ?? NaN)
    const terms = {
      quantity: 1000,
      ...(limitPrice === null ? {} : { limitPrice }),
      ...(stopPrice === null ? {} : { stopPrice }),
      ...(order.stopLoss === null ? {} : { stopLossPips: order.stopLoss }),
      ...(order.takeProfit === null ? {} : { takeProfitPips: order.takeProfit }),
      ...(order.trailing === null ? {} : { trailingStopPips: order.trailing }),
    }
    return `if (n === ${i}) ${order.side === 'BUY' ? 'buy' : 'sell'}(${JSON.stringify(terms)})\n`
  })
  return `let n = -1\nfunction onTick() { n += 1\n${actions.join('')}}`
}

function paperOrder(id: string, terms: Terms, bid: number, time: number): PaperOrder {
  const distance = (value: number | null): number | null => (value === null ? null : pips(value * PIP))
  return {
    id,
    owner: null,
    instrumentId: EURUSD.id,
    type: terms.type,
    side: terms.side,
    quantity: 1000 as PaperOrder['quantity'],
    ...(pricesOf(terms, bid) as Pick<PaperOrder, 'limitPrice' | 'stopPrice'>),
    timeInForce: 'GTC',
    expiry: null,
    postOnly: false,
    reduceOnly: false,
    stopLoss: null,
    takeProfit: null,
    trailingStop: distance(terms.trailing),
    stopLossDistance: distance(terms.stopLoss),
    takeProfitDistance: distance(terms.takeProfit),
    closes: null,
    time,
    isResting: false,
    isTriggered: false,
  }
}

/** A paper account, with what a process would store of it. */
class Stored {
  readonly events: PaperEvent[] = []
  readonly #orders = new Map<string, PaperOrder>()
  readonly #open = new Set<string>()
  book: PaperBook
  readonly #account: PaperAccount

  constructor(account = ACCOUNT) {
    this.#account = account
    this.book = new PaperBook(account, nameOf)
  }

  place(order: PaperOrder): void {
    this.#orders.set(order.id, order)
    this.book.place(order)
  }

  take(time: number, bid: number, ask: number): void {
    this.book.take(EURUSD.id, { time, bid, ask })
    for (const [id, order] of this.#orders) {
      const isTriggered = this.book.orderState(id)?.isTriggered ?? false
      this.#orders.set(id, { ...order, isResting: true, isTriggered })
    }
    for (const event of this.book.drain()) {
      this.events.push(event)
      if (event.kind === 'OPENED') this.#open.add(event.positionId)
      else if (event.kind === 'CLOSED') this.#open.delete(event.positionId)
      else if (event.status !== 'NEW') this.#orders.delete(event.orderId)
    }
  }

  restart(): void {
    const { balance } = this.book
    const made = new PaperBook({ ...this.#account, balance }, nameOf)
    for (const id of this.#open) {
      const position = this.book.position(id)
      if (position) made.restorePosition(position)
    }
    this.book = made
    for (const order of this.#orders.values()) made.place(order)
  }
}

const nameOf = (orderId: string): string => `position of ${orderId}`

function paperRun(steps: readonly Step[], mayRestart: boolean): Stored {
  const ticks = ticksOf(steps)
  const stored = new Stored()
  for (const [i, [after, bid, ask]] of ticks.entries()) {
    const { order, isRestarted } = steps[i] as Step
    // A new order has not met a price yet: the process that takes it commits it with the row after which it comes.
    if (mayRestart && isRestarted && i > 0 && steps[i - 1]?.order === null) stored.restart()
    stored.take(MONDAY + after, bid, ask)
    if (order) stored.place(paperOrder(`order ${i}`, order, bid, MONDAY + after))
  }
  return stored
}

function tradesOf(events: readonly PaperEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.kind === 'OPENED') return [`opened ${event.time} ${event.price}`]
    if (event.kind === 'CLOSED')
      return [`closed ${event.time} ${event.price} ${event.reason} ${event.profit.toFixed(6)}`]
    return []
  })
}

describe('a paper account', () => {
  const rounds = { numRuns: inject('lane') === 'full' ? 1_000 : 100 }

  it('fills as a backtest on the same ticks does, order by order and stop by stop', () => {
    let fills = 0
    fc.assert(
      fc.property(anySteps, fc.boolean(), (steps, mayRestart) => {
        const { positions } = runOnce(scriptOf(steps), tickRows(ticksOf(steps)), TICKS)
        const { events, book } = paperRun(steps, mayRestart)
        const opened = positions.map(({ openTime, openPrice }) => `opened ${openTime} ${openPrice}`)
        const closed = positions
          .filter(({ status }) => status === 'CLOSED')
          .map(
            ({ closeTime, closePrice, closeReason, profit }) =>
              `closed ${closeTime} ${closePrice} ${closeReason} ${profit.toFixed(6)}`,
          )
        fills += opened.length + closed.length
        expect(tradesOf(events).sort()).toEqual([...opened, ...closed].sort())
        expect(book.drain()).toEqual([])
      }),
      rounds,
    )
    expect(fills).toBeGreaterThan(rounds.numRuns)
  })

  it('charges on each fill what the venue of its market takes, resting orders less', () => {
    const commission = { ...DEFAULT_MODELS.commission, makerPercent: 0.02, takerPercent: 0.05 }
    const stored = new Stored({ ...ACCOUNT, instruments: [{ ...EURUSD, commission }] })
    stored.take(MONDAY, 1.1, 1.1002)
    stored.place(paperOrder('one', { ...MARKET, takeProfit: 100 }, 1.1, MONDAY))
    stored.take(MONDAY + 1, 1.1, 1.1002)
    stored.restart()
    stored.take(MONDAY + 2, 1.12, 1.1202)
    const [opened, , closed] = stored.events
    // 1,000 x 1.1002 x 0.05%, then 1,000 x 1.12 x 0.02%.
    expect(opened).toMatchObject({ kind: 'OPENED', price: 1.1002 })
    expect(opened).toHaveProperty('commission', expect.closeTo(0.5501, 9))
    expect(closed).toMatchObject({ kind: 'CLOSED', price: 1.12, reason: 'take-profit', isMaker: true })
    expect(closed).toHaveProperty('commission', expect.closeTo(0.224, 9))
    expect(stored.book.balance).toBeCloseTo(10_000 - 0.5501 + 19.8 - 0.224, 9)
  })

  it('fills a market order exactly once, at the first price after it', () => {
    const stored = new Stored()
    stored.take(MONDAY, 1.1, 1.1002)
    stored.place(paperOrder('one', { ...MARKET, stopLoss: 20 }, 1.1, MONDAY))
    stored.take(MONDAY, 1.1, 1.1002)
    for (let i = 1; i < 10; i++) stored.take(MONDAY + i, 1.1, 1.1002)
    expect(stored.events.filter(({ kind }) => kind === 'OPENED')).toMatchObject([{ price: 1.1002, quantity: 1000 }])
    expect(stored.book.position('position of one')).toMatchObject({ stopLoss: 1.0982, isLong: true })
  })

  it('fills a market order exactly once, whatever prices come in its millisecond', () => {
    const anyMoment = fc.record({
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
      before: fc.integer({ min: 0, max: 3 }),
      after: fc.array(fc.record({ move: fc.integer({ min: -3, max: 3 }), isRestarted: fc.boolean() }), {
        minLength: 1,
        maxLength: 5,
      }),
    })
    fc.assert(
      fc.property(anyMoment, ({ side, before, after }) => {
        const stored = new Stored()
        for (let i = 0; i <= before; i++) stored.take(MONDAY, 1.1, 1.1002)
        stored.place(paperOrder('one', { ...MARKET, side }, 1.1, MONDAY))
        let bid = 1.1
        for (const [i, { move, isRestarted }] of after.entries()) {
          if (isRestarted && i > 0) stored.restart()
          bid = pips(bid + move * PIP)
          stored.take(MONDAY, bid, pips(bid + 2 * PIP))
        }
        const first = pips(1.1 + (after[0]?.move ?? 0) * PIP)
        const price = side === 'BUY' ? pips(first + 2 * PIP) : first
        expect(stored.events).toMatchObject([
          { kind: 'OPENED', price, quantity: 1000 },
          { kind: 'ORDER', status: 'FILLED' },
        ])
      }),
      { numRuns: 10_000 },
    )
  })

  it('goes on when a price is older than the one before', () => {
    const stored = new Stored()
    stored.take(MONDAY + 1_000, 1.1, 1.1002)
    stored.place(paperOrder('one', MARKET, 1.1, MONDAY))
    stored.take(MONDAY, 1.2, 1.2002)
    expect(stored.events).toMatchObject([
      { kind: 'OPENED', price: 1.2002 },
      { kind: 'ORDER', status: 'FILLED' },
    ])
  })

  it('fills a resting limit at its limit on a gap where it is said to, and otherwise as a backtest does', () => {
    const stored = new Stored()
    stored.take(MONDAY, 1.1, 1.1002)
    const limit = paperOrder('gap', { ...MARKET, type: 'LIMIT', limit: -50 }, 1.1, MONDAY)
    stored.place({ ...limit, keepsLimit: true })
    stored.place({ ...limit, id: 'as tested' })
    stored.place({ ...limit, id: 'resting', isResting: true, keepsLimit: true })
    stored.take(MONDAY + 1, 1.1, 1.1002)
    stored.take(MONDAY + 2, 1.08, 1.0802)
    const opened = stored.events.filter(({ kind }) => kind === 'OPENED')
    expect(opened).toMatchObject([
      { orderId: 'gap', price: 1.095, isMaker: true },
      { orderId: 'as tested', price: 1.0802 },
      { orderId: 'resting', price: 1.095 },
    ])
    // One that meets the market at once takes what the market offers.
    stored.place({
      ...paperOrder('crosses', { ...MARKET, type: 'LIMIT', limit: 50 }, 1.08, MONDAY + 2),
      keepsLimit: true,
    })
    stored.take(MONDAY + 3, 1.08, 1.0802)
    expect(stored.events.findLast(({ kind }) => kind === 'OPENED')).toMatchObject({ orderId: 'crosses', price: 1.0802 })
  })

  it('refuses what the balance cannot carry, and liquidates what it no longer can', () => {
    const stored = new Stored()
    stored.take(MONDAY, 1.1, 1.1002)
    const large = { ...paperOrder('large', MARKET, 1.1, MONDAY), quantity: 1_000_000 as PaperOrder['quantity'] }
    stored.place(large)
    stored.take(MONDAY + 1, 1.1, 1.1002)
    expect(stored.events).toMatchObject([{ kind: 'ORDER', status: 'REJECTED' }])
    stored.place({ ...large, id: 'fits', quantity: 400_000 as PaperOrder['quantity'] })
    stored.take(MONDAY + 2, 1.1, 1.1002)
    stored.take(MONDAY + 3, 1.085, 1.0852)
    expect(stored.events.at(-1)).toMatchObject({ kind: 'CLOSED', reason: 'margin' })
  })

  it('reduces nothing but what the same session, or a person, has opened', () => {
    const stored = new Stored()
    stored.take(MONDAY, 1.1, 1.1002)
    for (const owner of [null, 'one', 'two']) stored.place({ ...paperOrder(`of ${owner}`, MARKET, 1.1, MONDAY), owner })
    stored.take(MONDAY + 1, 1.1, 1.1002)
    const reducing = { ...paperOrder('', { ...MARKET, side: 'SELL' }, 1.1, MONDAY), reduceOnly: true }
    const quantity = 1_500 as PaperOrder['quantity']
    stored.place({ ...reducing, id: 'of three, reducing', owner: 'three' })
    stored.place({ ...reducing, id: 'of two, reducing', owner: 'two', quantity })
    stored.take(MONDAY + 2, 1.1, 1.1002)
    const closed = () => stored.events.flatMap((event) => (event.kind === 'CLOSED' ? [event.positionId] : []))
    expect(closed()).toEqual(['position of of two'])
    expect(stored.events).toContainEqual(
      expect.objectContaining({
        orderId: 'of three, reducing',
        status: 'REJECTED',
        reason: 'reduce only: nothing is open the other way',
      }),
    )
    stored.restart()
    stored.take(MONDAY + 3, 1.1, 1.1002)
    stored.place({ ...reducing, id: 'of a person, reducing', quantity })
    stored.take(MONDAY + 4, 1.1, 1.1002)
    expect(closed()).toEqual(['position of of two', 'position of of null'])
    expect(stored.book.position('position of of one')).toMatchObject({ quantity: 1_000, owner: 'one' })
  })

  it('carries out closings, changes of stops and cancellations by the names of the account', () => {
    const stored = new Stored()
    stored.take(MONDAY, 1.1, 1.1002)
    stored.place(paperOrder('one', MARKET, 1.1, MONDAY))
    stored.take(MONDAY + 1, 1.1, 1.1002)
    const { book } = stored
    expect(book.changePosition('position of one', { stopLoss: 1.2 as never }).accepted).toBe(false)
    expect(book.changePosition('position of one', { stopLoss: 1.099 as never }).accepted).toBe(true)
    stored.place({ ...paperOrder('limit', { ...MARKET, type: 'LIMIT', limit: -50 }, 1.1, MONDAY) })
    expect(book.cancel('limit').accepted).toBe(true)
    expect(book.cancel('nothing').accepted).toBe(false)
    const closing = { ...paperOrder('close', { ...MARKET, side: 'SELL' }, 1.1, MONDAY), closes: 'position of one' }
    stored.place({ ...closing, quantity: 400 as PaperOrder['quantity'] })
    stored.take(MONDAY + 2, 1.101, 1.1012)
    const closed = { kind: 'CLOSED', orderId: 'close', quantity: 400, price: 1.101, reason: 'script' }
    expect(stored.events).toContainEqual(expect.objectContaining(closed))
    expect(stored.events.at(-1)).toMatchObject({ kind: 'ORDER', orderId: 'close', status: 'FILLED' })
    expect(book.position('position of one')).toMatchObject({ quantity: 600, stopLoss: 1.099 })
  })
})

const MARKET: Terms = {
  side: 'BUY',
  type: 'MARKET',
  limit: 0,
  stop: 0,
  stopLoss: null,
  takeProfit: null,
  trailing: null,
}
