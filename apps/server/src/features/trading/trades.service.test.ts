import { newId, putListings, schema } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AccountProcesses } from './account-processes.ts'
import { AccountsService } from './accounts.service.ts'
import { PositionsService } from './positions.service.ts'
import { TradesService } from './trades.service.ts'
import { TradingRepository } from './trading.repository.ts'
import { WrittenTrades } from './written-trades.ts'
import { Valuation } from '../../trading-core/prices/valuation.ts'

const NOW = Date.UTC(2026, 10, 25, 12)
const EURUSD = 'EURUSD:SIM'
const BTC = 'BTCUSDT:BINANCE'
const listing = listInstrument(defineInstrument(EURUSD), { status: 'active' })
const coin = listInstrument(defineInstrument(BTC), { status: 'active', tradingOpen: true, maxStops: 2, minNotional: 1 })

/** Of venues that have no market of pounds and dollars. */
const POUNDS = ['EURGBP:OANDA', 'BTCGBP:BITFINEX', 'BTCGBP.P:BINANCE'].map((id) =>
  listInstrument(defineInstrument(id, { calendar: 'always', lotSize: 1, minQuantity: 1 }), {
    status: 'active',
    tradingOpen: true,
    accounts: ['spot', 'netting'],
  }),
)

let database: TestDatabase
let userId: string
let accountId: string
beforeAll(async () => {
  database = await startTestDatabase()
  userId = newId()
  const person = { name: 'ann', username: 'ann', displayUsername: 'ann', email: 'ann@example.com' }
  await database.db.insert(schema.users).values({ id: userId, ...person })
  await putListings(database.db, [listing])
  const { rows } = await database.pool.query<{ id: string }>('select id from trading_accounts where user_id = $1', [
    userId,
  ])
  accountId = rows[0]?.id ?? ''
})
afterAll(() => database?.stop())

const NO_GUARDIAN = {
  onChange: () => undefined,
  warningsOf: () => [],
  isWatching: () => false,
  ensure: async () => false,
  look: () => undefined,
}

const NO_TICKS = { last: async () => null, heardAt: async () => null, read: async () => [], sequenceAt: async () => 0 }
const NO_VENUES = { isConnected: () => null, isStartingAgain: () => false, ensure: async () => false }
const NO_PAPER = { isConnected: true, ensure: async () => true, onStatus: () => undefined }

/** A server whose process of paper accounts is down or not, with one price of a certain age, shown as stale or not. */
function serverOf({ isConnected = true, age = 0, now = NOW, startsFor = 0, isSilent = false } = {}) {
  const { db } = database
  const row = { sequence: 0, time: now - age, receivedAt: now - age, bid: 1.1, ask: 1.1002, flags: 0 }
  const ticks = {
    last: async () => row,
    heardAt: async () => row.receivedAt,
    read: async () => [row],
    sequenceAt: async () => 0,
  }
  let at = now
  const ensure = async (): Promise<boolean> => {
    at += startsFor
    return isConnected
  }
  const paper = { isConnected, ensure, onStatus: () => undefined }
  const repository = new TradingRepository(db)
  const valuation = new Valuation({ ticks, listings: async () => [listing, coin, ...POUNDS], now: () => now })
  const venues = { ...NO_VENUES, isConnected: () => isConnected, ensure }
  const processes = new AccountProcesses(paper, venues, { ...NO_GUARDIAN, ensure: async () => true })
  const parts = { db, repository, valuation, processes, rightsOf, now: () => at }
  const accounts = new AccountsService(parts)
  const written = new WrittenTrades({ ...parts, installation: 'test' })
  const positions = new PositionsService(parts)
  const trades = new TradesService({ ...parts, accounts, positions, isSilent: () => isSilent, written })
  return { accounts, positions, trades }
}
const tradesOf = (options: Parameters<typeof serverOf>[0] = {}): TradesService => serverOf(options).trades

/** As on an installation without limits. */
const rightsOf = async () => ({ exchangeConnections: 20 })

const REQUEST = {
  tag: 'test',
  accountId: undefined,
  instrumentId: EURUSD,
  direction: 'LONG',
  quantity: 1_000,
  stopLoss: null,
  trailingStop: null,
  takeProfit: null,
  price: 1.1,
  options: { trailingStopDistance: null },
} as const
let keys = 0
const open = (trades: TradesService) => trades.open({ ...REQUEST, key: `key${(keys += 1) + 1000}` }, userId)

async function addPosition(): Promise<string> {
  const id = newId()
  await database.pool.query(
    `insert into positions (id, account_id, user_id, broker_id, broker, instrument_id, direction, quantity, open_price,
       open_time, status)
     values ($1::uuid, $2, $3, $1::text, 'SIM', $4, 'LONG', 1000, 1.1, now(), 'OPEN')`,
    [id, accountId, userId, EURUSD],
  )
  return id
}

it('positions are neither opened nor closed while the broker is not connected, and nothing is written', async () => {
  const trades = tradesOf({ isConnected: false })
  await expect(open(trades)).rejects.toThrow('Cannot open position - broker not connected')
  const closing = { key: 'close01', positionId: await addPosition() }
  await expect(trades.close(closing, userId)).rejects.toThrow('Cannot close position - broker not connected')
  expect((await database.pool.query('select from intents')).rows).toEqual([])
})

it('positions are not opened at an old price, or while the market is closed', async () => {
  await expect(open(tradesOf({ age: 6_000 }))).rejects.toThrow('No fresh price')
  await expect(open(tradesOf({ age: 3_000, isSilent: true }))).rejects.toThrow('No fresh price')
  const saturday = Date.UTC(2026, 10, 28, 12)
  await expect(open(tradesOf({ now: saturday }))).rejects.toThrow('Trading EUR/USD is closed')
})

it('a denied request is written down with its reason, and its key has the same answer again', async () => {
  const trades = tradesOf()
  const request = { ...REQUEST, key: 'denied1', quantity: 10_000_000 }
  await expect(trades.open(request, userId)).rejects.toThrow('Not enough available margin')
  await expect(trades.open(request, userId)).rejects.toThrow('Not enough available margin')
  const { rows } = await database.pool.query(`select * from intents where ticket_key = 'denied1'`)
  expect(rows).toMatchObject([{ state: 'DENIED', reason: 'Not enough available margin' }])
})

it('a key that comes again with another order is a conflict, and nothing is written', async () => {
  const trades = tradesOf()
  const request = { ...REQUEST, key: 'twice01' }
  const { intentId } = await trades.open(request, userId)
  expect((await trades.open(request, userId)).intentId).toBe(intentId)
  const others = [{ quantity: 2_000 }, { direction: 'SHORT' }, { stopLoss: 1 }, { accountId: newId() }] as const
  for (const other of others)
    await expect(trades.open({ ...request, ...other }, userId)).rejects.toThrow('belongs to another one')
  const closing = { key: 'twice01', positionId: await addPosition() }
  await expect(trades.close(closing, userId)).rejects.toThrow('belongs to another one')
  const { rowCount } = await database.pool.query(`select from intents where ticket_key = 'twice01'`)
  expect(rowCount).toBe(1)
})

it('an order is as old as the click, wherever it has waited since', async () => {
  const trades = tradesOf({ startsFor: 3_000 })
  await trades.open({ ...REQUEST, key: 'click01', age: 1_500 }, userId)
  await trades.close({ key: 'click02', positionId: await addPosition(), age: 1_500 }, userId)
  const { rows } = await database.pool.query(
    `select decided_at, committed_at from intents where ticket_key in ('click01', 'click02') order by ticket_key`,
  )
  const [first, second] = [new Date(NOW - 1_500), new Date(NOW + 1_500)]
  expect(rows).toEqual([
    { decided_at: first, committed_at: first },
    { decided_at: second, committed_at: second },
  ])
})

it('levels are changed once, however often the key is repeated, and not while a session that runs sets them', async () => {
  const trades = tradesOf()
  const id = await addPosition()
  const request = { key: 'levels1', positionId: id, stopLoss: 1.09 }
  const { intentId } = await trades.protect(request, userId)
  expect((await trades.protect(request, userId)).intentId).toBe(intentId)
  await expect(trades.protect({ ...request, stopLoss: 1.08 }, userId)).rejects.toThrow('belongs to another one')
  const { rows } = await database.pool.query(`select payload, state from intents where ticket_key = 'levels1'`)
  expect(rows).toEqual([
    { payload: { kind: 'PROTECT', positionId: id, changes: { stopLoss: 1.09 } }, state: 'WRITTEN' },
  ])
  await expect(trades.protect({ ...request, key: 'levels2' }, newId())).rejects.toThrow('Position not found')
  await expect(tradesOf({ isConnected: false }).protect({ ...request, key: 'levels3' }, userId)).rejects.toThrow(
    'Cannot change position - broker not connected',
  )
  const { rows: sessions } = await database.pool.query<{ id: string }>(
    `insert into sessions (id, user_id, algorithm_name, broker_connection_id, broker_account_id, instrument_id, interval,
       externals, initial_balance, status, spec, spec_hash, engine_version)
     select gen_random_uuid(), user_id, 'Mine', connection_id, id, $2, 'M1', '{}', 1000, 'Active', '{}', '', ''
     from trading_accounts where id = $1 returning id`,
    [accountId, EURUSD],
  )
  await database.pool.query('update positions set session_id = $2 where id = $1', [id, sessions[0]?.id])
  await expect(trades.protect({ ...request, key: 'levels4' }, userId)).rejects.toThrow(
    'The levels of this position belong to its session while that runs',
  )
  await database.pool.query(`update sessions set status = 'Stopped', stopped = now()`)
  expect(await trades.protect({ ...request, key: 'levels4' }, userId)).toMatchObject({ accountId })
})

it('the margin of orders that are on their way is taken', async () => {
  const trades = tradesOf()
  // 8,250 of 10,000 at 2%.
  const large = { ...REQUEST, quantity: 375_000 }
  await trades.open({ ...large, key: 'large01' }, userId)
  await expect(trades.open({ ...large, key: 'large02' }, userId)).rejects.toThrow('Not enough available margin')
})

it('no position is opened while an earlier order of the instrument may or may not be at the venue', async () => {
  await database.pool.query(`update intents set state = 'UNKNOWN' where ticket_key = 'large01'`)
  await expect(open(tradesOf())).rejects.toThrow('It is not yet confirmed whether an earlier order')
  await database.pool.query(`update intents set state = 'ABSENT' where ticket_key = 'large01'`)
})

it('a request that ends before it is committed leaves nothing, and is repeated under its key', async () => {
  const trades = tradesOf()
  const request = { ...REQUEST, key: 'before1' }
  const holder = await database.pool.connect()
  await holder.query('begin')
  await holder.query('select from account_control for update')
  const lost = trades.open(request, userId)
  const isWaiting = `datname = current_database() and wait_event_type = 'Lock'`
  const cut = () => database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${isWaiting}`)
  const outcome = lost.then(
    () => 'written',
    () => 'lost',
  )
  await expect.poll(async () => (await cut()).rowCount).toBe(1)
  expect(await outcome).toBe('lost')
  await holder.query('rollback')
  holder.release()
  const written = () => database.pool.query(`select * from intents where ticket_key = 'before1'`)
  expect((await written()).rows).toEqual([])
  const { intentId } = await trades.open(request, userId)
  expect((await trades.open(request, userId)).intentId).toBe(intentId)
  expect((await written()).rows).toHaveLength(1)
})

it('at most 60 orders of an account are taken in a minute', async () => {
  const trades = tradesOf()
  await database.pool.query(`update intents set decided_at = '2000-01-01'`)
  for (let i = 0; i < 60; i++) await open(trades)
  await expect(open(trades)).rejects.toThrow('More than 60 orders in a minute')
})

it('an account at a raised level opens nothing, and says so', async () => {
  await database.pool.query(`update account_control set level = 'NO_NEW'`)
  await database.pool.query(`update intents set decided_at = '2000-01-01', state = 'ABSENT'`)
  await expect(open(tradesOf())).rejects.toThrow('The account accepts no new positions (NO_NEW)')
})

it('a position is valued in the currency of its account', async () => {
  const { db, pool } = database
  const [row] = [{ sequence: 0, time: NOW, receivedAt: NOW, bid: 1.2, ask: 1.2, flags: 0 }]
  const ticks = { last: async () => row, heardAt: async () => NOW, read: async () => [row], sequenceAt: async () => 0 }
  const valuation = new Valuation({ ticks, listings: async () => [listing], now: () => NOW })
  const positions = new PositionsService({ db, repository: new TradingRepository(db), valuation, now: () => NOW })
  const id = await addPosition()
  const profit = async () => (await positions.open(userId)).find((one) => one.id === id)?.profit
  expect(await profit()).toBeCloseTo(100, 8)
  await pool.query(`update trading_accounts set currency = 'EUR' where id = $1`, [accountId])
  expect(await profit()).toBeCloseTo(100 / 1.2, 8)
  await pool.query(`update trading_accounts set currency = 'USD' where id = $1`, [accountId])
})

it('the history of a position says for how long it was without protection, by day, and the account how long today', async () => {
  const positionId = await addPosition()
  const midnight = NOW - (NOW % 86_400_000)
  const minute = (count: number): Date => new Date(midnight + count * 60_000)
  const of = { positionId, accountId, state: 'BARE', cause: 'elsewhere', isProtected: false } as const
  await database.db.insert(schema.custodyAudits).values([
    { ...of, at: minute(-2_000), until: minute(-20), state: 'COVERED', cause: 'custody', isProtected: true },
    { ...of, at: minute(-20), until: minute(5) },
    { ...of, at: minute(5), until: minute(6), state: 'BUSY', cause: 'custody', isProtected: true },
    { ...of, at: minute(6), until: null },
  ])
  const { positions, accounts } = serverOf({ now: midnight + 10 * 60_000 })
  const { stretches, days } = await positions.custodyOf(positionId, userId)
  expect(stretches.map(({ state, until }) => [state, until])).toEqual([
    ['BARE', null],
    ['BUSY', minute(6).getTime()],
    ['BARE', minute(5).getTime()],
    ['COVERED', minute(-20).getTime()],
  ])
  const dayOf = (time: Date): string => time.toISOString().slice(0, 10)
  expect(days).toEqual([
    { day: dayOf(minute(0)), unprotected: 9 * 60 },
    { day: dayOf(minute(-1)), unprotected: 20 * 60 },
  ])
  expect((await accounts.get(accountId, userId)).unprotectedToday).toBe(9 * 60)
  expect((await positions.open(userId)).find(({ id }) => id === positionId)?.custody).toEqual({
    state: 'BARE',
    cause: 'elsewhere',
    isProtected: false,
    since: minute(6).getTime(),
  })
  await expect(positions.custodyOf(positionId, newId())).rejects.toThrow('Position')
})

it('an order without an account goes to the first one at the broker of its instrument, else to the paper account', async () => {
  const [connectionId, other] = [newId(), newId()]
  await database.db
    .insert(schema.brokerConnections)
    .values({ id: connectionId, userId, type: 'live', broker: 'BINANCE' })
  await database.pool.query(
    `insert into trading_accounts (id, connection_id, user_id, venue, account_no, model, currency, balance, initial_balance)
     values ($1, $2, $3, 'BINANCE', '1', 'spot', 'USDT', 1, 1)`,
    [other, connectionId, userId],
  )
  await database.db.insert(schema.accountControl).values({ accountId: other })
  const { db } = database
  const accounts = new AccountsService({
    db,
    repository: new TradingRepository(db),
    rightsOf,
    valuation: new Valuation({ ticks: NO_TICKS, listings: async () => [], now: () => NOW }),
    processes: new AccountProcesses(NO_PAPER, NO_VENUES, NO_GUARDIAN),
    now: () => NOW,
  })
  const chosen = async (id: string) => (await accounts.firstFor(id, userId)).account.id
  expect([await chosen('BTCUSDT:BINANCE'), await chosen(EURUSD), await chosen('BTCUSD:BITFINEX')]).toEqual([
    other,
    accountId,
    accountId,
  ])
  // Without that account, it trades on paper at the prices of the same venue.
  await database.pool.query('update broker_connections set deleted_at = now() where id = $1', [connectionId])
  expect(await chosen('BTCUSDT:BINANCE')).toBe(accountId)
})

async function addVenueAccount(terms: Partial<typeof schema.tradingAccounts.$inferInsert> = {}): Promise<string> {
  const { db } = database
  const [connectionId, id] = [newId(), newId()]
  const { venue: broker = 'BINANCE' } = terms
  await db.insert(schema.brokerConnections).values({ id: connectionId, userId, type: 'live', broker })
  await db.insert(schema.exchangeKeys).values({ connectionId, maskedKey: '…1234' })
  const money = { currency: 'USDT', balance: 1_000, initialBalance: 1_000 }
  const account = { id, connectionId, userId, venue: 'BINANCE', accountNo: id, model: 'spot', ...money } as const
  await db.insert(schema.tradingAccounts).values({ ...account, ...terms })
  await db.insert(schema.accountControl).values({ accountId: id })
  return id
}
const AT = { time: new Date(NOW), changedAt: new Date(NOW), matchedRow: 0 }

it.each(POUNDS)('an order in a currency without a conversion is refused: $id', async ({ id: instrumentId }) => {
  const [, venue = ''] = instrumentId.split(':')
  const accountId = await addVenueAccount({ venue, model: 'netting', currency: 'USD' })
  const request = { ...REQUEST, accountId, instrumentId, key: `pounds${venue}` }
  await expect(tradesOf().open(request, userId)).rejects.toThrow('Conversion instruments not found: GBP to USD')
})

it('an order whose stop would be one too many at its venue is refused before it is sent, and the account says how many work', async () => {
  const id = await addVenueAccount()
  const working = { accountId: id, instrumentId: BTC, type: 'STOP_LIMIT', side: 'BUY', status: 'NEW' } as const
  const orders = [1, 2].map(() => ({ ...working, ...AT, id: newId(), quantity: 1 }))
  await database.db.insert(schema.venueOrders).values(orders)
  const { accounts, trades } = serverOf()
  const request = { ...REQUEST, accountId: id, instrumentId: BTC, quantity: 1 }
  await expect(trades.open({ ...request, key: 'stops01', stopLoss: 1 }, userId)).rejects.toThrow(
    'Binance takes at most 2 orders with a stop price of BTC/USDT at once, and 2 work already',
  )
  expect(await trades.open({ ...request, key: 'stops02' }, userId)).toMatchObject({ accountId: id })
  const { workingOrders } = await accounts.get(id, userId)
  expect(workingOrders).toEqual([{ instrumentId: BTC, orders: 2, stops: 2, replaceable: { orders: 0, stops: 0 } }])
})

it('a stop that is watched here is held and not rejected, and what is too small to be sold alone is dust, as closing it says', async () => {
  const accountId = await addVenueAccount()
  const [held, refused, dust] = [newId(), newId(), newId()] as const
  const place = { accountId, userId, broker: 'BINANCE', instrumentId: BTC, direction: 'LONG', status: 'OPEN' } as const
  const position = { ...place, quantity: 2, openPrice: 1.1, openTime: new Date(NOW), stopLoss: 1 }
  await database.db.insert(schema.positions).values([
    { ...position, id: held, brokerId: held, isStopLossRejected: true },
    { ...position, id: refused, brokerId: refused, isStopLossRejected: true },
    { ...position, id: dust, brokerId: dust, quantity: 0.5 },
  ])
  const stop = {
    accountId,
    instrumentId: BTC,
    positionId: held,
    isProtective: true,
    type: 'STOP',
    side: 'SELL',
  } as const
  const watched = { ...stop, ...AT, id: newId(), quantity: 2, stopPrice: 1, status: 'NEW' } as const
  await database.db.insert(schema.venueOrders).values(watched)
  const { positions, trades } = serverOf()
  const shown = async (id: string) => {
    const { stopLoss, isStopHeld, isDust } = await positions.get(id, userId)
    return { stopLoss, isStopHeld, isDust }
  }
  expect(await shown(held)).toEqual({ stopLoss: 1, isStopHeld: true, isDust: false })
  expect(await shown(refused)).toEqual({ stopLoss: 'Rejected', isStopHeld: false, isDust: false })
  expect(await shown(dust)).toEqual({ stopLoss: 1, isStopHeld: false, isDust: true })
  await expect(trades.close({ key: 'dust001', positionId: dust }, userId)).rejects.toThrow(
    'It is dust: less than the smallest order of the venue, so it cannot be sold alone',
  )
  expect(await trades.close({ key: 'dust002', positionId: held }, userId)).toMatchObject({ accountId })
})
