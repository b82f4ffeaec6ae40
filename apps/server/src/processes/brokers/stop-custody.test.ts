import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BinanceDesk, MARKET_BUY } from './binance-desk.fixture.ts'

let database: TestDatabase
let desk: BinanceDesk
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())
beforeEach(async () => {
  desk = await BinanceDesk.open(database)
}, 30_000)
afterEach(async () => {
  try {
    await desk.expectConsistent()
  } finally {
    await desk.end()
  }
})

const wait = { timeout: 10_000 }
const guards = () => expect.poll(() => desk.guardsAtVenue(), wait)
/** The fee of 0.1% was paid in coins, and fractions of a step cannot be sold. */
const HELD = 0.4995
const STOP = ['STOP_LOSS', 59_000, HELD]
const TARGET = ['LIMIT_MAKER', 61_000, HELD]
const isProtected = () => expect.poll(async () => (await desk.position())?.unprotectedSince, wait).toBe(null)

describe('a position at Binance', () => {
  it('has its stop loss at the venue, and is protected then', { timeout: 60_000 }, async () => {
    await desk.buy({ stopLoss: 59_000 })
    await guards().toEqual([STOP])
    await isProtected()
    const [stop] = (await desk.orders()).filter(({ isProtective }) => isProtective)
    expect(stop).toMatchObject({ type: 'STOP', stopPrice: 59_000, quantity: HELD, status: 'NEW' })
    expect(stop?.positionId).toBe((await desk.position())?.id)
  })

  it('has stop loss and take profit as one pair, and is closed once by either', { timeout: 60_000 }, async () => {
    await desk.buy({ stopLoss: 59_000, takeProfit: 61_000 })
    await guards().toEqual([TARGET, STOP])
    await isProtected()
    desk.price(58_990)
    await expect.poll(() => desk.position(), wait).toMatchObject({ status: 'CLOSED', closeReason: 'stop-loss' })
    await guards().toEqual([])
    expect((await desk.fills()).map(({ side }) => side).toSorted()).toEqual(['BUY', 'SELL'])
    const states = async () => (await desk.intents()).map(({ kind, state }) => `${kind} ${state}`).toSorted()
    await expect.poll(states, wait).toEqual(['PLACE FILLED', 'PROTECT EXPIRED', 'PROTECT FILLED'])
  })

  it('is closed by hand although its stop ties up the coins', { timeout: 60_000 }, async () => {
    const { id } = await desk.buy({ stopLoss: 59_000 })
    await guards().toEqual([STOP])
    await desk.write({ kind: 'CLOSE', positionId: id, quantity: 0.4995 })
    await expect.poll(() => desk.position(), wait).toMatchObject({ status: 'CLOSED' })
    await guards().toEqual([])
    expect((await desk.orders()).filter(({ status }) => status === 'REJECTED')).toEqual([])
  })

  it('has a stop for what is left after a part of it was closed', { timeout: 60_000 }, async () => {
    const { id } = await desk.buy({ stopLoss: 59_000 })
    await guards().toEqual([STOP])
    await desk.write({ kind: 'CLOSE', positionId: id, quantity: 0.2 })
    await guards().toEqual([['STOP_LOSS', 59_000, 0.2995]])
    await isProtected()
  })

  it('has its stop moved, and loses it on request', { timeout: 60_000 }, async () => {
    const { id } = await desk.buy({ stopLoss: 59_000 })
    await guards().toEqual([STOP])
    await desk.write({ kind: 'PROTECT', positionId: id, changes: { stopLoss: 59_500 as never } })
    await guards().toEqual([['STOP_LOSS', 59_500, HELD]])
    await desk.write({ kind: 'PROTECT', positionId: id, changes: { stopLoss: null } })
    await guards().toEqual([])
    expect(await desk.position()).toMatchObject({ status: 'OPEN', stopLoss: null, unprotectedSince: null })
  })

  it('keeps its stop if a change of it could not be placed', { timeout: 60_000 }, async () => {
    const { id } = await desk.buy({ stopLoss: 59_000 })
    await guards().toEqual([STOP])
    const change = await desk.write({ kind: 'PROTECT', positionId: id, changes: { stopLoss: 60_500 as never } })
    await expect.poll(() => desk.state(change), wait).toBe('REJECTED')
    expect(desk.guardsAtVenue()).toEqual([STOP])
  })

  it(
    'whose stop is refused is unprotected, which is said once, and no loop tries again',
    { timeout: 60_000 },
    async () => {
      desk.lab.faults.add({
        when: { request: 'POST /api/v3/order', nth: 2, times: 9 },
        do: 'refuse',
        answer: { status: 400, code: -4120, msg: 'Order type not supported for this endpoint.' },
      })
      await desk.buy({ stopLoss: 59_000 })
      await expect.poll(() => desk.position(), wait).toMatchObject({ isStopLossRejected: true })
      const { unprotectedSince } = (await desk.position()) ?? {}
      expect(Date.now() - Number(unprotectedSince)).toBeLessThan(10_000)
      const refused = () => desk.orders().then((all) => all.filter(({ status }) => status === 'REJECTED'))
      expect(await refused()).toMatchObject([
        { isProtective: true, stopPrice: 59_000, reason: expect.stringContaining('-4120') },
      ])
      const sent = () => desk.lab.requests.filter((one) => one.startsWith('POST'))
      const before = sent().length
      await desk.write({ ...MARKET_BUY, type: 'LIMIT', limitPrice: 50_000, quantity: 0.001 })
      await expect.poll(sent, wait).toHaveLength(before + 1)
      expect(await refused()).toHaveLength(1)
    },
  )
})
