import type { CustodyState } from '@tradeloom/domain'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { type LabOrder, toUnits } from '@tradeloom/venue-lab'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { BinanceDesk, MARKET_BUY } from './binance-desk.fixture.ts'
import { DeskWork } from './desk-work.fixture.ts'

const STOP = ['STOP_LOSS', 59_000, 0.4995]
const FULL = { tags: ['full'] }
const CANCEL = 'DELETE /api/v3/order'

let database: TestDatabase
let desk: BinanceDesk
let work: DeskWork
beforeAll(async () => {
  database = await startTestDatabase()
})
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

interface Audit {
  readonly state: CustodyState
  readonly cause: string
  readonly is_protected: boolean
  readonly seconds: number
  readonly isOver: boolean
}

/** How the positions of the account were protected, oldest first. */
async function audits(): Promise<Audit[]> {
  const { rows } = await database.pool.query<Audit>(
    `select state, cause, is_protected, extract(epoch from until - at)::float8 as seconds, until is not null as "isOver"
     from custody_audits where account_id = $1 order by at`,
    [desk.accountId],
  )
  return rows
}

const now = async () => (await audits()).filter(({ isOver }) => !isOver)
const isIn = (state: CustodyState) => work.until(async () => (await now()).some((one) => one.state === state))

/** Alarms of the account, by their subjects. */
async function alarms(): Promise<string[]> {
  const { rows } = await database.pool.query<{ subject: string }>(
    `select subject from notifications where user_id = $1 and kind = 'position-unprotected' order by at`,
    [desk.userId],
  )
  return rows.map(({ subject }) => subject)
}

async function buy(terms: Parameters<BinanceDesk['buy']>[0]) {
  const at = desk.lab.clock.now()
  await desk.write({ ...MARKET_BUY, ...terms }, at)
  await work.until(async () => (await desk.positions()).length > 0)
  return (await desk.position()) as NonNullable<Awaited<ReturnType<BinanceDesk['position']>>>
}

async function buysWithStop() {
  const position = await buy({ stopLoss: 59_000 })
  await isIn('COVERED')
  return position
}

const write = (payload: Parameters<BinanceDesk['write']>[0]) => desk.write(payload, desk.lab.clock.now())
const move = (positionId: string, stopLoss: number | null) =>
  write({ kind: 'PROTECT', positionId, changes: { stopLoss: stopLoss as never } })
const canceled = () => desk.lab.requests.filter((one) => one === CANCEL).length

/** As if the venue had said that an order has ended which goes on. */
function revive(order: LabOrder | undefined): void {
  if (!order) throw new Error('There is no such order')
  order.status = 'NEW'
}

/** An order to sell that another program places. */
function placeElsewhere(): void {
  const market = desk.lab.markets.get('BTCUSDT')
  if (!market) throw new Error('There is no such market')
  desk.lab.engine.place(desk.venue, market, {
    side: 'SELL',
    type: 'STOP_LOSS',
    timeInForce: 'GTC',
    quantity: toUnits('0.4'),
    quoteQuantity: 0n,
    price: 0n,
    stopPrice: toUnits('58000'),
    clientId: 'of another program',
  })
}

describe('the audit of custody at Binance', () => {
  it('is COVERED by the stop at the venue, from the moment that it is there to the end of the position', async () => {
    const { id: positionId, quantity } = await buysWithStop()
    expect(await audits()).toMatchObject([
      { state: 'BUSY', cause: 'custody', is_protected: false, isOver: true },
      { state: 'COVERED', cause: 'custody', is_protected: true, isOver: false },
    ])
    await write({ kind: 'CLOSE', positionId, quantity })
    await work.until(async () => (await now()).length === 0)
    expect(desk.openAtVenue).toEqual([])
    expect(await alarms()).toEqual([])
  })

  it('is HELD where Tradeloom watches the stop', FULL, async () => {
    await buy({ trailingStop: 200 })
    await isIn('HELD')
    await work.pass(120)
    expect(await now()).toMatchObject([{ state: 'HELD', cause: 'custody', is_protected: true }])
    expect(await alarms()).toEqual([])
  })

  it('is BUSY while nobody knows whether the stop is there, and alarms after a minute', async () => {
    desk.lab.faults.add({ when: { request: 'POST /api/v3/order', nth: 2 }, do: 'drop' })
    desk.lab.faults.add({ when: { request: 'GET /api/v3/order', times: 10_000 }, do: '503' })
    await buy({ stopLoss: 59_000 })
    await isIn('BUSY')
    await work.pass(57)
    expect(await alarms()).toEqual([])
    await work.until(async () => (await alarms()).length > 0, 10)
    expect(await alarms()).toEqual(['An order of a position of BTCUSDT:BINANCE has been on its way for a minute'])
    expect(await now()).toMatchObject([{ state: 'BUSY', is_protected: false }])
    desk.lab.faults.clear()
    await isIn('COVERED')
  })

  it('is SHORT where the stop was made smaller elsewhere, and mends that after a minute, once', async () => {
    await buysWithStop()
    const [stop] = desk.openAtVenue as [LabOrder]
    stop.quantity -= toUnits('0.1')
    desk.venue.release(stop.hold, toUnits('0.1'))
    await isIn('SHORT')
    expect(await now()).toMatchObject([{ state: 'SHORT', cause: 'elsewhere', is_protected: false }])
    await work.pass(50)
    expect(canceled()).toBe(0)
    await isIn('COVERED')
    expect(desk.protectionsAtVenue()).toEqual([STOP])
    expect(canceled()).toBe(1)
    expect(await alarms()).toEqual(['The stop of a position of BTCUSDT:BINANCE has another quantity than the position'])
  })

  it('is DOUBLE with an earlier stop that is there again, and has one after a minute', async () => {
    const { id } = await buysWithStop()
    await move(id, 59_500)
    await work.until(() => desk.protectionsAtVenue()[0]?.[1] === 59_500)
    await isIn('COVERED')
    revive(desk.venue.orders.find(({ type, status }) => type === 'STOP_LOSS' && status === 'CANCELED'))
    await isIn('DOUBLE')
    await work.until(() => desk.protectionsAtVenue().length === 1, 90)
    await isIn('COVERED')
    expect(desk.protectionsAtVenue()).toEqual([['STOP_LOSS', 59_500, 0.4995]])
    expect(await alarms()).toEqual(['A position of BTCUSDT:BINANCE has two stops'])
  })

  it('is BARE where the venue lists no stop, whatever is known of it here, and alarms after a minute', async () => {
    await buysWithStop()
    for (const stop of desk.openAtVenue) desk.venue.hidden.add(stop)
    // It does not say what has become of it either.
    desk.lab.faults.add({ when: { request: 'GET /api/v3/order', times: 10_000 }, do: '503' })
    await isIn('BARE')
    expect(await now()).toMatchObject([{ state: 'BARE', cause: 'elsewhere', is_protected: false }])
    await work.pass(57)
    expect(await alarms()).toEqual([])
    await work.until(async () => (await alarms()).length > 0, 10)
    expect(await alarms()).toEqual(['Position of BTCUSDT:BINANCE without a stop'])
    expect(await desk.position()).toMatchObject({ unprotectedSince: null })
  })

  it('leaves it to others to tell of a stop that is gone, and counts the time without', FULL, async () => {
    await buysWithStop()
    for (const stop of desk.openAtVenue) desk.lab.engine.cancel(desk.venue, stop, 'by-hand')
    await isIn('BARE')
    expect(await now()).toMatchObject([{ cause: 'elsewhere', is_protected: false }])
    await work.pass(90)
    expect(await desk.position()).toMatchObject({ unprotectedSince: expect.any(Date), status: 'OPEN' })
    expect(await alarms()).toEqual([])
    expect(desk.openAtVenue).toEqual([])
  })

  it('is ORPHAN where an order protects what is closed, which is canceled after a minute', async () => {
    const { id: positionId, quantity } = await buysWithStop()
    await write({ kind: 'CLOSE', positionId, quantity })
    await work.until(async () => (await now()).length === 0)
    revive(desk.venue.orders.find(({ type }) => type === 'STOP_LOSS'))
    await isIn('ORPHAN')
    expect(await now()).toMatchObject([{ cause: 'person', is_protected: true }])
    await work.until(() => desk.openAtVenue.length === 0, 90)
    await work.until(async () => (await now()).length === 0)
    expect(await alarms()).toEqual(['A stop of BTCUSDT:BINANCE protects nothing'])
  })

  it('is STRANGER where an order from elsewhere would close it, which is never touched', async () => {
    await buy({})
    placeElsewhere()
    await isIn('STRANGER')
    await work.pass(120)
    expect(await now()).toMatchObject([{ state: 'STRANGER', cause: 'elsewhere', is_protected: true }])
    expect(desk.openAtVenue).toHaveLength(1)
    expect(await alarms()).toEqual([])
    expect(canceled()).toBe(0)
  })
})

describe('custody whose cancellations are not answered', () => {
  it('has one stop for the position after a minute, none after its close, and asks less than five times', async () => {
    const { id: positionId, quantity } = await buysWithStop()
    desk.lab.faults.add({ when: { request: CANCEL, times: 10_000 }, do: 'lostAck' })
    await move(positionId, 59_500)
    await work.pass(60)
    expect(desk.protectionsAtVenue()).toEqual([['STOP_LOSS', 59_500, 0.4995]])
    await write({ kind: 'CLOSE', positionId, quantity })
    await work.pass(60)
    expect(await desk.position()).toMatchObject({ status: 'CLOSED' })
    expect(desk.openAtVenue).toEqual([])
    expect(desk.soldAtVenue()).toEqual([0.4995])
    expect(canceled()).toBeLessThan(5)
  })

  it('asks less and less often where they do not arrive, while a closing asks at once', FULL, async () => {
    const { id: positionId, quantity } = await buysWithStop()
    desk.lab.faults.add({ when: { request: CANCEL, times: 10_000 }, do: 'drop' })
    await move(positionId, 59_500)
    await work.pass(60)
    expect(desk.protectionsAtVenue()).toEqual([STOP])
    expect(canceled()).toBeGreaterThan(1)
    expect(canceled()).toBeLessThan(5)
    desk.lab.faults.clear()
    await write({ kind: 'CLOSE', positionId, quantity })
    await work.pass(2)
    expect(desk.soldAtVenue()).toEqual([0.4995])
    expect(desk.openAtVenue).toEqual([])
  })

  it('waits for a minute after a script has moved its stop more than five times in one, and says so', async () => {
    const { id } = await buysWithStop()
    for (let at = 1; at <= 8; at++) {
      await move(id, 59_000 + at)
      await work.pass(2)
    }
    expect(canceled()).toBe(6)
    expect(desk.protectionsAtVenue()).toEqual([['STOP_LOSS', 59_006, 0.4995]])
    const subject = 'The stop of a position of BTC/USDT Binance was replaced more than five times in a minute'
    expect(await alarms()).toEqual([subject])
    await work.until(() => desk.protectionsAtVenue()[0]?.[1] === 59_008, 70)
  })
})
