import { type IntentRow, newId, schema, verifyAccount } from '@tradeloom/database'
import type { DrillKind } from '@tradeloom/domain/drills'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endDrill } from '../../../trading-core/intents/end-drill.ts'
import { addAccount, intentOf, MemoryTicks, rowsOf, type TestAccount } from '../paper.fixture.ts'
import type { PaperEvent } from '../paper-messages.ts'
import { PaperService } from '../paper-service.ts'

/** A minute takes six seconds. */
const PACE = 0.1
const EURUSD = 'EURUSD:SIM'
const LOST_AND_FOUND = ['WRITTEN', 'SENDING', 'UNKNOWN', 'WORKING', 'CANCELED']

let database: TestDatabase
let account: TestAccount
let ticks: MemoryTicks
let service: PaperService | null = null
let feed: NodeJS.Timeout | undefined
/** What everybody sees. */
let bid = 1.1

beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())
beforeEach(async () => {
  account = await addAccount(database)
  ticks = new MemoryTicks()
  bid = 1.1
  ticks.add(bid)
  feed = setInterval(() => ticks.add(bid), 50)
})
afterEach(async () => {
  clearInterval(feed)
  await service?.stop()
  service = null
  await database.pool.query('delete from drills')
})

async function start(): Promise<void> {
  let isReady = (): void => undefined
  const ready = new Promise<void>((resolve) => (isReady = resolve))
  const emit = ({ kind }: PaperEvent): void => void (kind === 'ready' && isReady())
  const command = { do: 'open', connection: { connectionString: database.url }, marketDir: '' } as const
  service = new PaperService(command, { ticks, emit, drillPace: PACE })
  await ready
}

async function practice(kind: DrillKind, { quantity = 10_000, fall = 0, of = account } = {}): Promise<string> {
  const id = newId()
  await database.db
    .insert(schema.drills)
    .values({ id, accountId: of.accountId, kind, instrumentId: EURUSD, quantity, fall, askedAt: new Date() })
  return id
}

type Drill = typeof schema.drills.$inferSelect
async function drillOf(id: string): Promise<Drill> {
  return (await database.db.select().from(schema.drills)).find((row) => row.id === id)!
}

const position = async (id: string) => (await rowsOf(database, 'positions', account)).find((row) => row['id'] === id)
const opened = (id: string) => expect.poll(() => position(id)).toMatchObject({ status: 'OPEN' })
const ended = (id: string, end = 'over') =>
  expect.poll(async () => (await drillOf(id)).end, { timeout: 20_000 }).toBe(end)
const closed = async (id: string) => {
  await expect.poll(() => position(id), { timeout: 20_000 }).toMatchObject({ status: 'CLOSED' })
  return (await position(id)) as Record<string, unknown> & { close_time: Date }
}
/** Seconds of the drill, from its beginning. */
const secondsOf = (drill: Drill, time: Date): number => (time.getTime() - drill.startedAt!.getTime()) / 1000 / PACE

async function states(id: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ body: string }>(
    'select body from journal where account_id = $1 order by n',
    [account.accountId],
  )
  return rows.flatMap(({ body }) => {
    const { rows: changed = [] } = JSON.parse(body) as {
      rows?: { table: string; row: { id: string; state: string } }[]
    }
    return changed.flatMap(({ table, row }) => (table === 'intents' && row.id === id ? [row.state] : []))
  })
}

async function isIntact(): Promise<void> {
  expect(await verifyAccount(database.db, account.accountId)).toEqual([])
}

describe('a bad day that is practiced on a paper account', () => {
  it('has a stop that is refused at its fill, and held', async () => {
    await start()
    const id = await practice('refused-stop')
    const found = await closed(id)
    expect(found).toMatchObject({ close_reason: 'stop-loss', open_price: 1.1002 })
    const rejected = (await rowsOf(database, 'venue_orders', account)).filter(({ status }) => status === 'REJECTED')
    expect(rejected).toMatchObject([{ position_id: id, type: 'STOP' }])
    await ended(id)
    await isIntact()
  })

  it('has a silent feed: a stop that the market passes waits for the next price', async () => {
    await start()
    const id = await practice('silent-feed')
    await opened(id)
    await expect.poll(async () => secondsOf(await drillOf(id), new Date())).toBeGreaterThan(11)
    bid = 1.08
    const drill = await drillOf(id)
    const found = await closed(id)
    expect(secondsOf(drill, found.close_time)).toBeGreaterThan(39)
    expect(found).toMatchObject({ close_reason: 'stop-loss', close_price: 1.08 })
    await ended(id)
    await isIntact()
  })

  it('has a gap over the stop, which no other account sees', async () => {
    const other = await addAccount(database)
    await start()
    const id = await practice('gap', { fall: 0.03 })
    // The same order on another account, without a drill.
    const away = await practice('part-filled', { of: other })
    const found = await closed(id)
    expect(found).toMatchObject({ stop_loss: 1.089, close_price: 1.067, close_reason: 'stop-loss' })
    const theirs = (await rowsOf(database, 'positions', other)).find((row) => row['id'] === away)
    expect(theirs).toMatchObject({ stop_loss: 1.089 })
    await ended(away)
    await expect
      .poll(async () => (await rowsOf(database, 'positions', other))[0])
      .toMatchObject({ status: 'CLOSED', close_price: 1.1 })
    await isIntact()
  })

  it('has an order of which a part is filled: its stop guards that part', async () => {
    await start()
    const id = await practice('part-filled')
    await opened(id)
    expect(await position(id)).toMatchObject({ quantity: 4_000 })
    const orders = await rowsOf(database, 'venue_orders', account)
    expect(orders.find((order) => order['id'] === id)).toMatchObject({
      status: 'CANCELED',
      filled: 4_000,
      quantity: 10_000,
      reason: 'canceled with 6,000 not filled',
    })
    expect(orders.find((order) => order['is_protective'] === true)).toMatchObject({ quantity: 4_000, status: 'NEW' })
    expect(await intentOf(database, id)).toMatchObject({ state: 'CANCELED', filled: 4_000 })
    await ended(id)
    expect(await closed(id)).toMatchObject({ close_price: 1.1 })
    await isIntact()
  })

  it('has an answer that is lost: the order is sent once, and known again when the venue answers', async () => {
    await start()
    const id = await practice('lost-answer')
    await expect.poll(async () => (await intentOf(database, id)).state).toBe('UNKNOWN')
    await expect.poll(async () => (await intentOf(database, id)).state, { timeout: 10_000 }).toBe('WORKING')
    expect(secondsOf(await drillOf(id), new Date())).toBeGreaterThan(10)
    await ended(id)
    await expect.poll(async () => (await intentOf(database, id)).state).toBe('CANCELED')
    expect((await states(id)).filter((state, at, all) => state !== all[at - 1])).toEqual(LOST_AND_FOUND)
    await isIntact()
  })

  it('has a halt: nothing is filled until the market reopens lower', async () => {
    await start()
    const id = await practice('halted', { fall: 0.015 })
    const found = await closed(id)
    expect(secondsOf(await drillOf(id), found.close_time)).toBeGreaterThan(39)
    expect(found).toMatchObject({ close_reason: 'stop-loss', close_price: 1.0835 })
    await ended(id)
    await isIntact()
  })

  it('has a margin call, which closes nothing by itself', async () => {
    await start()
    const id = await practice('margin-call', { quantity: 270_000, fall: 0.02 })
    const isCalled = async () => (await rowsOf(database, 'journal', account)).some(({ kind }) => kind === 'MARGIN')
    await expect.poll(isCalled, { timeout: 10_000 }).toBe(true)
    expect(await position(id)).toMatchObject({ status: 'OPEN', stop_loss: null })
    await ended(id)
    expect(await closed(id)).toMatchObject({ close_price: 1.1 })
    await isIntact()
  })

  it('has its work killed: another one takes the account over, and closes late, while others go on', async () => {
    const other = await addAccount(database)
    await start()
    const away = await practice('part-filled', { of: other })
    const id = await practice('killed', { fall: 0.015 })
    await opened(id)
    const leaseOf = async ({ accountId }: TestAccount): Promise<number | null> => {
      const found = await database.pool.query<{ epoch: number }>(
        `select epoch::float8 as epoch from leases where kind = 'account' and key = $1`,
        [accountId],
      )
      return found.rows[0]?.epoch ?? null
    }
    const [before, theirs] = [await leaseOf(account), await leaseOf(other)]
    await expect.poll(() => leaseOf(account)).toBeNull()
    expect(await position(id)).toMatchObject({ status: 'OPEN' })
    const found = await closed(id)
    expect(found).toMatchObject({ close_price: 1.0835 })
    expect(await leaseOf(account)).toBeGreaterThan(before!)
    expect(await leaseOf(other)).toBe(theirs)
    const drill = await drillOf(id)
    expect(secondsOf(drill, found.close_time)).toBeGreaterThan(9)
    await expect.poll(async () => (await drillOf(id)).takenOverAt).not.toBeNull()
    await ended(id)
    await ended(away)
    await isIntact()
  })
})

describe('a drill', () => {
  it('is stopped at once: its order is closed at the price of everybody', async () => {
    await start()
    const id = await practice('gap', { fall: 0.03 })
    await opened(id)
    expect(await endDrill({ db: database.db, id, end: 'stopped', now: Date.now })).toBe(true)
    expect(await closed(id)).toMatchObject({ close_price: 1.1 })
    expect(await endDrill({ db: database.db, id, end: 'over', now: Date.now })).toBe(false)
    expect(await drillOf(id)).toMatchObject({ end: 'stopped' })
    await isIntact()
  })

  it('is ended by the process that comes after the one that ran it', async () => {
    await start()
    const id = await practice('gap', { fall: 0.03 })
    await opened(id)
    await service?.stop()
    await start()
    await ended(id, 'interrupted')
    expect(await closed(id)).toMatchObject({ close_price: 1.1 })
    await isIntact()
  })

  it('ends where there is no price', async () => {
    await start()
    ticks.last = async () => null
    const id = await practice('gap', { fall: 0.03 })
    await ended(id, 'failed')
    expect(await drillOf(id)).toMatchObject({ problem: 'There is no price', startedAt: null })
    expect(await rowsOf<IntentRow>(database, 'intents', account)).toEqual([])
  })
})
