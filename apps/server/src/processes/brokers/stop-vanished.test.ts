import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { BinanceDesk, MARKET_BUY } from './binance-desk.fixture.ts'
import { DeskWork } from './desk-work.fixture.ts'

const STOP = ['STOP_LOSS', 59_000, 0.4995]

let database: TestDatabase
let desk: BinanceDesk
let work: DeskWork
beforeAll(async () => void (database = await startTestDatabase()))
afterAll(() => database?.stop())
beforeEach(async () => {
  desk = await BinanceDesk.open(database)
  work = await DeskWork.of(desk)
  await work.pass(2)
})
afterEach(async () => {
  work?.close()
  vi.restoreAllMocks()
  await desk?.end()
})

const write = (payload: Parameters<BinanceDesk['write']>[0]) => desk.write(payload, desk.lab.clock.now())
const stops = async () => (await desk.intents()).filter(({ kind }) => kind === 'PROTECT').map(({ state }) => state)

/** Buys with a stop, which no question finds any more from then on, until its absence counts as proven. */
async function losesStop(): Promise<void> {
  await write({ ...MARKET_BUY, stopLoss: 59_000 })
  await work.until(() => desk.protectionsAtVenue().length === 1)
  const [stop] = desk.openAtVenue
  if (stop) desk.venue.hidden.add(stop)
  await work.until(async () => (await stops())[0] === 'CANCELED')
}

describe('a stop that has vanished from Binance', () => {
  it('is replaced at once, and gives way when it shows again', async () => {
    // Coins of its owner: without them the venue takes no second one.
    desk.lab.accounts.deposit(desk.venue.apiKey, 'BTC', '1')
    await losesStop()
    await work.until(() => desk.protectionsAtVenue().length === 2, 5)
    expect(await stops()).toEqual(['CANCELED', 'WORKING'])
    desk.venue.hidden.clear()
    await work.until(() => desk.protectionsAtVenue().length === 1)
    expect(desk.protectionsAtVenue()).toEqual([STOP])
    expect((await stops()).filter((state) => state === 'WORKING')).toHaveLength(1)
    expect(await desk.position()).toMatchObject({ isStopLossRejected: false, unprotectedSince: null })
  })

  it('is watched here while it ties up the coins, and protects its position as before when it shows again', async () => {
    await losesStop()
    await work.until(async () => (await desk.position())?.isStopLossRejected === true)
    desk.venue.hidden.clear()
    await work.until(async () => (await stops())[0] === 'WORKING')
    await work.pass(5)
    expect(await stops()).toEqual(['WORKING', 'REJECTED'])
    expect(desk.protectionsAtVenue()).toEqual([STOP])
    expect(await desk.position()).toMatchObject({ isStopLossRejected: false, unprotectedSince: null })
    const held = (await desk.orders()).filter(({ reason }) => reason === 'Managed by Tradeloom')
    expect(held.map(({ status }) => status)).toEqual(['CANCELED'])
  })

  it('is canceled when it shows again after its position was closed', async () => {
    desk.lab.accounts.deposit(desk.venue.apiKey, 'BTC', '1')
    await losesStop()
    const { id: positionId = '', quantity = 0 } = (await desk.position()) ?? {}
    await write({ kind: 'CLOSE', positionId, quantity })
    await work.until(async () => (await desk.position())?.status === 'CLOSED')
    expect(desk.openAtVenue).toHaveLength(1)
    desk.venue.hidden.clear()
    await work.until(() => desk.openAtVenue.length === 0)
    expect(desk.soldAtVenue()).toEqual([0.4995])
  })
})

it('an opening that is there after its absence was proven stays a stray: it is canceled, and nothing is opened', async () => {
  desk.lab.faults.add({ when: { request: 'POST /api/v3/order' }, do: 'lostAck' })
  const id = await write({ ...MARKET_BUY, type: 'LIMIT', limitPrice: 55_000, quantity: 0.1 })
  await work.until(() => desk.openAtVenue.length === 1)
  const [order] = desk.openAtVenue
  if (order) desk.venue.hidden.add(order)
  await work.until(async () => (await desk.state(id)) === 'ABSENT')
  desk.venue.hidden.clear()
  await work.until(() => desk.openAtVenue.length === 0)
  expect(await desk.state(id)).toBe('STRAY')
  const level = 'select level from account_control where account_id = $1'
  expect((await database.pool.query(level, [desk.accountId])).rows).toEqual([{ level: 'NO_NEW' }])
})
