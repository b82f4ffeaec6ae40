import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { BookLevel } from './order-book.ts'
import { type BookDiff, type DiffOutcome, SequencedBook } from './sequenced-book.ts'

const FILE = join(import.meta.dirname, '../../../../shared/data/crypto/binance-ws-raw/spot/btcusdt_20240808.gz')
const isThere = existsSync(FILE)
if (!isThere) console.warn('../shared/data is absent: books are not compared with those of a capture.')

type Row = readonly [price: string, quantity: string]
interface RawDiff {
  readonly U: number
  readonly u: number
  readonly b: readonly Row[]
  readonly a: readonly Row[]
}

const levels = (rows: readonly Row[]): BookLevel[] =>
  rows.map(([price, quantity]) => ({ price: Number(price), quantity: Number(quantity) }))
const diffOf = ({ U, u, b, a }: RawDiff): BookDiff => ({ first: U, last: u, bids: levels(b), asks: levels(a) })

/** Snapshot and diffs as the venue sent them. */
function capture() {
  const snapshots: { lastUpdateId: number; bids: Row[]; asks: Row[] }[] = []
  const diffs: RawDiff[] = []
  for (const line of gunzipSync(readFileSync(FILE)).toString().split('\n')) {
    const text = line.slice(line.indexOf(' ') + 1)
    if (text.startsWith('{"lastUpdateId"')) snapshots.push(JSON.parse(text))
    else if (text.includes('@depth')) diffs.push(JSON.parse(text).data)
  }
  return { snapshot: snapshots[0] as (typeof snapshots)[0], diffs }
}

/** The same book from texts alone, without anything of this package. */
function referenceBook(snapshot: { lastUpdateId: number; bids: Row[]; asks: Row[] }, diffs: readonly RawDiff[]) {
  const sides = { bids: new Map(snapshot.bids), asks: new Map(snapshot.asks) }
  for (const { u, b, a } of diffs) {
    if (u <= snapshot.lastUpdateId) continue
    for (const [side, rows] of [[sides.bids, b] as const, [sides.asks, a] as const])
      for (const [price, quantity] of rows) {
        if (/^0\.?0*$/.test(quantity)) side.delete(price)
        else side.set(price, quantity)
      }
  }
  const top = (side: Map<string, string>, sign: number) =>
    [...side]
      .map(([price, quantity]) => ({ price: Number(price), quantity: Number(quantity) }))
      .sort((one, other) => (one.price - other.price) * sign)
      .slice(0, 50)
  return { bids: top(sides.bids, -1), asks: top(sides.asks, 1) }
}

/** Uniform in [0, 1), the same each time. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const topOf = ({ book }: SequencedBook) => ({ bids: book.top('bids', 50), asks: book.top('asks', 50) })

it('has at 20 random points of a capture the book that an independent script computes', ({ skip }) => {
  if (!isThere) return skip('no capture')
  const { snapshot, diffs } = capture()
  const random = randomOf(20240808)
  const points = new Set(Array.from({ length: 20 }, () => 10 + Math.floor(random() * (diffs.length - 10))))
  const sequenced = new SequencedBook()
  let complete = 0
  const outcomes = new Map<DiffOutcome, number>()
  for (const [at, diff] of diffs.entries()) {
    // The snapshot came after three diffs, which had waited for it.
    if (at === 3)
      expect(sequenced.start({ ...snapshot, bids: levels(snapshot.bids), asks: levels(snapshot.asks) })).toBe(true)
    const outcome = sequenced.take(diffOf(diff))
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (!points.has(at)) continue
    complete += sequenced.book.isComplete(50) ? 1 : 0
    expect(topOf(sequenced)).toEqual(referenceBook(snapshot, diffs.slice(0, at + 1)))
  }
  expect(points.size).toBe(20)
  expect([outcomes.get('gap'), outcomes.get('old')]).toEqual([undefined, undefined])
  expect(outcomes.get('changed')).toBeGreaterThan(3_000)
  expect(sequenced.book.isCrossed).toBe(false)
  // At one of them the market has moved so far that levels beyond the snapshot's end are among the best 50.
  expect(complete).toBe(19)
})

it('notices every lost diff of a capture, and is right again after the next snapshot', ({ skip }) => {
  if (!isThere) return skip('no capture')
  const { snapshot, diffs } = capture()
  const random = randomOf(1)
  const sequenced = new SequencedBook()
  /** What the venue has when it is requested a snapshot. */
  const venue = (at: number) => ({
    lastUpdateId: (diffs[at] as RawDiff).u,
    ...referenceBook(snapshot, diffs.slice(0, at + 1)),
  })
  let losses = 0
  let isLost = false
  for (const [at, diff] of diffs.slice(0, 2_000).entries()) {
    if (at > 3 && random() < 0.02) {
      losses += sequenced.isReady && !isLost ? 1 : 0
      isLost = true
      continue
    }
    const outcome = sequenced.take(diffOf(diff))
    if (isLost && outcome !== 'waiting') expect(outcome).toBe('gap')
    isLost = false
    if (!sequenced.isReady && at >= 3) {
      expect(sequenced.start(venue(at))).toBe(true)
      expect(topOf(sequenced)).toEqual(referenceBook(snapshot, diffs.slice(0, at + 1)))
    }
  }
  expect(losses).toBeGreaterThan(20)
})

const level = (price: number, quantity = 1): BookLevel => ({ price, quantity })

it('refuses a snapshot that is older than the stream, and takes a newer one', () => {
  const sequenced = new SequencedBook()
  const change = { bids: [level(1.5)], asks: [] }
  expect(sequenced.take({ first: 10, last: 12, ...change })).toBe('waiting')
  expect(sequenced.start({ lastUpdateId: 8, bids: [level(1)], asks: [level(2)] })).toBe(false)
  expect(sequenced.isReady).toBe(false)
  expect(sequenced.start({ lastUpdateId: 9, bids: [level(1)], asks: [level(2)] })).toBe(true)
  expect(topOf(sequenced).bids).toEqual([level(1.5), level(1)])
  expect(sequenced.take({ first: 11, last: 12, ...change })).toBe('old')
  expect(sequenced.take({ first: 12, last: 13, bids: [level(1.5, 0)], asks: [] })).toBe('changed')
  expect(topOf(sequenced).bids).toEqual([level(1)])
})

it('keeps the diffs after a gap among those that waited for the next snapshot', () => {
  const sequenced = new SequencedBook()
  sequenced.take({ first: 1, last: 2, bids: [], asks: [] })
  sequenced.take({ first: 5, last: 6, bids: [level(3)], asks: [] })
  sequenced.take({ first: 7, last: 8, bids: [level(4)], asks: [] })
  expect(sequenced.start({ lastUpdateId: 1, bids: [level(1)], asks: [level(9)] })).toBe(false)
  expect(sequenced.start({ lastUpdateId: 6, bids: [level(3)], asks: [level(9)] })).toBe(true)
  expect(topOf(sequenced).bids).toEqual([level(4), level(3)])
})

it('keeps a thousand levels of a side, and says when the best ones may be incomplete', () => {
  const sequenced = new SequencedBook()
  const bids = Array.from({ length: 1_000 }, (_, at) => level(10_000 - at))
  sequenced.start({ lastUpdateId: 1, bids, asks: [level(20_000)] })
  expect(sequenced.book.isComplete(50)).toBe(true)
  const more = Array.from({ length: 600 }, (_, at) => level(10_001 + at))
  sequenced.take({ first: 2, last: 2, bids: more, asks: [] })
  expect(sequenced.book.bids.size).toBe(1_000)
  // All but 40 of those that are known are taken.
  const gone = sequenced.book.top('bids', 960).map(({ price }) => level(price, 0))
  sequenced.take({ first: 3, last: 3, bids: gone, asks: [] })
  expect([sequenced.book.isComplete(40), sequenced.book.isComplete(50)]).toEqual([true, false])
})
