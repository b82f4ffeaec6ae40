import type { BarColumns } from '@tradeloom/domain'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ADAPTERS } from '../adapters.generated.ts'
import type { FeedKind } from '../ports/market-feed.ts'
import type { Fault } from '../wire/with-faults.ts'
import { findAdapters } from './find-adapters.fixture.ts'
import { listener } from './listener.fixture.ts'
import type { RunningLab, VenueLab } from './venue-lab.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A weekday, so that forex trades. */
const NOON = Date.UTC(2026, 10, 25, 12, 0, 10)
/** A Friday, half an hour before forex closes in New York. */
const FRIDAY = Date.UTC(2026, 10, 27, 21, 30)

interface Setup {
  readonly faults?: readonly Fault[]
  readonly now?: number
  readonly kind?: FeedKind
  readonly instrumentId?: string
}

/** A stand-in that goes wrong as planned, and somebody who listens to one stream of it. */
async function started(lab: VenueLab, { faults = [], now = NOON, kind = 'quote', instrumentId }: Setup = {}) {
  const running = await lab.start({ now, faults, seed: 1 })
  onTestFinished(() => running.stop())
  const heard = listener()
  const lease = running.feed.open(kind, instrumentId ?? lab.instrumentId, heard.sink)
  return { ...running, ...heard, quotes: () => heard.of('quote'), lease }
}

/** In steps, until something is true. */
async function advanceUntil(running: RunningLab, isDone: () => boolean, stepMs = 50): Promise<void> {
  const last = running.now() + 6 * HOUR
  while (!isDone()) {
    if (running.now() > last) throw new Error('It has not happened within six hours')
    await running.advanceTo(running.now() + stepMs)
  }
}

function expectOnceInOrder(quotes: readonly { readonly time: number; readonly bid: number; readonly ask: number }[]) {
  const times = quotes.map(({ time }) => time)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  const repeated = quotes.filter(({ time, bid, ask }, at) => {
    const before = quotes[at - 1]
    return before?.time === time && before.bid === bid && before.ask === ask
  })
  expect(repeated).toEqual([])
}

const FOUND = await findAdapters()
const LABS = FOUND.flatMap(({ labs }) => labs)

describe.each(FOUND)('the adapters in $folder', ({ adapters, labs }) => {
  it('are in the list of all adapters, each with an id of its own', () => {
    expect(adapters.length).toBeGreaterThan(0)
    for (const adapter of adapters) expect(ADAPTERS.filter(({ id }) => id === adapter.id)).toEqual([adapter])
  })

  it('have a stand-in for each market feed', () => {
    const withFeed = adapters.filter(({ openFeed }) => openFeed !== undefined).map(({ id }) => id)
    expect(labs.map(({ venueId }) => venueId).toSorted()).toEqual(withFeed.toSorted())
  })
})

describe.each(LABS)('the market feed of $venueId', (lab) => {
  it('lists instruments with all their precisions, steps and limits', async () => {
    const { feed } = await started(lab)
    const instruments = await feed.instruments()
    expect(instruments.map(({ id }) => id)).toContain(lab.instrumentId)
    expect(new Set(instruments.map(({ id }) => id)).size).toBe(instruments.length)
    for (const one of instruments) {
      expect(one.id).toBe(`${one.symbol}:${lab.venueId}`)
      expect(one.status).not.toBe('data-only')
      expect(one.tradingOpen).toBeTypeOf('boolean')
      expect(one.hasDepth).toBe(feed.can.book !== 'none')
      expect([one.precision, one.pipPrecision, one.dealtPrecision, one.quotePrecision]).toSatisfy((all: unknown[]) =>
        all.every((places) => Number.isInteger(places) && (places as number) >= 0),
      )
      for (const step of [one.pipSize, one.quoteStep, one.lotSize, one.minQuantity, one.marginRate])
        expect(step).toBeGreaterThan(0)
      expect(one.minQuantity).toBeLessThanOrEqual(one.factor)
      expect(one.factor).toBeLessThanOrEqual(one.maxQuantity)
    }
  })

  it('refuses an instrument that the venue does not list', async () => {
    const { feed } = await started(lab)
    expect(() => feed.open('quote', `NOTHING:${lab.venueId}`, listener().sink)).toThrow('Instrument not available')
  })

  it('has a quote within a second', async () => {
    const { advanceTo, quotes, states } = await started(lab)
    await advanceTo(NOON + 1_000)
    expect(quotes().length).toBeGreaterThan(0)
    expect(states).toEqual(['connecting', 'live'])
  })

  it('passes on a burst of ten thousand quotes, each once and in order', async () => {
    const { advanceTo, quotes } = await started(lab)
    await advanceTo(NOON + 6 * HOUR)
    expect(quotes().length).toBeGreaterThan(10_000)
    expectOnceInOrder(quotes())
    expect(quotes().filter(({ bid, ask, isAfterGap }) => !(bid > 0 && ask >= bid) || isAfterGap)).toEqual([])
  })

  it('shares one subscription among two listeners, and ends it with the last one', async () => {
    const running = await started(lab)
    const other = listener()
    await running.advanceTo(NOON + 5_000)
    const lease = running.feed.open('quote', lab.instrumentId, other.sink)
    // Who joins later hears the newest quote at once.
    expect([running.subscriptions(), other.of('quote')]).toEqual([1, running.quotes().slice(-1)])
    await running.advanceTo(NOON + MINUTE)
    expect(other.of('quote').length).toBeGreaterThan(1)
    expect(running.quotes().slice(-other.of('quote').length)).toEqual(other.of('quote'))
    running.lease.release()
    const { length } = running.messages
    await running.advanceTo(NOON + 2 * MINUTE)
    expect([running.subscriptions(), running.messages.length]).toEqual([1, length])
    lease.release()
    lease.release()
    expect([running.subscriptions(), other.states.at(-1)]).toEqual([0, 'closed'])
  })

  it('backs off at once when the connection is lost, and heals with a marked gap and without a repetition', async () => {
    const running = await started(lab, { faults: [{ when: { message: 20 }, do: 'close' }] })
    const { states, messages, quotes } = running
    await advanceUntil(running, () => messages.length === 19)
    await advanceUntil(running, () => states.includes('backoff'), 1)
    expect(states).toEqual(['connecting', 'live', 'backoff'])
    const lostAt = running.now()
    await advanceUntil(running, () => states.at(-1) === 'live' && states.length > 3)
    expect(running.now() - lostAt).toBeLessThan(5_000)
    await running.advanceTo(running.now() + MINUTE)
    expect(states).toEqual(['connecting', 'live', 'backoff', 'connecting', 'live'])
    expect(quotes().filter(({ isAfterGap }) => isAfterGap)).toHaveLength(1)
    expectOnceInOrder(quotes())
  })

  it('is stale soon after a stall, and connects again', async () => {
    const running = await started(lab, { faults: [{ when: { message: 20 }, do: 'stall' }] })
    const { states, messages, quotes } = running
    await advanceUntil(running, () => messages.length === 19)
    const heardAt = running.now()
    await advanceUntil(running, () => states.includes('stale'))
    expect(running.now() - heardAt).toBeLessThanOrEqual(lab.staleMs + 3_000)
    await advanceUntil(running, () => states.at(-1) === 'live')
    await advanceUntil(running, () => quotes().some(({ isAfterGap }) => isAfterGap))
    expectOnceInOrder(quotes())
  })

  it('tries a refused subscription once', async () => {
    const running = await started(lab, { faults: [{ when: { message: 5 }, do: 'refuse' }] })
    await advanceUntil(running, () => running.states.includes('refused'))
    await running.advanceTo(running.now() + HOUR)
    expect([running.states.at(-1), running.subscriptions()]).toEqual(['refused', 0])
  })

  it('drops backward, crossed, negative and unreadable quotes, and counts them', async () => {
    const running = await started(lab, { faults: [{ when: { probability: 0.2 }, do: 'garbage' }] })
    await running.advanceTo(NOON + 30 * MINUTE)
    const reasons = ['backward', 'crossed', 'not-positive', 'not-understood']
    expect(running.dropped).toEqual(expect.arrayContaining(reasons))
    expect(running.quotes().filter(({ bid, ask }) => !(bid > 0 && ask >= bid))).toEqual([])
    expect(running.quotes().length).toBeGreaterThan(300)
    expectOnceInOrder(running.quotes())
  })

  it.each<Fault['do']>(['drop', 'duplicate', 'swap', 'delay'])(
    'keeps quotes in order under the fault %s',
    async (fault) => {
      const running = await started(lab, { faults: [{ when: { probability: 0.2 }, do: fault, ms: 4_000 }] })
      await running.advanceTo(NOON + 30 * MINUTE)
      expect(running.quotes().length).toBeGreaterThan(300)
      expectOnceInOrder(running.quotes())
      if (fault !== 'drop') expect(running.dropped).toContain(fault === 'duplicate' ? 'duplicate' : 'backward')
    },
  )

  it('says that a market is closed, in its list and while nothing trades', async ({ skip }) => {
    const instrumentId = lab.weekendInstrumentId
    if (instrumentId === null) return skip('trades around the clock')
    const running = await started(lab, { now: FRIDAY, instrumentId })
    const isOpen = async () => (await running.feed.instruments()).find(({ id }) => id === instrumentId)?.tradingOpen
    expect(await isOpen()).toBe(true)
    await running.advanceTo(FRIDAY + HOUR)
    expect(await isOpen()).toBe(false)
    const { length } = running.quotes()
    expect(length).toBeGreaterThan(10)
    await running.advanceTo(FRIDAY + 40 * HOUR)
    expect(running.quotes()).toHaveLength(length)
    expect(running.messages.at(-1)).toMatchObject({ kind: 'heartbeat', isOpen: false })
    // The market is quiet, its stream is not dead.
    expect(running.states.at(-1)).toBe('quiet')
    expect(new Set(running.states)).toEqual(new Set(['connecting', 'live', 'quiet']))
    await running.advanceTo(FRIDAY + 50 * HOUR)
    expect(await isOpen()).toBe(true)
    expect(running.quotes().length).toBeGreaterThan(length)
  })

  it('has finished minutes in pages, without the forming one, that are those of its quotes', async () => {
    const start = Math.ceil(NOON / MINUTE) * MINUTE
    const running = await started(lab)
    await running.advanceTo(NOON + HOUR)
    const minutes: number[][] = []
    for await (const page of running.feed.candles(lab.instrumentId, start, NOON + 2 * HOUR)) minutes.push(...rows(page))
    expect(minutes.length).toBeGreaterThan(50)
    expect(minutes.at(-1)?.[0]).toBe(Math.floor((NOON + HOUR) / MINUTE) * MINUTE - MINUTE)
    for (const [time = 0, ...prices] of minutes) {
      const bids = running.quotes().flatMap((one) => (one.time >= time && one.time < time + MINUTE ? [one.bid] : []))
      expect(prices).toEqual([bids[0], Math.max(...bids), Math.min(...bids), bids.at(-1)])
    }
  })

  it('keeps the book of changes equal to the snapshot of a new subscription, also after lost changes', async ({
    skip,
  }) => {
    const running = await started(lab, { kind: 'book', faults: [{ when: { probability: 0.03 }, do: 'drop' }] })
    if (running.feed.can.book === 'none') return skip('no order book')
    const book = { bid: new Map<number, number>(), ask: new Map<number, number>() }
    let sequence = NaN
    let snapshots = 0
    await running.advanceTo(NOON + 20 * MINUTE)
    for (const message of running.messages) {
      if (message.kind === 'book-snapshot') {
        book.bid = new Map(message.bids.map(({ price, quantity }) => [price, quantity]))
        book.ask = new Map(message.asks.map(({ price, quantity }) => [price, quantity]))
        snapshots += 1
      } else if (message.kind === 'book-delta') {
        expect(message.sequence).toBe(sequence + 1)
        for (const { side, action, price, quantity } of message.changes) {
          expect(book[side].has(price)).toBe(action !== 'insert')
          if (action === 'delete') book[side].delete(price)
          else book[side].set(price, quantity)
        }
      } else continue
      sequence = message.sequence
      expect(Math.max(...book.bid.keys())).toBeLessThan(Math.min(...book.ask.keys()))
    }
    expect([snapshots > 1, book.bid.size, book.ask.size]).toEqual([true, 50, 50])
    expect(running.dropped).toContain('sequence')
    // Somebody who joins, and somebody who subscribes at the time of the last change, see the same book.
    const last = running.messages.findLast(({ kind }) => kind === 'book-delta' || kind === 'book-snapshot')
    const joined = listener()
    running.feed.open('book', lab.instrumentId, joined.sink)
    const [known] = joined.of('book-snapshot')
    expect([known?.bids, known?.asks]).toEqual([levels(book.bid, -1), levels(book.ask, 1)])
    const fresh = await started(lab, { kind: 'book', now: last?.time ?? NOON })
    await fresh.advanceTo(fresh.now())
    const [snapshot] = fresh.of('book-snapshot')
    expect(snapshot?.bids).toEqual(levels(book.bid, -1))
    expect(snapshot?.asks).toEqual(levels(book.ask, 1))
  })

  it('has trades at its prices, each once and with an id', async ({ skip }) => {
    const running = await started(lab, { kind: 'trade', faults: [{ when: { message: 30 }, do: 'close' }] })
    if (!running.feed.can.trades) return skip('no trades')
    await running.advanceTo(NOON + HOUR)
    const trades = running.of('trades').flatMap((message) => message.trades)
    expect(trades.length).toBeGreaterThan(100)
    expect(new Set(trades.map(({ id }) => id)).size).toBe(trades.length)
    for (const { price, quantity } of trades) expect(price > 0 && quantity > 0).toBe(true)
  })

  it('has the last 24 hours in its ticker', async () => {
    const running = await started(lab, { kind: 'ticker' })
    await running.advanceTo(NOON + MINUTE)
    const ticker = running.of('ticker').at(-1)
    if (ticker === undefined) throw new Error('a ticker is expected')
    const end = Math.floor(ticker.time / MINUTE) * MINUTE
    const minutes: number[][] = []
    for await (const page of running.feed.candles(lab.instrumentId, end - 24 * HOUR, end)) minutes.push(...rows(page))
    expect(ticker.high).toBeGreaterThanOrEqual(Math.max(...minutes.map(([, , high = 0]) => high)))
    expect(ticker.low).toBeLessThanOrEqual(Math.min(...minutes.map(([, , , low = Infinity]) => low)))
    expect(Math.sign(ticker.priceChangePercent)).toBe(Math.sign(ticker.priceChange))
    expect(ticker.volume).toBeGreaterThan(0)
  })
})

function rows({ time, bidOpen, bidHigh, bidLow, bidClose }: BarColumns): number[][] {
  return Array.from(time, (one, row) => [one, bidOpen[row], bidHigh[row], bidLow[row], bidClose[row]] as number[])
}

function levels(side: ReadonlyMap<number, number>, direction: 1 | -1): { price: number; quantity: number }[] {
  return [...side].map(([price, quantity]) => ({ price, quantity })).toSorted((a, b) => (a.price - b.price) * direction)
}
