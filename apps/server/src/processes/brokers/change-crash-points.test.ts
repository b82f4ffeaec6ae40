import type { Fault } from '@tradeloom/venue-lab'
import { describe, expect, it } from 'vitest'
import type { CrashPoint } from '../../trading-core/intents/crash-points.ts'
import { type BinanceDesk, deskForEach, MARKET_BUY } from './binance-desk.fixture.ts'
import { killedAt, wait } from './crash-desk.fixture.ts'

let desk: BinanceDesk
deskForEach((opened) => (desk = opened))

const FULL = { tags: ['full'] }
const STOP = ['STOP_LOSS', 59_000, 0.4995]

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

describe('the process of orders at Binance is killed while it changes an order or places a pair', () => {
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
      await killedAt(desk, 'DELETE /api/v3/order', () => undefined)
      await expect.poll(() => desk.state(changed), wait).toBe('ABSENT')
      await expect.poll(() => desk.state(id), wait).toBe('CANCELED')
      expect([desk.openAtVenue, bought()]).toEqual([[], 0.3])
      expect(await desk.orders()).toMatchObject([{ status: 'CANCELED', filled: 0.3 }])
    },
  )
})
