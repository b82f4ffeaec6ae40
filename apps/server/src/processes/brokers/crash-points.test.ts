import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import type { Fault } from '@tradeloom/venue-lab'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CrashPoint } from '../../platform/intents/crash-points.ts'
import { BinanceDesk, MARKET_BUY } from './binance-desk.fixture.ts'

let database: TestDatabase
let desk: BinanceDesk
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())
beforeEach(async () => {
  desk = await BinanceDesk.open(database)
}, 90_000)
afterEach(async () => {
  try {
    await desk.expectConsistent()
  } finally {
    await desk.end()
  }
})

/** The fence of 15 s, a restart, and two look-ups. */
const wait = { timeout: 60_000, interval: 200 }
const SLOW = { timeout: 240_000 }
const FULL = { tags: ['full'], ...SLOW }
const STOP = ['STOP_LOSS', 59_000, 0.4995]

const ENTRY_POINTS: readonly CrashPoint[] = [
  'written-not-claimed',
  'sending-no-byte-out',
  'received-not-answered',
  'answer-half-read',
  'answer-not-committed',
  'fill-not-committed',
  'stop-not-placed',
]
const FAULTS: Readonly<Record<string, Fault>> = {
  'a lost answer': { when: { request: 'POST /api/v3/order' }, do: 'lostAck' },
  'a lost fill': { when: { message: 'executionReport TRADE' }, do: 'lostFill' },
  'a late fill': { when: { message: 'executionReport TRADE' }, do: 'lateFill', ms: 3_000 },
}

/** The request has ended as the venue has it, and what it opened has its stop. */
async function settles(id: string): Promise<void> {
  await expect.poll(async () => ['FILLED', 'UNSENT', 'ABSENT'].includes((await desk.state(id)) ?? ''), wait).toBe(true)
  const isFilled = (await desk.state(id)) === 'FILLED'
  expect(desk.venue.orders.filter(({ side }) => side === 'BUY')).toHaveLength(isFilled ? 1 : 0)
  await expect.poll(() => desk.positions(), wait).toHaveLength(isFilled ? 1 : 0)
  if (!isFilled) return
  await expect.poll(() => desk.guardsAtVenue(), wait).toEqual([STOP])
  await expect.poll(async () => (await desk.position())?.unprotectedSince, wait).toBe(null)
}

async function buysOnce(point: CrashPoint, fault?: Fault): Promise<void> {
  await desk.restart(point)
  if (fault) desk.lab.faults.add(fault)
  const id = await desk.write({ ...MARKET_BUY, stopLoss: 59_000 })
  await settles(id)
  // On a busy machine it may be too old before it comes to that.
  if ((await desk.state(id)) !== 'UNSENT') expect(desk.ends).toBeGreaterThan(0)
}

describe('the process of orders at Binance is killed', () => {
  it.each<CrashPoint>(['sending-no-byte-out', 'received-not-answered', 'fill-not-committed', 'stop-not-placed'])(
    'at %s: what was requested is at the venue once or not at all, and what it opened has its stop',
    SLOW,
    (point) => buysOnce(point),
  )

  it.each<CrashPoint>(['written-not-claimed', 'answer-half-read', 'answer-not-committed', 'half-compared'])(
    'at %s, too: what was requested is at the venue once or not at all, and what it opened has its stop',
    FULL,
    (point) => buysOnce(point),
  )

  it.each(Object.keys(FAULTS).flatMap((fault) => ENTRY_POINTS.map((point) => [point, fault] as const)))(
    'at %s with %s: nothing is doubled, and nothing is lost',
    FULL,
    (point, fault) => buysOnce(point, FAULTS[fault]),
  )

  it.each<CrashPoint>([
    'sending-no-byte-out',
    'received-not-answered',
    'answer-half-read',
    'answer-not-committed',
    'stop-not-placed',
  ])('at %s while it places a stop: the position has one stop', FULL, async (point) => {
    await desk.restart()
    const { id: positionId } = await desk.buy()
    await desk.restart(point)
    await desk.write({ kind: 'PROTECT', positionId, changes: { stopLoss: 59_000 as never } })
    await expect.poll(() => desk.ends, wait).toBeGreaterThan(0)
    await expect.poll(() => desk.guardsAtVenue(), wait).toEqual([STOP])
    await expect.poll(async () => (await desk.position())?.unprotectedSince, wait).toBe(null)
  })

  it.each<CrashPoint>(['received-not-answered', 'answer-not-committed', 'fill-not-committed'])(
    'at %s while it closes: the position is closed once, and no stop is left',
    FULL,
    async (point) => {
      await desk.restart()
      const { id: positionId } = await desk.buy({ stopLoss: 59_000 })
      await expect.poll(() => desk.guardsAtVenue(), wait).toEqual([STOP])
      await desk.restart(point)
      await desk.write({ kind: 'CLOSE', positionId, quantity: 0.4995 })
      await expect.poll(() => desk.position(), wait).toMatchObject({ status: 'CLOSED' })
      await expect.poll(() => desk.openAtVenue, wait).toEqual([])
      expect(desk.venue.orders.filter(({ side, status }) => side === 'SELL' && status === 'FILLED')).toHaveLength(1)
    },
  )
})
