import { sha256, verifyAccount } from '@tradeloom/database'
import type { AccountModel, Direction } from '@tradeloom/domain'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { closingClientId, closingOrder } from '@tradeloom/trading'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BrokersLab, COIN, LIMIT_BUY } from './brokers.fixture.ts'
import { FAKE_RIGHTS } from './fake-venue.fixture.ts'
import { MarginCheck } from './margin-check.ts'

const KEY = 'planted-key-1234'
const SECRET = 'planted-secret-5678'
const MARKET = { ...LIMIT_BUY, type: 'MARKET', limitPrice: null } as const

let database: TestDatabase
let lab: BrokersLab
let user: string
let orders: number
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())
afterEach(async () => {
  expect(await verifyAccount(database.db, await lab.accountId(user))).toEqual([])
  await lab.end()
})

async function connect(model: AccountModel): Promise<void> {
  lab = new BrokersLab(database, model)
  orders = 0
  await database.pool.query('delete from exchange_keys')
  await lab.switchOn()
  user = await lab.addUser()
  lab.venue.keys.set(KEY, { secret: SECRET, rights: { ...FAKE_RIGHTS, model } })
  await lab.connections.add(user, { type: 'live', broker: 'FAKE', apiKey: KEY, apiSecret: SECRET })
}

interface Kept {
  readonly id: string
  readonly direction: string
  readonly quantity: number
  readonly open_price: number
  readonly profit: number
  readonly status: string
  readonly broker_id: string
}
const kept = (status: 'OPEN' | 'CLOSED') =>
  lab.rows<Kept>('select * from positions where user_id = $1 and status = $2 order by open_time, id', [user, status])
const open = async () => (await kept('OPEN')).map((one) => [one.direction, one.quantity, one.open_price])
const entries = (kind: string) =>
  lab.rows(
    'select n from journal j join trading_accounts a on a.id = j.account_id where a.user_id = $1 and kind = $2',
    [user, kind],
  )

/** An order that the venue executes at once; returns its number. */
async function trade(side: 'BUY' | 'SELL', quantity: number, price: number): Promise<string> {
  await lab.sends(user, { ...MARKET, side, quantity })
  return execute(quantity, price)
}

async function close(positionId: string, quantity: number): Promise<void> {
  await lab.sends(user, { kind: 'CLOSE', positionId, quantity })
}

async function execute(quantity: number, price: number): Promise<string> {
  const before = (await entries('FILLED')).length
  const venueId = String(1000 + orders++)
  await expect.poll(() => lab.venue.orders.has(venueId)).toBe(true)
  lab.venue.fill(venueId, quantity, price)
  await expect.poll(async () => (await entries('FILLED')).length).toBe(before + 1)
  return venueId
}

describe('a netting account', () => {
  it('opens a short position, adds to it, reduces it, and reverses it by one execution in one commit', async () => {
    await connect('netting')
    await trade('SELL', 1, 60_000)
    expect(await open()).toEqual([['SHORT', 1, 60_000]])
    await trade('SELL', 1, 62_000)
    expect(await open()).toEqual([['SHORT', 2, 61_000]])
    await trade('BUY', 0.5, 60_000)
    expect(await open()).toEqual([['SHORT', 1.5, 61_000]])
    await trade('BUY', 2, 60_000)
    expect(await open()).toEqual([['LONG', 0.5, 60_000]])
    const closed = await kept('CLOSED')
    // 1,000 for each coin, without the fees: of both openings 122, of the closings 30 and three quarters of 120.
    expect(closed.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(2)
    expect(closed.reduce((sum, { profit }) => sum + profit, 0)).toBeCloseTo(2_000 - 122 - 30 - 90, 6)
    expect(lab.venue.positions.open).toMatchObject([{ direction: 'LONG', quantity: 0.5 }])
    expect(await entries('FILLED')).toHaveLength(4)
  })

  it('gives the position that an order reverses to its stop, however many executions that takes', async () => {
    await connect('netting')
    await trade('BUY', 1, 60_000)
    await lab.sends(user, { ...MARKET, side: 'SELL', quantity: 2, stopLoss: 65_000 })
    const venueId = await execute(0.5, 60_000)
    lab.venue.fill(venueId, 1.5, 60_000)
    await expect.poll(open).toEqual([['SHORT', 1, 60_000]])
    expect(await kept('OPEN')).toMatchObject([{ stop_loss: 65_000 }])
  })

  it('closes a short position by an order that buys and can only reduce', async () => {
    await connect('netting')
    await trade('SELL', 1, 60_000)
    const [position] = await kept('OPEN')
    await close(position?.id ?? '', 0.4)
    const venueId = await execute(0.4, 59_000)
    expect(lab.venue.terms(venueId)).toMatchObject({ side: 'BUY', quantity: 0.4, reduceOnly: true })
    expect(await open()).toEqual([['SHORT', 0.6, 60_000]])
  })

  it('has its stop at the venue as an order that buys above the price, for as much as is open', async () => {
    await connect('netting')
    await lab.sends(user, { ...MARKET, side: 'SELL', quantity: 1, stopLoss: 65_000 })
    await execute(1, 60_000)
    await expect
      .poll(() => lab.venue.terms('1001'))
      .toMatchObject({
        type: 'STOP',
        side: 'BUY',
        stopPrice: 65_000,
        quantity: 1,
        reduceOnly: true,
      })
  })
})

it('positions that were traded at the venue itself are taken over as external, and nothing is opened then', async () => {
  await connect('netting')
  await trade('SELL', 2, 60_000)
  const accountId = await lab.accountId(user)
  let time = Date.now()
  const lease = await lab.leaseOf(accountId)
  const parts = { db: database.db, accountId, userId: user, venue: 'FAKE', lease, now: () => time }
  const reader = { positions: async () => lab.venue.positions.open }
  const check = new MarginCheck({ ...parts, model: 'netting', reader, onChange: () => undefined })
  const level = async () =>
    (await lab.rows('select level, by from account_control where account_id = $1', [accountId]))[0]
  lab.venue.positions.execute({ instrumentId: COIN, side: 'BUY' }, 1.5, 61_000)
  await check.compare()
  time += 29_999
  await check.compare()
  expect(await open()).toEqual([['SHORT', 2, 60_000]])
  time += 1
  await check.compare()
  expect(await open()).toEqual([['SHORT', 0.5, 60_000]])
  // Nobody knows at what price: it has cost its share of the fee of 120.
  expect(await kept('CLOSED')).toMatchObject([{ close_reason: 'external', close_price: null, profit: -90 }])
  expect(await level()).toEqual({ level: 'NO_NEW', by: 'guardian' })
  const [notice] = await lab.rows<{ amounts: string }>(
    `select * from notifications where user_id = $1 and kind = 'guardian-level'`,
    [user],
  )
  expect(JSON.stringify(notice)).toContain(`1.5 of ${COIN} closed`)
  // Reversed there, while nobody looked.
  lab.venue.positions.execute({ instrumentId: COIN, side: 'BUY' }, 1, 62_000)
  await check.compare()
  time += 30_000
  await check.compare()
  expect(await open()).toEqual([['LONG', 0.5, 62_000]])
  expect(await lab.rows('select 1 from fills where account_id = $1', [accountId])).toHaveLength(1)
})

it('a margin call and a liquidation that the venue reports are in the books, and nothing is opened then', async () => {
  await connect('netting')
  await trade('BUY', 1, 60_000)
  lab.venue.tell({ kind: 'margin', isCalled: true })
  const account = async () =>
    (
      await lab.rows(
        'select is_margin_called, level from trading_accounts join account_control on account_id = id where user_id = $1 and venue = $2',
        [user, 'FAKE'],
      )
    )[0]
  await expect.poll(account).toEqual({ is_margin_called: true, level: 'ACTIVE' })
  lab.venue.tell({ kind: 'liquidation', instrumentId: COIN })
  await expect.poll(account).toEqual({ is_margin_called: true, level: 'NO_NEW' })
  lab.venue.liquidate(COIN, 50_000)
  await expect.poll(() => kept('CLOSED')).toMatchObject([{ close_reason: 'margin', close_price: 50_000 }])
})

describe('a hedging account', () => {
  it('keeps each trade as a position, under the name that the venue gives it, and closes one by that', async () => {
    await connect('hedging')
    await trade('BUY', 1, 60_000)
    await trade('SELL', 2, 61_000)
    await trade('BUY', 1, 62_000)
    expect(await open()).toEqual([
      ['LONG', 1, 60_000],
      ['SHORT', 2, 61_000],
      ['LONG', 1, 62_000],
    ])
    const [, short] = await kept('OPEN')
    expect(short?.broker_id).toBe('trade 2')
    await close(short?.id ?? '', 2)
    const venueId = await execute(2, 60_000)
    expect(lab.venue.terms(venueId)).toMatchObject({ instrumentId: COIN, side: 'BUY', closes: 'trade 2' })
    expect(await open()).toEqual([
      ['LONG', 1, 60_000],
      ['LONG', 1, 62_000],
    ])
    expect(lab.venue.positions.open.map(({ id }) => id)).toEqual(['trade 1', 'trade 3'])
  })

  it('opens no second trade by a closing whose answer is lost', async () => {
    await connect('hedging')
    await trade('BUY', 1, 60_000)
    const [position] = await kept('OPEN')
    lab.venue.next = 'lose-answer'
    await close(position?.id ?? '', 1)
    await execute(1, 61_000)
    await expect.poll(async () => (await kept('CLOSED'))[0]?.profit).toBeCloseTo(1_000 - 60 - 61, 6)
    expect(lab.venue.placed).toHaveLength(2)
    expect(lab.venue.positions.open).toEqual([])
    expect(await open()).toEqual([])
  })
})

/** An order of the guardian, which has no request: the first attempt at closing a position. */
async function closeAsGuardian({ id, direction, quantity, broker_id: brokerId }: Kept, model: AccountModel) {
  const accountId = await lab.accountId(user)
  const clientId = closingClientId(sha256, { installation: 'test', accountId, positionId: id, attempt: 0 })
  const order = closingOrder(model, { instrumentId: COIN, direction: direction as Direction, brokerId }, quantity)
  lab.venue.place(clientId, order)
  await execute(quantity, 60_000)
}

it.each(['netting', 'hedging'] as const)(
  'a %s account books what the guardian has closed as closed by the guardian',
  async (model) => {
    await connect(model)
    await trade('SELL', 2, 61_000)
    const [position] = await kept('OPEN')
    if (position) await closeAsGuardian(position, model)
    expect(lab.venue.positions.open).toEqual([])
    expect(await open()).toEqual([])
    // 2,000 without the fees of 122 and 120.
    expect(await kept('CLOSED')).toMatchObject([{ close_reason: 'guardian', profit: 1_758 }])
  },
)

it('a trade that its owner closes at the venue by hand is closed by that execution, and no other one', async () => {
  await connect('hedging')
  await trade('BUY', 1, 60_000)
  await trade('BUY', 1, 61_000)
  const order = closingOrder('hedging', { instrumentId: COIN, direction: 'LONG', brokerId: 'trade 1' }, 1)
  lab.venue.place(null, order)
  await execute(1, 62_000)
  expect(await open()).toEqual([['LONG', 1, 61_000]])
  expect(await kept('CLOSED')).toMatchObject([{ broker_id: 'trade 1', close_reason: 'external', close_price: 62_000 }])
})
