import type { BookUpdate } from '@tradeloom/contracts'
import { type BookChange, type BookLevel, type FeedMessage, VirtualClock } from '@tradeloom/venues'
import { expect, it } from 'vitest'
import { BookPublisher } from './book-publisher.ts'

const START = Date.UTC(2026, 10, 23, 9)
const ID = 'BTCUSDT:SIM'

interface Told extends BookUpdate {
  readonly at: number
}

function setUp(onTold: (update: BookUpdate) => void = () => {}) {
  const clock = new VirtualClock(START)
  const told: Told[] = []
  const emit = (update: BookUpdate): void => {
    told.push({ ...update, at: clock.now() })
    onTold(update)
  }
  return { clock, told, publisher: new BookPublisher({ clock, instrumentId: ID, emit }) }
}

const snapshot = (sequence: number, bids: readonly BookLevel[], asks: readonly BookLevel[]): FeedMessage => ({
  kind: 'book-snapshot',
  time: START,
  sequence,
  bids,
  asks,
})
const delta = (sequence: number, ...changes: BookChange[]): FeedMessage => ({
  kind: 'book-delta',
  time: START,
  sequence,
  changes,
})
const level = (price: number, quantity = 1): BookLevel => ({ price, quantity })
const bid = (price: number, quantity: number): BookChange => ({ side: 'bid', action: 'update', price, quantity })

/** Levels by price, without anything of the code under test. */
type Sides = Record<'bids' | 'asks', Map<number, number>>
const empty = (): Sides => ({ bids: new Map(), asks: new Map() })
const SIGNS = { bids: -1, asks: 1 } as const

function best(sides: Sides): Record<keyof Sides, [number, number][]> {
  const of = (side: keyof Sides): [number, number][] =>
    [...sides[side]].toSorted(([one], [other]) => (one - other) * SIGNS[side]).slice(0, 50)
  return { bids: of('bids'), asks: of('asks') }
}

it('tells the best 50 levels of the venue at each time, and of what is not among them any longer that it is gone', () => {
  const [venue, page] = [empty(), empty()]
  let compared = 0
  const { clock, told, publisher } = setUp((update) => {
    for (const side of ['bids', 'asks'] as const) {
      if (update.kind === 'refresh') page[side].clear()
      for (const [price, quantity] of update[side]) {
        if (quantity > 0) page[side].set(price, quantity)
        else expect(page[side].delete(price), `${price} was told before`).toBe(true)
      }
      expect(page[side].size).toBeLessThanOrEqual(50)
    }
    expect(best(page)).toEqual(best(venue))
    compared++
  })
  let seed = 5
  const dice = (sides: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % sides
  }
  for (let rank = 1; rank <= 70; rank++) {
    venue.bids.set(1_000 - rank, rank)
    venue.asks.set(1_000 + rank, rank)
  }
  const listed = (side: keyof Sides) => [...venue[side]].map(([price, quantity]) => level(price, quantity))
  publisher.take(snapshot(0, listed('bids'), listed('asks')))
  for (let round = 1; round <= 2_000; round++) {
    clock.advanceTo(START + round * 17)
    const changes = Array.from({ length: 1 + dice(6) }, (): BookChange => {
      const side = dice(2) === 0 ? 'bid' : 'ask'
      const levels = venue[`${side}s`]
      const price = side === 'bid' ? 999 - dice(90) : 1_001 + dice(90)
      const quantity = dice(3)
      const action = quantity === 0 ? 'delete' : levels.has(price) ? 'update' : 'insert'
      if (quantity === 0) levels.delete(price)
      else levels.set(price, quantity)
      return { side, action, price, quantity }
    })
    publisher.take(delta(round, ...changes))
  }
  expect(compared).toBeGreaterThan(250)
  const pauses = told.slice(1).map(({ at }, row) => at - (told[row]?.at ?? 0))
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(100)
  const [first] = told
  expect(told.map(({ sequence }) => sequence)).toEqual(told.map((_, row) => (first?.sequence ?? 0) + row))
  expect(told.map(({ kind }) => kind)).toEqual(told.map((_, row) => (row === 0 ? 'refresh' : 'change')))
})

it('tells all levels again after a new snapshot of the venue, and when somebody asks', () => {
  const { clock, told, publisher } = setUp()
  publisher.take(snapshot(7, [level(99)], [level(101)]))
  clock.advanceTo(START + 200)
  // Of a connection whose numbers start over.
  publisher.take(snapshot(0, [level(98)], [level(102)]))
  clock.advanceTo(START + 400)
  publisher.take(delta(1, bid(97, 3)))
  clock.advanceTo(START + 600)
  publisher.refresh()
  expect(told.map(({ kind, bids, asks }) => [kind, bids, asks])).toEqual([
    ['refresh', [[99, 1]], [[101, 1]]],
    ['refresh', [[98, 1]], [[102, 1]]],
    ['change', [[97, 3]], []],
    [
      'refresh',
      [
        [98, 1],
        [97, 3],
      ],
      [[102, 1]],
    ],
  ])
})

it('says each second that a book is still true, while the venue says that it is there, and nothing otherwise', () => {
  const { clock, told, publisher } = setUp()
  const beat = (ms: number): void => {
    clock.advanceTo(START + ms)
    publisher.take({ kind: 'heartbeat', time: START + ms, isOpen: true })
  }
  beat(0)
  expect(told).toEqual([])
  publisher.take(snapshot(0, [level(99)], [level(101)]))
  for (let ms = 250; ms <= 3_000; ms += 250) beat(ms)
  clock.advanceTo(START + 60_000)
  expect(told.slice(1).map(({ at, kind, bids, asks }) => [at - START, kind, bids, asks])).toEqual([
    [1_000, 'change', [], []],
    [2_000, 'change', [], []],
    [3_000, 'change', [], []],
  ])
})

it('tells no crossed book, and its changes once it is not crossed any longer', () => {
  const { clock, told, publisher } = setUp()
  publisher.take(snapshot(0, [level(99)], [level(101)]))
  clock.advanceTo(START + 1_000)
  publisher.take(delta(1, bid(102, 5)))
  clock.advanceTo(START + 5_000)
  expect(told).toHaveLength(1)
  publisher.take(delta(2, bid(102, 0), bid(100, 2)))
  expect(told[1]).toMatchObject({ kind: 'change', bids: [[100, 2]], asks: [] })
})

it('begins with a higher number than whoever told the book before', () => {
  const first = setUp()
  first.publisher.take(snapshot(0, [level(99)], [level(101)]))
  for (let round = 1; round <= 600; round++) {
    first.clock.advanceTo(START + round * 100)
    first.publisher.take(delta(round, bid(99, 1 + round)))
  }
  const next = new VirtualClock(first.clock.now())
  const numbers: number[] = []
  const emit = ({ sequence }: BookUpdate) => void numbers.push(sequence)
  new BookPublisher({ clock: next, instrumentId: ID, emit }).take(snapshot(0, [level(99)], [level(101)]))
  expect(numbers[0]).toBeGreaterThan(first.told.at(-1)?.sequence ?? Infinity)
})
