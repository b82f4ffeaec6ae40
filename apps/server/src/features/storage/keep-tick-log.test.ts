import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runModels } from '@tradeloom/contracts'
import { newId, schema } from '@tradeloom/database'
import { TickReader, TickWriter } from '@tradeloom/market-data/ticks'
import { Chance, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addSession } from '../../testing/add-session.fixture.ts'
import { keepTickLog } from './keep-tick-log.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 4, 20)
const DAYS = 100
const ROWS = 4
/** In the middle of the last day. */
const NOW = START + (DAYS - 0.5) * DAY
const logger = pino({ level: 'silent' })

let database: TestDatabase
let accountId: string
let versionId: string
let algorithmId: string
let userId: string
let marketDir: string
beforeAll(async () => {
  database = await startTestDatabase()
  const { db } = database
  userId = newId()
  const person = { name: userId, username: userId, displayUsername: userId, email: `${userId}@example.com` }
  await db.insert(schema.users).values({ id: userId, ...person })
  const { rows } = await database.pool.query('select id from trading_accounts where user_id = $1', [userId])
  accountId = (rows[0] as { id: string }).id
  algorithmId = newId()
  versionId = newId()
  await db.insert(schema.algorithms).values({ id: algorithmId, userId, name: 'Averages' })
  const version = { versionNo: 1, shared: false, message: '', script: '', scriptHash: '', externals: [] }
  await db.insert(schema.algorithmVersions).values({ id: versionId, algorithmId, ...version })
})
afterAll(() => database?.stop())

beforeEach(() => {
  marketDir = mkdtempSync(join(tmpdir(), 'tradeloom-storage-'))
  return () => rmSync(marketDir, { recursive: true, force: true })
})

function log(instrumentId: string): void {
  const writer = new TickWriter(marketDir, instrumentId)
  for (let row = 0; row < DAYS * ROWS; row++) {
    const time = START + Math.floor(row / ROWS) * DAY + (row % ROWS) * 1000
    writer.append({ time, receivedAt: time + 5, bid: 1 + row / 1e4, ask: 2, flags: 0 })
  }
  writer.close()
}

const dayOf = (row: number): number => Math.floor(row / ROWS)
const rowsOf = async (id: string): Promise<number[]> =>
  (await new TickReader(marketDir).read(id, 0, 1e6)).map(({ sequence }) => sequence)
const from = (first: number): number[] => Array.from({ length: DAYS * ROWS - first }, (_, index) => first + index)

/** What somebody may have, by name; each returns the first day that has to stay, or whether all do. */
const REASONS = {
  async 'a session that runs'(id: string, day: number) {
    const session = await addSession(database.db, accountId, id)
    await changeSession(session, START + day * DAY + 3_600_000, 'Active')
    return { isKept: true, day }
  },
  async 'a session that has ended'(id: string, day: number) {
    const session = await addSession(database.db, accountId, id)
    await changeSession(session, START + day * DAY, 'Stopped')
    return { isKept: true, day: Infinity }
  },
  async 'a run with its manifest'(id: string) {
    const run = await addRun(id, [])
    await database.db.insert(schema.backtestResults).values({ backtestId: run, warnings: [], manifest: {} })
    return { isKept: true, day: Infinity }
  },
  async 'a run on several markets'(id: string) {
    const run = await addRun('OTHER:SIM', [id])
    await database.db.insert(schema.backtestResults).values({ backtestId: run, warnings: [], manifest: {} })
    return { isKept: true, day: Infinity }
  },
  async 'a run without a result'(id: string) {
    await addRun(id, [])
    return { isKept: false, day: Infinity }
  },
  async 'the wish of a person'(id: string) {
    await database.db.insert(schema.keptTicks).values({ instrumentId: id, keptBy: userId }).onConflictDoNothing()
    return { isKept: true, day: Infinity }
  },
  async 'an alert'(id: string, day: number) {
    await addAlert(id, day * ROWS + 2, 'ACTIVE')
    return { isKept: false, day }
  },
  async 'an alert that is over'(id: string, day: number) {
    await addAlert(id, day * ROWS + 2, 'DONE')
    return { isKept: false, day: Infinity }
  },
  async 'an order that waits'(id: string, day: number) {
    await addOrder(id, day * ROWS + 1, 'NEW')
    return { isKept: false, day }
  },
  async 'an order that has ended'(id: string, day: number) {
    await addOrder(id, day * ROWS + 1, 'FILLED')
    return { isKept: false, day: Infinity }
  },
  async 'a trailing stop'(id: string, day: number) {
    const terms = { direction: 'LONG', quantity: 1, openPrice: 1, status: 'OPEN', trailingStop: 0.1 } as const
    const of = { id: newId(), accountId, userId, brokerId: newId(), broker: 'BINANCE', openTime: new Date(START) }
    await database.db.insert(schema.positions).values({ ...of, instrumentId: id, matchedRow: day * ROWS, ...terms })
    return { isKept: false, day }
  },
} as const

async function changeSession(id: string, started: number, status: string): Promise<void> {
  const statement = 'update sessions set started = $2, status = $3 where id = $1'
  await database.pool.query(statement, [id, new Date(started), status])
}

async function addRun(instrumentId: string, markets: string[]): Promise<string> {
  const id = newId()
  const period = { start: new Date(0), end: new Date(1), interval: 'M1', resolution: 1 }
  const of = { userId, algorithmId, algorithmVersionId: versionId, instrumentId, markets }
  const terms = { simulated: false, initialBalance: 1, externals: {}, models: runModels.parse({}), seed: 1 }
  await database.db.insert(schema.backtests).values({ id, ...of, ...period, ...terms, accountCurrency: 'USD' })
  return id
}

async function addAlert(instrumentId: string, nextRow: number, status: 'ACTIVE' | 'DONE'): Promise<void> {
  const of = { id: newId(), userId, instrumentId, terms: {} as never, state: {} as never }
  await database.db.insert(schema.alerts).values({ ...of, nextRow, status })
}

async function addOrder(instrumentId: string, matchedRow: number, status: 'NEW' | 'FILLED'): Promise<void> {
  const at = { time: new Date(START), changedAt: new Date(START), matchedRow, status }
  const order = { id: newId(), accountId, instrumentId, type: 'LIMIT', side: 'BUY', quantity: 1, ...at } as const
  await database.db.insert(schema.venueOrders).values(order)
}

it.each([1, 2, 3, 4])(
  'keeps what sessions, runs, orders, alerts and persons need, and nothing else (%i)',
  async (seed) => {
    const chance = new Chance(seed)
    const names = Object.keys(REASONS) as (keyof typeof REASONS)[]
    const expected = new Map<string, { readonly why: string[]; readonly first: number }>()
    for (let market = 0; market < 16; market++) {
      const id = `MARKET${seed}.${market}:SIM`
      log(id)
      let [isKept, first] = [false, DAYS - 36]
      const why: string[] = []
      for (let count = chance.below(4); count > 0; count--) {
        const name = chance.of(names)
        const of = await REASONS[name](id, chance.below(DAYS))
        isKept ||= of.isKept
        first = Math.min(first, of.day)
        why.push(name)
      }
      expected.set(id, { why, first: isKept ? 0 : first })
    }
    await keepTickLog({ db: database.db, marketDir, logger, now: () => NOW })
    for (const [id, { why, first }] of expected)
      expect(await rowsOf(id), `${id}: ${why.join(', ')}`).toEqual(from(first * ROWS))
    // A second time nothing changes.
    const before = readdirSync(join(marketDir, '.live'), { recursive: true })
    await keepTickLog({ db: database.db, marketDir, logger, now: () => NOW })
    expect(readdirSync(join(marketDir, '.live'), { recursive: true })).toEqual(before)
  },
)

it.each(Object.keys(REASONS) as (keyof typeof REASONS)[])('knows %s', async (name) => {
  const id = `ALONE.${name.replaceAll(' ', '-')}:SIM`
  log(id)
  const { isKept, day } = await REASONS[name](id, 20)
  await keepTickLog({ db: database.db, marketDir, logger, now: () => NOW })
  const rows = await rowsOf(id)
  expect(dayOf(rows[0] ?? -1)).toBe(isKept ? 0 : Math.min(day, DAYS - 36))
  // Months that were over five weeks ago, and that nobody waits for, are one file each.
  const files = readdirSync(join(marketDir, '.live', encodeURIComponent(id)))
  expect(files.filter((file) => file.endsWith('.parquet'))).toHaveLength(isKept ? (day === Infinity ? 2 : 1) : 0)
})

it('follows the days that an administrator has set, and keeps everything without any', async () => {
  const { db } = database
  log('RULED:SIM')
  await db.insert(schema.retentionRules).values({ kind: 'ticks', days: null })
  await keepTickLog({ db, marketDir, logger, now: () => NOW })
  expect(await rowsOf('RULED:SIM')).toHaveLength(DAYS * ROWS)
  await db.update(schema.retentionRules).set({ days: 7 })
  await keepTickLog({ db, marketDir, logger, now: () => NOW })
  expect(dayOf((await rowsOf('RULED:SIM'))[0] ?? -1)).toBe(DAYS - 8)
  await db.delete(schema.retentionRules)
})
