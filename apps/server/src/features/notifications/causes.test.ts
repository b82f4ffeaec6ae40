import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  AccountLedger,
  type AccountRow,
  newIntent,
  type NotificationKind,
  newId,
  putListings,
  schema,
} from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { TickReader } from '@tradeloom/market-data/ticks'
import { ADAPTERS, type VenueAdapter } from '@tradeloom/venues'
import { HttpClient, signUp, startTestDatabase, TEST_MARKET, type TestDatabase, until } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaseCredits } from '../../platform/api/credit-ledger.ts'
import { notifyOfAdoption } from '../../processes/brokers/adopt-order.ts'
import { notifyOfBothFilled } from '../../processes/brokers/linked-orders.ts'
import { AwayNews } from '../../processes/brokers/away-news.ts'
import { refuseKey } from '../../processes/brokers/stored-connections.ts'
import { FillGaps } from '../../processes/brokers/fill-gaps.ts'
import { venueOrderRow } from '../../processes/brokers/venue-order-row.ts'
import { SessionStore } from '../../processes/sessions/session-store.ts'
import { LiveTicks } from '../../testing/live-ticks.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { advanceAttempt } from '../arbitrage/attempts/attempt-policy.ts'
import { attemptRow, fillOne } from '../arbitrage/attempts/attempts.fixture.ts'
import { writeAttempt } from '../arbitrage/attempts/write-attempt.ts'
import { create, CROSS, saveScript, settingsOf } from '../optimizations/optimizations.fixture.ts'
import { BUY } from '../../processes/paper/paper.fixture.ts'
import { verifyRecords } from '../audit/verify-records.ts'
import { StillRunning } from './still-running.ts'
import { UnansweredNews } from './unanswered-news.ts'
import { UnprotectedNews } from './unprotected-news.ts'

const EURUSD = 'EURUSD:SIM'
const NAME = 'EUR/USD SIM'

let database: TestDatabase
let server: TestServer
let ticks: LiveTicks
let freeBytes = 1e12
let client: HttpClient
let userId: string
let account: { id: string; connectionId: string }

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({
    databaseUrl: database.url,
    env: { TRADELOOM_SIMULATED_VENUES: 'off' },
    fileSystemState: async () => ({ bsize: 1, blocks: 1e12, bavail: freeBytes }),
  })
  const instrument = defineInstrument(EURUSD, { simulated: true, calendar: 'always', lotSize: 1000, minQuantity: 1000 })
  await putListings(database.db, [listInstrument(instrument, { status: 'active', tradingOpen: true })])
  ticks = new LiveTicks(server.dataDir, EURUSD)
  ticks.keep(1.1)
  client = await signUp(server.url, 'told')
  const { rows } = await database.pool.query<{ id: string }>(`select id from users where username = 'told'`)
  userId = rows[0]?.id ?? ''
  account = (await client.get('/api/accounts')).json[0]
})
afterAll(async () => {
  ticks?.stop()
  await server?.stop()
  await database?.stop()
})

interface Told {
  readonly subject: string
  readonly body: string
  readonly severity: string
  readonly count: number
}

/** Notifications of a kind, newest first. */
async function told(kind: NotificationKind): Promise<Told[]> {
  const { notifications } = (await client.get('/api/notifications?limit=100')).json
  return notifications.filter((one: { kind: string }) => one.kind === kind)
}

const isTold = (kind: NotificationKind) => until(async () => (await told(kind)).length > 0)

const inLedger = (work: (ledger: AccountLedger) => Promise<unknown>): Promise<void> =>
  database.db.transaction(async (tx) => {
    const ledger = await AccountLedger.open(tx, account.id)
    if (ledger) await work(ledger)
  })

const intentOf = () =>
  newIntent({
    userId,
    accountId: account.id,
    instrumentId: EURUSD,
    payload: BUY,
    installation: 'test',
    decidedAt: Date.now(),
  })

/** They need a payment provider or three days: the tests of payments and deliverer.test.ts cause them. */
type ElsewhereKind = 'payment-failed' | 'reports-missing' | 'webhook-failing'

/** How each kind is caused: a new one does not compile without its case. */
const CAUSES: Readonly<Record<Exclude<NotificationKind, ElsewhereKind>, () => Promise<void>>> = {
  'session-failed': async () => {
    const { id } = await session(`function onTick() { throw new Error('boom') }`)
    await isTold('session-failed')
    expect((await told('session-failed'))[0]).toMatchObject({
      subject: `The session of Session on ${NAME} has failed`,
      link: `/sessions/${id}`,
    })
  },
  'session-stopped': async () => {
    const set = `update sessions set status = 'Active' where user_id = $1 returning id, epoch::int as epoch`
    const { rows } = await database.pool.query<{ id: string; epoch: number }>(set, [userId])
    const { id = '', epoch = 0 } = rows[0] ?? {}
    const store = new SessionStore(database.db, id, { kind: 'session', key: id, epoch }, {} as never, () => Date.now())
    expect(await store.end('Stopped', 'The venue lists it no longer', 'test')).toBe(true)
    expect(await told('session-stopped')).toMatchObject([{ body: 'The venue lists it no longer' }])
  },
  'order-unknown': async () => {
    const intent = intentOf()
    // In one transaction: the process of paper accounts would look for it.
    await inLedger(async (ledger) => {
      for (const state of ['UNKNOWN', 'UNKNOWN', 'DENIED'] as const)
        await ledger.record({ kind: state, rows: [{ table: 'intents', row: { ...intent, state } }] })
    })
    expect(await told('order-unknown')).toHaveLength(1)
    const sentAt = Date.now()
    await database.db.insert(schema.intents).values({
      ...newIntent({
        userId,
        accountId: await venueAccount(),
        instrumentId: EURUSD,
        payload: BUY,
        installation: 'test',
        decidedAt: sentAt,
      }),
      state: 'UNKNOWN',
      sentAt: new Date(sentAt),
    })
    let now = sentAt + 15 * 60_000
    const news = new UnansweredNews(database.db, () => now)
    await news.look()
    expect(await told('order-unknown')).toHaveLength(1)
    now += 1
    for (const _ of [1, 2]) await news.look()
    await new UnansweredNews(database.db, () => now).look()
    expect(await told('order-unknown')).toMatchObject([
      { subject: `BINANCE has not reported the status of an order of ${NAME} for 15 minutes`, severity: 'critical' },
      {},
    ])
  },
  'order-adopted': async () => {
    const adopting = { accountId: account.id, userId, venue: 'BINANCE', installation: 'test', now: Date.now }
    for (const _ of [1, 2]) await database.db.transaction((tx) => notifyOfAdoption(tx, adopting))
    expect(await told('order-adopted')).toMatchObject([{ subject: expect.stringContaining('Orders at BINANCE') }])
  },
  'both-filled': async () => {
    const second = { id: newId(), accountId: account.id, userId, instrumentId: EURUSD }
    for (const _ of [1, 2]) await database.db.transaction((tx) => notifyOfBothFilled(tx, second))
    expect(await told('both-filled')).toMatchObject([{ subject: `Both linked orders of ${NAME} were filled` }])
  },
  'arbitrage-one-sided': async () => {
    const leg = { accountId: account.id, instrumentId: EURUSD, limitPrice: 1 }
    const asked = { quantity: 1_000, buy: leg, sell: leg, policy: 'hold' } as const
    const row = attemptRow(asked, userId)
    const terms = { userId, installation: 'test', now: Date.now }
    // In one transaction: the process of paper accounts would send them. One was filled, the other one refused.
    await database.db.transaction(async (tx) => {
      await writeAttempt(tx, row, asked, terms)
      await fillOne(tx, row)
      await advanceAttempt(tx, row.id, terms)
    })
    expect(await told('arbitrage-one-sided')).toMatchObject([
      { severity: 'critical', body: expect.stringContaining('without a stop, as you chose') },
    ])
  },
  'fills-missing': async () => {
    // As an order that the venue has filled, and whose trades it does not list.
    const payload = { ...BUY, type: 'LIMIT', limitPrice: 1 } as const
    const accountId = await venueAccount()
    const sentAt = new Date()
    const asked = { userId, accountId, instrumentId: EURUSD, payload, installation: 'test', decidedAt: Date.now() }
    const intent = { ...newIntent(asked), state: 'WORKING' as const, venueId: '1', sentAt }
    await database.db.insert(schema.intents).values(intent)
    const { clientId } = intent
    const { quantity, type, side } = payload
    const terms = { instrumentId: EURUSD, type, side, quantity, limitPrice: 1, stopPrice: null }
    // The account is stored with microseconds, and what was traded before it is not its history.
    const time = Date.now() + 1_000
    const order = { ...terms, clientId, venueId: '1', status: 'FILLED', filled: quantity, time } as const
    await database.db.insert(schema.venueOrders).values(venueOrderRow(accountId, order, intent, sentAt))
    const gateway = { fillsOf: async () => [], fillsSince: async function* () {} }
    const nothing = async () => undefined
    const parts = { db: database.db, accountId, userId, venue: 'BINANCE', gateway, now: Date.now }
    const gaps = new FillGaps({ ...parts, book: nothing, readOn: nothing })
    const step = async () => (gaps.look(), await gaps.step(), gaps.isOpen)
    await expect.poll(step).toBe(true)
    expect(await told('fills-missing')).toMatchObject([
      { subject: `BINANCE has executed more of an order of ${NAME} than it lists trades for`, severity: 'critical' },
    ])
  },
  'key-refused': async () => {
    const query = 'select connection_id as id from trading_accounts where id = $1'
    const [{ id: connectionId }] = (await database.pool.query<{ id: string }>(query, [await venueAccount()])).rows as [
      { id: string },
    ]
    const sealed = { apiKey: Buffer.from('sealed'), apiSecret: Buffer.from('sealed'), maskedKey: '…' }
    await database.db.insert(schema.exchangeKeys).values({ connectionId, ...sealed })
    const [adapter] = ADAPTERS.filter(({ id }) => id === 'BINANCE') as [VenueAdapter]
    const connection = { id: connectionId, userId, adapter }
    for (const _ of [1, 2]) await refuseKey(database.db, connection, 'Invalid API-key')
    expect(await told('key-refused')).toMatchObject([
      { subject: 'Binance refuses the key of your account', severity: 'critical' },
    ])
  },
  alert: async () => {
    const terms = { instrumentId: EURUSD, value: { kind: 'bid' }, direction: 'above', against: 1 }
    const made = await client.post('/api/alerts', { terms, note: 'Look at it' })
    expect(made.status, made.text).toBe(200)
    await isTold('alert')
    expect(await told('alert')).toMatchObject([
      {
        subject: 'Look at it (EUR/USD: bid above 1)',
        body: expect.stringMatching(/^Bid 1.1 at .* UTC.$/),
        link: '/alerts',
      },
    ])
  },
  'alert-paused': async () => {
    const value = { kind: 'indicator', key: 'RSI', args: [14], output: 'value' }
    const terms = { instrumentId: EURUSD, value, direction: 'above', against: 70, interval: 'M1' }
    const { id } = (await client.post('/api/alerts', { terms })).json
    const renamed = `update alerts set terms = jsonb_set(terms, '{value,key}', '"GONE"') where id = $1`
    await database.pool.query(renamed, [id])
    await client.call('PUT', `/api/alert/${id}`, { note: 'x' })
    await isTold('alert-paused')
    expect((await client.get('/api/alerts')).json[0]).toMatchObject({
      status: 'PAUSED',
      problem: expect.stringContaining("There is no indicator 'GONE'"),
    })
  },
  'position-unprotected': async () => {
    // Nobody works on a market without prices.
    const since = Date.now() + 3_600_000
    await database.db.insert(schema.positions).values(lacking(since))
    let now = since + 10_000
    const news = new UnprotectedNews(database.db, () => now)
    await news.look()
    expect(await told('position-unprotected')).toEqual([])
    now += 1
    for (const _ of [1, 2]) await news.look()
    expect(await told('position-unprotected')).toHaveLength(1)
    await database.db.insert(schema.positions).values(lacking(Date.now() - 10_001))
    await until(async () => (await told('position-unprotected')).length === 2)
    // A stop that was refused is not on its way.
    await database.db.insert(schema.positions).values({ ...lacking(since), isStopLossRejected: true })
    await until(async () => (await told('position-unprotected')).length === 3)
  },
  'still-running': async () => {
    const { id } = await session('function onTick() {}')
    await runsAt()
    await isTold('still-running')
    expect((await told('still-running'))[0]).toMatchObject({
      subject: '1 session still running',
      body: `Session on ${NAME}`,
      link: `/sessions/${id}`,
    })
    await stop(id)
  },
  'not-running': async () => {
    const { id } = await session('function onTick() {}')
    let later = 0
    const listing = async () => null
    const parts = { db: database.db, ticks: new TickReader(join(server.dataDir, 'market')), price: async () => null }
    const news = new StillRunning({ ...parts, listing, now: () => Date.now() + later })
    await runsAt()
    await news.look()
    expect(await told('not-running')).toEqual([])
    // By its clock alone: the server itself has nothing to complain of yet.
    later = 6 * 60_000
    for (const _ of [1, 2]) await news.look()
    expect(await told('not-running')).toMatchObject([
      { subject: '1 session of 1 not running', body: `Session on ${NAME}: There is no price of ${EURUSD}` },
    ])
    await stop(id)
  },
  'guardian-level': async () => {
    // Nobody watches it.
    const accountId = await venueAccount()
    await database.db.insert(schema.accountControl).values({ accountId })
    const inLedger = (work: (ledger: AccountLedger | null) => Promise<unknown> | undefined): Promise<unknown> =>
      database.db.transaction(async (tx) => work(await AccountLedger.open(tx, accountId)))
    const own = async () => (await told('guardian-level')).filter(({ subject }) => subject.includes('account 1 '))
    await inLedger((ledger) => ledger?.raise({ level: 'NO_NEW', by: 'guardian', reason: 'Lost 500 today' }))
    expect(await own()).toMatchObject([
      { subject: expect.stringContaining('NO_NEW'), body: expect.stringContaining('Lost 500 today') },
    ])
    await inLedger((ledger) => ledger?.release(userId, 'Looked at'))
    await inLedger((ledger) => ledger?.raise({ level: 'REDUCE', by: userId, reason: null }))
    expect(await own()).toHaveLength(1)
  },
  'margin-call': async () => {
    const called = (isMarginCalled: boolean) =>
      inLedger((ledger) => {
        const row: AccountRow = { ...ledger.account, isMarginCalled }
        return ledger.record({ kind: 'BALANCE', rows: [{ table: 'accounts', row }] })
      })
    for (const isCalled of [true, true, false, true, false]) await called(isCalled)
    expect(await told('margin-call')).toHaveLength(2)
  },
  'broker-away': async () => {
    let now = 0
    const news = new AwayNews(database.db, () => now)
    const away = { id: 'c', userId, venue: 'Binance', isConnected: false }
    for (const [time, one] of [
      [0, away],
      [59_999, away],
      [60_000, { ...away, isConnected: true }],
      [60_001, away],
      [120_000, away],
    ] as const) {
      now = time
      await news.look([one])
    }
    expect(await told('broker-away')).toEqual([])
    now = 120_001
    for (const one of [away, away]) await news.look([one])
    expect(await told('broker-away')).toMatchObject([{ subject: 'Binance has been disconnected for over a minute' }])
  },
  fills: async () => {
    // Denied: the process of paper accounts would execute it.
    const intent = { ...intentOf(), state: 'DENIED' } as const
    await inLedger((ledger) => ledger.record({ kind: 'DENIED', rows: [{ table: 'intents', row: intent }] }))
    for (const tradeId of ['1', '2'])
      await inLedger((ledger) =>
        ledger.record({ kind: 'FILLED', rows: [{ table: 'fills', row: fill(tradeId, intent.id) }] }),
      )
    // The quarter of an hour may have ended between the two.
    const all = await told('fills')
    expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(2)
    expect(all[0]?.body).toContain(`bought 1,000 ${NAME} at 1.10000`)
  },
  'position-closed': async () => {
    const stopped = { side: 'SELL', profit: -13.3, fee: 0.11, reason: 'stop-loss', price: 65021 } as const
    await inLedger((ledger) =>
      ledger.record({ kind: 'FILLED', rows: [{ table: 'fills', row: { ...fill('3', null), ...stopped } }] }),
    )
    const [all] = [await told('position-closed')]
    expect(all).toHaveLength(1)
    expect(all[0]?.subject).toMatch(new RegExp(`^Stop loss hit: ${NAME} long closed on account PAPER-`))
    expect(all[0]?.body).toContain('1,000 at 65,021.00000, −13.41 USD')
    expect((await told('fills')).some(({ body }) => body.includes('65,021'))).toBe(false)
  },
  'backtest-done': async () => {
    const version = await saveScript(client, CROSS, 'Crossing')
    const { start, end, id: instrumentId } = TEST_MARKET
    await client.post('/api/backtest', { ...version, instrumentId, start, end, interval: 'M15' })
    await isTold('backtest-done')
    expect((await told('backtest-done'))[0]?.body).toBe(`Crossing on ${instrumentId}: Completed`)
  },
  'search-done': async () => {
    const { id } = await create(client, settingsOf(await saveScript(client, CROSS, 'Searching')))
    await isTold('search-done')
    expect(await told('search-done')).toMatchObject([{ link: `/optimizations/${id}` }])
  },
  'credits-low': async () => {
    const { rows } = await database.pool.query<{ id: string }>('select id from lease_owners limit 1')
    const terms = { userId, owner: rows[0]?.id ?? '', available: 100, cost: 1 }
    for (const spent of [79, 1, 1]) await leaseCredits(database.db, { ...terms, spent }, Date.now())
    expect(await told('credits-low')).toHaveLength(1)
  },
  'new-device': async () => {
    await new HttpClient(server.url).post('/login', { username: 'told', password: 'correct horse' })
    expect(await told('new-device')).toHaveLength(1)
  },
  'protection-lowered': async () => {
    const limit = (dailyLoss: number | null) => client.call('PUT', `/api/accounts/${account.id}/limits`, { dailyLoss })
    for (const dailyLoss of [500, 400, null]) expect((await limit(dailyLoss)).status).toBe(200)
    expect(await told('protection-lowered')).toHaveLength(1)
  },
  'connection-shared': async () => {
    const other = await signUp(server.url, 'shares')
    const [theirs] = (await other.get('/api/accounts')).json
    const path = `/api/connections/${theirs.connectionId}/shares`
    expect((await other.post(path, { person: 'told', role: 'viewer' })).status).toBe(200)
    const subject = 'shares invites you to the accounts on PAPER, as viewer'
    expect(await told('connection-shared')).toMatchObject([{ subject }])
  },
  'key-added': async () => {
    expect((await client.post('/api/api-keys', { label: 'Robot' })).status).toBe(200)
    expect(await told('key-added')).toMatchObject([{ subject: 'The API key "Robot" was added to your account' }])
  },
  'export-ready': async () => {
    expect((await client.post('/api/account/export')).status).toBe(200)
    await isTold('export-ready')
    expect((await told('export-ready'))[0]).toMatchObject({
      subject: 'The export of your account is ready',
      link: '/algorithms?settings=account',
    })
  },
  'backup-late': async () => {
    // A file where their folder should be.
    writeFileSync(join(server.dataDir, 'backups'), '')
    expect((await client.call('POST', '/api/admin/backups', {})).status).toBe(200)
    await until(async () => (await client.get('/api/admin/backups')).json.problem !== null)
    await isTold('backup-late')
    expect((await told('backup-late'))[0]?.body).toContain('it is a file')
  },
  'disk-low': async () => {
    freeBytes = 0
    await isTold('disk-low')
    expect((await told('disk-low'))[0]?.body).toMatch(/Most of it: [\w ,]+ \d+\.\d\d GB, .* GB, .* GB\. See/)
    freeBytes = 1e12
    await until(async () => (await client.get('/healthz')).json.detail === null)
  },
  'records-changed': async () => {
    await database.pool.query(
      `insert into journal (account_id, n, at, kind, body, prev, hash)
       values (gen_random_uuid(), 1, now(), 'test', '{}', '', 'x')`,
    )
    await verifyRecords({ db: database.db, logger: { info() {}, error() {} }, now: Date.now })
    await isTold('records-changed')
    expect((await told('records-changed'))[0]?.['body']).toMatch(/^journal of account .*: entry 1 does not follow/)
  },
  'server-lost': async () => {
    const id = '01980000-0000-7000-8000-00000000dead'
    await database.pool.query(
      `insert into lease_owners (id, host, pid, heartbeat_at) values ($1, 'elsewhere', 7, now() - interval '1 hour')`,
      [id],
    )
    await isTold('server-lost')
  },
}

describe('a user is told', () => {
  it.each(Object.entries(CAUSES))('of %s, with its cause', async (_, cause) => {
    await cause()
  })
})

async function session(script: string): Promise<{ id: string }> {
  const version = await saveScript(client, script, 'Session')
  const terms = {
    ...version,
    brokerConnectionId: account.connectionId,
    brokerAccountId: account.id,
    instrumentId: EURUSD,
    interval: 'M1',
  }
  let made = await client.post(`/api/algorithms/${version.algorithmId}/sessions`, terms)
  await until(async () => {
    if (made.status !== 200) made = await client.post(`/api/algorithms/${version.algorithmId}/sessions`, terms)
    return made.status === 200
  })
  return made.json
}

const stop = (id: string) => client.call('PUT', `/api/session/${id}`, { status: 'Stopped' })

/** The user is to be told now, each day, that sessions run. */
async function runsAt(): Promise<void> {
  const at = Math.floor(Date.now() / 60_000) % 1440
  const body = { stillRunning: { at, timeZone: 'UTC' } }
  expect((await client.call('PUT', '/api/notification-settings', body)).json).toMatchObject(body)
}

/** An account at a venue that nobody asks; returns its id. */
async function venueAccount(): Promise<string> {
  const [id, connectionId] = [newId(), newId()]
  const { db } = database
  await db.insert(schema.brokerConnections).values({ id: connectionId, userId, type: 'live', broker: 'BINANCE' })
  const terms = {
    venue: 'BINANCE',
    accountNo: '1',
    model: 'spot',
    currency: 'USDT',
    initialBalance: 0,
    balance: 0,
  } as const
  await db.insert(schema.tradingAccounts).values({ id, connectionId, userId, ...terms })
  return id
}

function lacking(unprotectedSince: number): typeof schema.positions.$inferInsert {
  const id = newId()
  return {
    id,
    accountId: account.id,
    userId,
    brokerId: id,
    broker: 'paper',
    instrumentId: 'NOPRICE:SIM',
    direction: 'LONG',
    quantity: 1000,
    openPrice: 1,
    openTime: new Date(),
    status: 'OPEN',
    unprotectedSince: new Date(unprotectedSince),
  }
}

function fill(tradeId: string, intentId: string | null): typeof schema.fills.$inferSelect {
  return {
    accountId: account.id,
    tradeId,
    intentId,
    positionId: null,
    owner: 'manual',
    instrumentId: EURUSD,
    side: 'BUY',
    orderType: 'MARKET',
    orderPrice: null,
    orderStatus: 'FILLED',
    time: new Date(),
    quantity: 1000,
    received: null,
    price: 1.1,
    fee: 0,
    liquidity: 'taker',
    profit: 0,
    decisionMid: null,
    bid: null,
    ask: null,
    reason: null,
  }
}
