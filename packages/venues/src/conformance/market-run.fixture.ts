import type { BarColumns } from '@tradeloom/domain'
import { expect, onTestFinished } from 'vitest'
import type { FeedKind } from '../ports/market-feed.ts'
import type { Fault } from '../wire/with-faults.ts'
import { type Listener, listener } from './listener.fixture.ts'
import type { MarketLab, RunningMarketLab } from './venue-lab.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
/** A weekday, so that forex trades. */
export const NOON = Date.UTC(2026, 10, 25, 12, 0, 10)

interface Setup {
  readonly faults?: readonly Fault[]
  readonly now?: number
  readonly kind?: FeedKind
  readonly instrumentId?: string
}

/** A stand-in that goes wrong as planned, and somebody who listens to one stream of it. */
export async function started(lab: MarketLab, { faults = [], now = NOON, kind = 'quote', instrumentId }: Setup = {}) {
  const running = await lab.start({ now, faults, seed: 1 })
  onTestFinished(() => running.stop())
  const heard = listener()
  const lease = running.feed.open(kind, instrumentId ?? lab.instrumentId, heard.sink)
  return { ...running, ...heard, quotes: () => heard.of('quote'), lease }
}

/** In steps, until something is true. */
export async function advanceUntil(running: RunningMarketLab, isDone: () => boolean, stepMs = 50): Promise<void> {
  const last = running.now() + 6 * HOUR
  while (!isDone()) {
    if (running.now() > last) throw new Error('It has not happened within six hours')
    await running.advanceTo(running.now() + stepMs)
  }
}

export function expectOnceInOrder(
  quotes: readonly { readonly time: number; readonly bid: number; readonly ask: number }[],
) {
  const times = quotes.map(({ time }) => time)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  const repeated = quotes.filter(({ time, bid, ask }, at) => {
    const before = quotes[at - 1]
    return before?.time === time && before.bid === bid && before.ask === ask
  })
  expect(repeated).toEqual([])
}

/** Minutes of the bid, as [time, open, high, low, close]. */
export async function minutesOf({ feed }: RunningMarketLab, instrumentId: string, from: number, to: number) {
  const minutes: number[][] = []
  for await (const page of feed.candles(instrumentId, from, to)) minutes.push(...rows(page))
  return minutes
}

function rows({ time, bidOpen, bidHigh, bidLow, bidClose }: BarColumns): number[][] {
  return Array.from(time, (one, row) => [one, bidOpen[row], bidHigh[row], bidLow[row], bidClose[row]] as number[])
}

/** The book that messages have made, best prices first, each of which is checked against those before it. */
export function bookOf({ messages }: Pick<Listener, 'messages'>) {
  const book = { bid: new Map<number, number>(), ask: new Map<number, number>() }
  let sequence = NaN
  let snapshots = 0
  for (const message of messages) {
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
  return { snapshots, bids: levels(book.bid, -1), asks: levels(book.ask, 1) }
}

function levels(side: ReadonlyMap<number, number>, direction: 1 | -1): { price: number; quantity: number }[] {
  return [...side].map(([price, quantity]) => ({ price, quantity })).toSorted((a, b) => (a.price - b.price) * direction)
}
