import type { Fault } from '@tradeloom/venue-lab'
import { describe, expect, it } from 'vitest'
import type { CrashPoint } from '../../trading-core/intents/crash-points.ts'
import { type BinanceDesk, deskForEach, MARKET_BUY } from './binance-desk.fixture.ts'

let desk: BinanceDesk
deskForEach((opened) => (desk = opened))

/** The fence of 15 s, a restart, and two look-ups. */
const wait = { interval: 200 }
const FULL = { tags: ['full'] }
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

const LIMIT = { ...MARKET_BUY, type: 'LIMIT', quantity: 1, limitPrice: 59_000 } as const
const CHANGE_POINTS: readonly CrashPoint[] = [
  'sending-no-byte-out',
  'received-not-answered',
  'answer-half-read',
  'answer-not-committed',
  'fill-not-committed',
]
const CHANGE_FAULTS: Readonly<Record<string, Fault>> = {
  ...FAULTS,
  'a lost answer': { when: { request: 'POST /api/v3/order/cancelReplace' }, do: 'lostAck' },
}

/** An answer that is lost is not read. */
const CHANGE_CASES = Object.keys(CHANGE_FAULTS)
  .flatMap((fault) => CHANGE_POINTS.map((point) => [point, fault] as const))
  .filter(([point, fault]) => point !== 'answer-half-read' || fault !== 'a lost answer')

/** The request has ended as the venue has it, and what it opened has its stop. */
async function settles(id: string): Promise<void> {
  await expect.poll(async () => ['FILLED', 'UNSENT', 'ABSENT'].includes((await desk.state(id)) ?? ''), wait).toBe(true)
  const isFilled = (await desk.state(id)) === 'FILLED'
  expect(desk.venue.orders.filter(({ side }) => side === 'BUY')).toHaveLength(isFilled ? 1 : 0)
  await expect.poll(() => desk.positions(), wait).toHaveLength(isFilled ? 1 : 0)
  if (!isFilled) return
  await expect.poll(() => desk.protectionsAtVenue(), wait).toEqual([STOP])
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

async function works(): Promise<string> {
  const id = await desk.write(LIMIT)
  await expect.poll(() => desk.state(id), wait).toBe('WORKING')
  return id
}

const bought = (): number =>
  desk.venue.fills.filter(({ isBuyer }) => isBuyer).reduce((sum, { quantity }) => sum + Number(quantity) / 1e8, 0)
const change = (intentId: string) => desk.write({ kind: 'CHANGE', intentId, changes: { limitPrice: 58_500 as never } })

/** One order works, in the one form or in the other, and is filled once. */
async function changesOnce(point: CrashPoint, fault?: Fault): Promise<void> {
  await desk.restart()
  const id = await works()
  await desk.restart(point)
  if (fault) desk.lab.faults.add(fault)
  const changed = await change(id)
  const isOver = async () => ['DONE', 'UNSENT', 'ABSENT'].includes((await desk.state(changed)) ?? '')
  await expect.poll(isOver, wait).toBe(true)
  const isDone = (await desk.state(changed)) === 'DONE'
  expect(desk.openAtVenue.map(({ price }) => Number(price) / 1e8)).toEqual([isDone ? 58_500 : 59_000])
  expect(await desk.state(id)).toBe('WORKING')
  desk.fill(desk.openAtVenue[0], '1', '58500')
  await expect.poll(() => desk.state(id), wait).toBe('FILLED')
  expect([bought(), await desk.positions()]).toMatchObject([1, [{ quantity: 0.999 }]])
  if ((await desk.state(changed)) !== 'UNSENT') await expect.poll(() => desk.ends, wait).toBeGreaterThan(0)
}

/** As soon as the venue has received a request, and before its answer. */
async function killedAt(request: string, meanwhile: () => void): Promise<void> {
  await expect.poll(() => desk.lab.requests, { ...wait, interval: 10 }).toContain(request)
  meanwhile()
  if (desk.pid !== undefined) process.kill(desk.pid, 'SIGKILL')
  await expect.poll(() => desk.ends, wait).toBeGreaterThan(0)
}

describe('the process of orders at Binance is killed', () => {
  it.each<CrashPoint>(['sending-no-byte-out', 'received-not-answered', 'fill-not-committed', 'stop-not-placed'])(
    'at %s: what was requested is at the venue once or not at all, and what it opened has its stop',
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
    await expect.poll(() => desk.protectionsAtVenue(), wait).toEqual([STOP])
    await expect.poll(async () => (await desk.position())?.unprotectedSince, wait).toBe(null)
  })

  it.each<CrashPoint>([
    'sending-no-byte-out',
    'received-not-answered',
    'answer-half-read',
    'answer-not-committed',
    'stop-not-placed',
  ])('at %s while it places a stop with its target: the position has one pair', FULL, async (point) => {
    await desk.restart()
    const { id: positionId } = await desk.buy()
    await desk.restart(point)
    const changes = { stopLoss: 59_000 as never, takeProfit: 61_000 as never }
    await desk.write({ kind: 'PROTECT', positionId, changes })
    await expect.poll(() => desk.ends, wait).toBeGreaterThan(0)
    await expect.poll(() => desk.protectionsAtVenue(), wait).toEqual([['LIMIT_MAKER', 61_000, 0.4995], STOP])
    await expect.poll(async () => (await desk.position())?.unprotectedSince, wait).toBe(null)
    desk.price(58_990)
    await expect.poll(() => desk.position(), wait).toMatchObject({ status: 'CLOSED', closeReason: 'stop-loss' })
    expect(desk.openAtVenue).toEqual([])
  })

  it.each<CrashPoint>(['received-not-answered', 'answer-not-committed', 'fill-not-committed'])(
    'at %s while it closes: the position is closed once, and no stop is left',
    FULL,
    async (point) => {
      await desk.restart()
      const { id: positionId } = await desk.buy({ stopLoss: 59_000 })
      await expect.poll(() => desk.protectionsAtVenue(), wait).toEqual([STOP])
      await desk.restart(point)
      await desk.write({ kind: 'CLOSE', positionId, quantity: 0.4995 })
      await expect.poll(() => desk.position(), wait).toMatchObject({ status: 'CLOSED' })
      await expect.poll(() => desk.openAtVenue, wait).toEqual([])
      expect(desk.venue.orders.filter(({ side, status }) => side === 'SELL' && status === 'FILLED')).toHaveLength(1)
    },
  )

  it('at received-not-answered while it changes an order: one order is left, and is filled once', () =>
    changesOnce('received-not-answered'))

  it.each(CHANGE_POINTS.filter((point) => point !== 'received-not-answered'))(
    'at %s while it changes an order: one order is left, and is filled once',
    FULL,
    (point) => changesOnce(point),
  )

  it.each(CHANGE_CASES)(
    'at %s with %s while it changes an order: one order is left, and is filled once',
    FULL,
    (point, fault) => changesOnce(point, CHANGE_FAULTS[fault]),
  )

  it(
    'between the halves of a change of what is left: the order is canceled with what it has filled',
    FULL,
    async () => {
      await desk.restart()
      const id = await works()
      desk.fill(desk.openAtVenue[0], '0.3', '59000')
      await expect.poll(() => desk.state(id), wait).toBe('PARTIAL')
      desk.lab.faults.add({ when: { request: 'DELETE /api/v3/order' }, do: 'delay', ms: 3_000 })
      const changed = await change(id)
      await killedAt('DELETE /api/v3/order', () => undefined)
      await expect.poll(() => desk.state(changed), wait).toBe('ABSENT')
      await expect.poll(() => desk.state(id), wait).toBe('CANCELED')
      expect([desk.openAtVenue, bought()]).toEqual([[], 0.3])
      expect(await desk.orders()).toMatchObject([{ status: 'CANCELED', filled: 0.3 }])
    },
  )

  it.each([
    ['a part', '0.4', 'CANCELED'],
    ['all', '1', 'FILLED'],
  ])(
    'while a cancellation crosses a fill of %s, both held back: what was filled is booked, once',
    async (_, quantity, state) => {
      await desk.restart()
      const id = await works()
      desk.lab.faults.add({ when: { request: 'DELETE /api/v3/order' }, do: 'lateRequest', ms: 1_500 })
      desk.lab.faults.add({ when: { message: 'executionReport TRADE' }, do: 'lateFill', ms: 3_000 })
      const canceled = await desk.write({ kind: 'CANCEL', intentId: id })
      await killedAt('DELETE /api/v3/order', () => desk.fill(desk.openAtVenue[0], quantity, '59000'))
      await expect.poll(() => desk.state(id), wait).toBe(state)
      await expect.poll(() => desk.state(canceled), wait).toBe(state === 'FILLED' ? 'REJECTED' : 'DONE')
      expect([desk.openAtVenue, bought()]).toEqual([[], Number(quantity)])
      await expect.poll(() => desk.orders(), wait).toMatchObject([{ status: state, filled: Number(quantity) }])
      expect(await desk.fills()).toHaveLength(1)
    },
  )
})
