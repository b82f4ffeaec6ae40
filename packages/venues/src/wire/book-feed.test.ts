import { setImmediate as turn } from 'node:timers/promises'
import type { FullBook } from '@tradeloom/book'
import { expect, it } from 'vitest'
import type { FeedMessage } from '../ports/market-feed.ts'
import { BookFeed } from './book-feed.ts'
import { VirtualClock } from './virtual-clock.ts'

const levels = (first: number, step: number) =>
  Array.from({ length: 60 }, (_, at) => ({ price: first + at * step, quantity: 1 }))
const bookAt = (lastUpdateId: number): FullBook => ({ lastUpdateId, bids: levels(100, -0.5), asks: levels(101, 0.5) })
const bid = (at: number, quantity: number) => ({
  time: at,
  first: at,
  last: at,
  bids: [{ price: 100, quantity }],
  asks: [],
})

function start(snapshots: readonly (FullBook | Error)[]) {
  const clock = new VirtualClock(0)
  const messages: FeedMessage[] = []
  let asked = 0
  let losses = 0
  const feed = new BookFeed({
    clock,
    venueNow: () => clock.now(),
    handlers: { message: (one) => void messages.push(one), garbage: () => {}, lost: () => void (losses += 1) },
    snapshot: async () => {
      const snapshot = snapshots[Math.min(asked++, snapshots.length - 1)]
      if (snapshot instanceof Error || !snapshot) throw snapshot ?? new Error('No snapshot')
      return snapshot
    },
  })
  return {
    clock,
    feed,
    messages,
    kinds: () => messages.map(({ kind }) => kind),
    asked: () => asked,
    losses: () => losses,
  }
}

it('passes on a snapshot of the best levels and then their changes, numbered without a hole', async () => {
  const { feed, messages } = start([bookAt(10)])
  feed.subscribed()
  feed.diff(bid(9, 7))
  await turn()
  feed.diff(bid(11, 2))
  feed.diff(bid(12, 2))
  feed.diff(bid(13, 3))
  const [snapshot, ...deltas] = messages
  expect(snapshot).toMatchObject({ kind: 'book-snapshot', sequence: 1, bids: { length: 50 }, asks: { length: 50 } })
  expect(deltas).toMatchObject([
    { sequence: 2, changes: [{ side: 'bid', price: 100, quantity: 2 }] },
    { sequence: 3, changes: [{ side: 'bid', price: 100, quantity: 3 }] },
  ])
})

it('starts over after a gap, and is given up when that happens too often', async () => {
  const { feed, kinds, losses, asked } = start([10, 20, 30, 40, 50].map(bookAt))
  feed.subscribed()
  await turn()
  for (const at of [20, 30, 40]) {
    feed.diff(bid(at, 2))
    await turn()
  }
  expect([kinds().filter((kind) => kind === 'book-snapshot').length, losses()]).toEqual([4, 0])
  feed.diff(bid(99, 2))
  expect([asked(), losses()]).toEqual([4, 1])
})

it('asks again for a snapshot that is older than the updates, and says when none can be had', async () => {
  const { clock, feed, kinds } = start([bookAt(5), bookAt(20)])
  feed.diff(bid(20, 2))
  feed.subscribed()
  await turn()
  expect(kinds()).toEqual([])
  clock.advanceTo(500)
  await turn()
  expect(kinds()).toEqual(['book-snapshot'])
  const failing = start([new Error('HTTP 503')])
  failing.feed.subscribed()
  await turn()
  expect(failing.losses()).toBe(1)
})
