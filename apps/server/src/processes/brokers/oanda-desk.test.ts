import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AccountLedger, newId, newIntent, putListings, schema, verifyAccount } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { TickReader } from '@tradeloom/market-data/ticks'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import type { IntentPayload, PlacePayload } from '@tradeloom/trading'
import { brokersKey, withMasterKey } from '@tradeloom/vault/master'
import { openVault } from '@tradeloom/vault/open'
import { LabClock, type OandaLab, startOandaLab } from '@tradeloom/venue-lab'
import { ADAPTERS } from '@tradeloom/venues'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ConnectionsService } from '../../features/connections/connections.service.ts'
import { LiveTicks } from '../../testing/live-ticks.fixture.ts'
import { openMasterKey } from '../../testing/master-key.fixture.ts'
import type { BrokersEvent } from './brokers-messages.ts'
import { BrokersService } from './brokers-service.ts'

const EURUSD = 'EURUSD:OANDA'
const TOKEN = 'a practice token of the desk'
const [NETTING, HEDGING] = ['101-004-7-001', '101-004-7-002'] as const

let database: TestDatabase
beforeAll(async () => void (database = await startTestDatabase()))
afterAll(() => database?.stop())

let lab: OandaLab
let folder: string
let ticks: LiveTicks
let service: BrokersService | null
let userId: string
const events: BrokersEvent[] = []

beforeEach(async () => {
  events.length = 0
  service = null
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-oanda-'))
  ticks = new LiveTicks(folder, EURUSD)
  lab = await startOandaLab({
    clock: new LabClock(Date.now()),
    token: TOKEN,
    accounts: [{ id: NETTING }, { id: HEDGING, hedging: true }, { id: '101-004-7-003', mt4AccountID: 1 }],
  })
  lab.clock.run(1)
  // Whatever day it is.
  lab.setTradeable('EUR_USD', true)
  lab.quote('EUR_USD', '1.08000', '1.08012')
  const { db, pool } = database
  await pool.query('truncate users, venue_settings, instruments, leases, lease_owners cascade')
  await db.insert(schema.venueSettings).values({ venueId: 'OANDA', isOn: true })
  await putListings(db, [listInstrument(defineInstrument(EURUSD), { status: 'active', tradingOpen: true })])
  userId = newId()
  const person = { name: userId, username: userId, displayUsername: userId, email: `${userId}@example.com` }
  await db.insert(schema.users).values({ id: userId, ...person })
})
afterEach(async () => {
  await service?.stop()
  ticks.stop()
  await lab.stop()
  rmSync(folder, { recursive: true, force: true })
})

const statusOf = (id: string): boolean | null => {
  const last = events.findLast((event) => event.kind === 'status' && event.connectionId === id)
  return last?.kind === 'status' ? last.isConnected : null
}

function begin(): BrokersService {
  const key = withMasterKey({ path: join(folder, 'keys', 'master'), isMounted: false }, brokersKey)
  const marketDir = join(folder, 'market')
  const urls = { OANDA: { practiceRest: lab.rest, practiceStreams: lab.streams } }
  return new BrokersService(
    { do: 'open', connection: database.connection, marketDir, installation: 'test', urls },
    {
      adapters: ADAPTERS.filter(({ id }) => id === 'OANDA'),
      prices: new TickReader(marketDir),
      vault: key === null ? Promise.resolve(null) : openVault(key),
      emit: (event) => void events.push(event),
    },
  )
}

/** Adds a key as its owner does, and waits until it was tried. */
async function connect(apiKey = TOKEN, type: 'practice' | 'live' = 'practice') {
  const tried = async (id: string): Promise<boolean> => {
    service ??= begin()
    await service.look()
    await expect.poll(() => statusOf(id)).not.toBeNull()
    return statusOf(id) === true
  }
  const connections = new ConnectionsService({
    shares: { endAll: async () => () => undefined },
    db: database.db,
    masterKey: openMasterKey(database.db, join(folder, 'keys', 'master')),
    brokers: { isConnected: statusOf, ensure: tried, look: () => void service?.look() },
    adapters: ADAPTERS,
    rightsOf: async () => ({ exchangeConnections: 5 }),
    onErased: () => {},
  })
  return connections.add(userId, { type, broker: 'OANDA', apiKey })
}

const rows = async <Row>(query: string, values: unknown[] = []): Promise<Row[]> =>
  (await database.pool.query(query, values)).rows as Row[]

async function accountOf(accountNo: string): Promise<string> {
  const found = await rows<{ id: string }>('select id from trading_accounts where account_no = $1', [accountNo])
  return found[0]?.id ?? ''
}

/** Writes a request, as if a guardian watched the account: without one it opens nothing. */
async function send(accountId: string, payload: IntentPayload): Promise<void> {
  const guard = newId()
  await rows(
    `with owner as (insert into lease_owners (id, host, pid, heartbeat_at) values ($1, 'test', 0, now() + interval '1 day'))
     insert into leases (kind, key, owner) values ('guard', $2, $1) on conflict do nothing`,
    [guard, accountId],
  )
  const stateOf = async (id: string) =>
    (await rows<{ state: string }>('select state from intents where id = $1', [id]))[0]?.state
  for (;;) {
    const asked = { userId, accountId, instrumentId: EURUSD, payload, installation: 'test', decidedAt: Date.now() }
    const intent = newIntent(asked)
    await database.db.transaction(async (tx) => {
      const ledger = await AccountLedger.open(tx, accountId)
      await ledger?.record({ kind: 'WRITTEN', intentId: intent.id, rows: [{ table: 'intents', row: intent }] })
    })
    await expect.poll(() => stateOf(intent.id)).not.toBe('WRITTEN')
    // What had to wait too long on a busy machine is sent again, as people do.
    if ((await stateOf(intent.id)) !== 'UNSENT') return
  }
}

interface Kept {
  readonly id: string
  readonly direction: string
  readonly quantity: number
  readonly open_price: number
  readonly broker_id: string
}
const open = (accountId: string) =>
  rows<Kept>(`select * from positions where account_id = $1 and status = 'OPEN' order by open_time, id`, [accountId])

const BUY: PlacePayload = {
  kind: 'PLACE',
  instrumentId: EURUSD,
  type: 'MARKET',
  side: 'BUY',
  quantity: 1_000,
  limitPrice: null,
  stopPrice: null,
  timeInForce: 'GTC',
  expiry: null,
  postOnly: false,
  reduceOnly: false,
  stopLoss: 1.07,
  takeProfit: 1.1,
  trailingStop: null,
  stopLossDistance: null,
  takeProfitDistance: null,
}

it.each([
  ['netting', NETTING],
  ['hedging', HEDGING],
] as const)('a %s account at OANDA is connected, trades with its stop, and is compared', async (model, accountNo) => {
  const added = await connect()
  expect(added.connectionError).toBeNull()
  await expect.poll(() => statusOf(added.id)).toBe(true)
  const accounts = await rows(
    `select account_no, model, currency, balance from trading_accounts where venue = 'OANDA' order by account_no`,
  )
  expect(accounts).toEqual([
    { account_no: NETTING, model: 'netting', currency: 'USD', balance: 100_000 },
    { account_no: HEDGING, model: 'hedging', currency: 'USD', balance: 100_000 },
  ])
  const accountId = await accountOf(accountNo)
  const atVenue = lab.account(accountNo)
  ticks.keep(1.08)
  await send(accountId, BUY)
  await expect.poll(() => open(accountId)).toHaveLength(1)
  const [position] = await open(accountId)
  expect(position).toMatchObject({ direction: 'LONG', quantity: 1_000, open_price: 1.080_12 })
  if (model === 'hedging') expect(position?.broker_id).toBe(atVenue.openTrades()[0]?.id)
  // Those that went with the order are replaced by those of the position, and there are never two.
  const working = () => atVenue.pendingOrders().map(({ fields }) => [fields.type, fields.price])
  const ownNames = () => atVenue.pendingOrders().filter(({ fields }) => fields.clientExtensions?.id?.length === 19)
  await expect.poll(() => ownNames().length).toBe(2)
  expect(new Set(working().map(([type]) => type))).toEqual(new Set(['STOP_LOSS', 'TAKE_PROFIT']))
  expect(working()).toHaveLength(2)
  await send(accountId, { kind: 'CLOSE', positionId: position?.id ?? '', quantity: 1_000 })
  await expect.poll(() => open(accountId)).toEqual([])
  expect([atVenue.openTrades(), atVenue.pendingOrders()]).toEqual([[], []])
  const [closed] = await rows<{ profit: number }>(`select profit from positions where account_id = $1`, [accountId])
  expect(closed?.profit).toBeCloseTo(-0.12, 6)
  const balance = async () =>
    (await rows<{ balance: number }>('select balance from trading_accounts where id = $1', [accountId]))[0]?.balance
  await expect.poll(balance).toBeCloseTo(100_000 - 0.12, 6)
  const [control] = await rows('select level from account_control where account_id = $1', [accountId])
  expect(control).toEqual({ level: 'ACTIVE' })
  expect(await verifyAccount(database.db, accountId)).toEqual([])
})

it('a practice key that is entered as a live one is refused as such', async () => {
  await lab.stop()
  lab = await startOandaLab({ token: TOKEN })
  const added = await connect('a live key')
  expect(added).toMatchObject({ isRefused: true, connected: false })
  expect(added.connectionError).toContain('practice and live accounts have keys of their own')
})

it('what keeps one account of a key from being opened leaves the others at work', async () => {
  const added = await connect()
  await expect.poll(() => statusOf(added.id)).toBe(true)
  const [netting, hedging] = [await accountOf(NETTING), await accountOf(HEDGING)]
  ticks.keep(1.08)
  await send(hedging, BUY)
  await expect.poll(() => open(hedging)).toHaveLength(1)
  const [position] = await open(hedging)
  const isClosed = () => lab.account(HEDGING).openTrades().length === 0
  // The venue lists no accounts for as long as the other one is traded.
  lab.faults.add({ when: { request: 'GET /v3/accounts', times: 1_000 }, do: '503' })
  await rows(`delete from leases where kind = 'account' and key = $1`, [netting])
  await expect.poll(() => statusOf(added.id)).toBe(false)
  await send(hedging, { kind: 'CLOSE', positionId: position?.id ?? '', quantity: 1_000 })
  await expect.poll(isClosed).toBe(true)
})

describe('a trailing stop at OANDA', () => {
  const trailing = { ...BUY, stopLoss: null, takeProfit: null, trailingStop: 0.005 }
  const price = (bid: number): void => {
    lab.quote('EUR_USD', bid.toFixed(5), (bid + 0.000_12).toFixed(5))
    ticks.keep(bid)
  }
  const stops = (accountId: string) =>
    rows<{ status: string; stop_price: number | null; reason: string | null }>(
      `select status, stop_price, reason from venue_orders where account_id = $1 and type = 'TRAILING_STOP' order by time`,
      [accountId],
    )
  const closings = (accountId: string) =>
    rows(`select id from intents where account_id = $1 and kind = 'CLOSE'`, [accountId])
  const closedBy = async (accountId: string) =>
    (await rows<{ close_reason: string }>(`select close_reason from positions where account_id = $1`, [accountId]))[0]
  const atVenue = (accountNo: string) =>
    lab
      .account(accountNo)
      .pendingOrders()
      .map(({ fields }) => [fields.type, fields.clientExtensions?.id?.length])

  /** An open position whose stop the venue has moved by a cent. */
  async function trailed(accountNo: string, terms: Partial<PlacePayload> = {}) {
    const added = await connect()
    await expect.poll(() => statusOf(added.id)).toBe(true)
    const accountId = await accountOf(accountNo)
    price(1.08)
    await send(accountId, { ...trailing, ...terms })
    await expect.poll(() => stops(accountId)).toMatchObject([{ status: 'NEW', reason: null }])
    price(1.09)
    await expect.poll(() => stops(accountId), { timeout: 20_000 }).toMatchObject([{ stop_price: 1.085 }])
    const [position] = await open(accountId)
    return { accountId, positionId: position?.id ?? '' }
  }

  it.each([
    ['netting', NETTING],
    ['hedging', HEDGING],
  ] as const)(
    'is moved by the venue at a %s account, beside other levels, and by nobody else',
    async (_, accountNo) => {
      const { accountId } = await trailed(accountNo, { stopLoss: 1.07, takeProfit: 1.1 })
      const levels = [
        ['STOP_LOSS', 19],
        ['TAKE_PROFIT', 19],
        ['TRAILING_STOP_LOSS', 19],
      ]
      await expect.poll(() => atVenue(accountNo).toSorted()).toEqual(levels)
      // The price that is logged here has passed the stop, and the venue's has not.
      ticks.keep(1.08)
      lab.quote('EUR_USD', '1.08600', '1.08612')
      await service?.look()
      lab.quote('EUR_USD', '1.08490', '1.08502')
      await expect.poll(() => open(accountId)).toEqual([])
      expect(await closedBy(accountId)).toEqual({ close_reason: 'trailing-stop' })
      expect(await closings(accountId)).toEqual([])
      expect(atVenue(accountNo)).toEqual([])
      expect(await verifyAccount(database.db, accountId)).toEqual([])
    },
  )

  it('whose answer is lost is looked up, and there is one', async () => {
    lab.faults.add({ when: { request: 'PUT /v3/accounts/{accountID}/trades/{tradeSpecifier}/orders' }, do: 'lostAck' })
    const { accountId } = await trailed(HEDGING)
    expect(atVenue(HEDGING)).toEqual([['TRAILING_STOP_LOSS', 19]])
    const states = await rows(`select state from intents where account_id = $1 and kind = 'PROTECT'`, [accountId])
    expect(states).toEqual([{ state: 'WORKING' }])
  })

  it('that the venue refuses is watched here', async () => {
    const added = await connect()
    await expect.poll(() => statusOf(added.id)).toBe(true)
    const accountId = await accountOf(HEDGING)
    price(1.08)
    await send(accountId, { ...trailing, trailingStop: 0.000_4 })
    const [refused, held] = [{ status: 'REJECTED' }, { status: 'NEW', reason: 'Managed by Tradeloom' }]
    await expect.poll(() => stops(accountId)).toMatchObject([refused, held])
    price(1.079_6)
    await expect.poll(() => open(accountId)).toEqual([])
    expect(await closedBy(accountId)).toEqual({ close_reason: 'trailing-stop' })
    expect(await closings(accountId)).toHaveLength(1)
  })

  it.each([
    ['is placed anew', HEDGING, 1.087],
    ['has several trades', NETTING, 1.09],
  ] as const)('is watched here from where the venue had it when its position %s', async (_, accountNo, bid) => {
    const { accountId, positionId } = await trailed(accountNo)
    price(bid)
    await (accountNo === HEDGING
      ? send(accountId, { kind: 'CLOSE', positionId, quantity: 400 })
      : send(accountId, { ...BUY, stopLoss: null, takeProfit: null, quantity: 500 }))
    const held = async () => (await stops(accountId)).filter(({ reason }) => reason === 'Managed by Tradeloom')
    await expect.poll(held, { timeout: 20_000 }).toMatchObject([{ status: 'NEW' }])
    expect(atVenue(accountNo)).toEqual([])
    const before = (await closings(accountId)).length
    price(1.085_1)
    await service?.look()
    price(1.085)
    await expect.poll(() => open(accountId)).toEqual([])
    const closed = await rows(`select close_price from positions where account_id = $1 and part is not null`, [
      accountId,
    ])
    expect(closed.at(-1)).toEqual({ close_price: 1.085 })
    expect((await closings(accountId)).length).toBe(before + 1)
  })

  it('that somebody cancels at the venue is not placed again, and not watched here', async () => {
    const { accountId } = await trailed(HEDGING)
    const [stop] = lab.account(HEDGING).pendingOrders()
    await fetch(`${lab.rest}/v3/accounts/${HEDGING}/orders/${stop?.id}/cancel`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${TOKEN}` },
    })
    const lost = `select is_trailing_stop_rejected lost, unprotected_since is not null bare from positions where account_id = $1`
    await expect.poll(() => rows(lost, [accountId])).toEqual([{ lost: true, bare: true }])
    expect(atVenue(HEDGING)).toEqual([])
    expect(await closings(accountId)).toEqual([])
  })
})
