import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { type BackupState, CHANNELS, type TradingAccount } from '@tradeloom/contracts'
import { silentLogger, startDatabase, verifyAccount, verifyJournals } from '@tradeloom/database'
import { type HttpClient, signUp, SocketClient } from '@tradeloom/testkit'
import pg from 'pg'
import { type Exchange, KEYS, openExchange } from './exchange.ts'
import { TRADELOOM } from './server-process.ts'
import { startSession } from './start-session.ts'
import { test } from './test.ts'

const COIN = 'BTCUSDT:BINANCE'
const KEPT = 20
/** Orders and runs that have ended before anything is deleted. */
const ENDED = 5
/** A segment of the log ends after 50 seconds at the latest. */
const LOG_MS = 90_000
const RANGE = { start: '2026-01-05T00:00:00Z', end: '2026-01-20T00:00:00Z', interval: 'M15', resolution: 1 }
const TRADES = `
let count = 0
function onTick() {
  count += 1
  if (count % 20 === 1) buy({ quantity: 0.01, stopLoss: 50_000 })
  else if (count % 20 === 11) closeAll()
}`
const RUN = `function onIntervalClose() { if (positions.count === 0) buy({ quantity: 1000 }); else closeAll() }`

let exchange: Exchange
test.beforeAll(async () => {
  exchange = await openExchange()
})
test.afterAll(async () => {
  await exchange?.close()
})

test(
  'what somebody deleted by mistake is there again, from the second before, while everything trades',
  { tag: '@full' },
  async () => {
    test.setTimeout(300_000)
    const { installation } = exchange
    const user = await signUp(exchange.url, 'careful')
    const { apiKey, apiSecret } = KEYS.broker
    await user.post('/api/exchange-api-keys', { formStyle: 4, type: 'live', broker: 'Binance', apiKey, apiSecret })
    await expect.poll(() => liveAccount(user)).toBeDefined()
    await tradeloom('backup', '--data', installation.data)
    await startSession(user, COIN, TRADES)
    const database = new pg.Client(installation.connection)
    await database.connect()
    const load = new Load(user)
    try {
      load.start()
      const { rows: owners } = await database.query<{ id: string }>(`select id from users where username = 'careful'`)
      const kept =
        'insert into algorithms (id, user_id, name) select gen_random_uuid(), $1, $2 || n from generate_series(1, $3) n'
      await database.query(kept, [owners[0]?.id, 'Kept ', KEPT])
      const ended = async () => {
        const { rows } = await database.query<{ orders: number; paper: number; runs: number }>(`select
          (select count(*)::int from fills f join trading_accounts a on a.id = f.account_id where a.venue <> 'paper') as orders,
          (select count(*)::int from fills f join trading_accounts a on a.id = f.account_id where a.venue = 'paper') as paper,
          (select count(*)::int from backtests where status = 'Completed') as runs`)
        return rows[0] ?? { orders: 0, paper: 0, runs: 0 }
      }
      await expect
        .poll(async () => Math.min(...Object.values(await ended())), { timeout: 90_000 })
        .toBeGreaterThan(ENDED)
      // A whole second in which they are there.
      const second = 'select date_trunc($1, clock_timestamp()) as at'
      const now = async () => (await database.query<{ at: Date }>(second, ['second'])).rows[0]!.at.getTime()
      const from = await now()
      await expect.poll(async () => (await now()) - from).toBeGreaterThan(1_000)
      const until = await now()
      const before = await ended()
      await database.query(`delete from algorithms where name like 'Kept %'`)
      const stored = async (): Promise<number> => {
        const { log } = await installation.client.call<BackupState>('GET', '/api/admin/backups')
        return Date.parse(log?.spans.at(-1)?.to ?? '1970-01-01')
      }
      await expect.poll(stored, { timeout: LOG_MS, intervals: [1_000] }).toBeGreaterThan(until)
      const target = join(installation.folder, 'restored')
      const time = new Date(until).toISOString()
      await tradeloom('restore', join(installation.data, 'backups'), '--until', time, '--data', target)
      // The server has gone on meanwhile.
      expect(await ended()).not.toEqual(before)
      await isAsBefore(target, before)
      await rm(target, { recursive: true })
    } finally {
      await load.stop()
      await database.end()
    }
  },
)

async function isAsBefore(dataDir: string, before: { readonly orders: number; readonly paper: number }): Promise<void> {
  const restored = await startDatabase({ dataDir, logger: silentLogger })
  try {
    const { db, pool } = restored
    expect((await pool.query(`select from algorithms where name like 'Kept %'`)).rowCount).toBe(KEPT)
    const { rows: fills } = await pool.query<{ count: number }>('select count(*)::int as count from fills')
    expect(fills[0]?.count).toBeGreaterThan(0)
    expect(fills[0]?.count).toBeLessThanOrEqual(before.orders + before.paper)
    const { rows: sessions } = await pool.query<{ status: string }>('select status from sessions')
    expect(sessions).toEqual([{ status: 'Stopped' }])
    const { rows: controls } = await pool.query<{ account_id: string; level: string; by: string }>(
      'select account_id, level, by from account_control',
    )
    for (const { account_id: accountId, level, by } of controls) {
      expect([level, by]).toEqual(['NO_NEW', 'restore'])
      expect(await verifyAccount(db, accountId)).toEqual([])
    }
    expect(await verifyJournals(db)).toMatchObject({ faults: [] })
  } finally {
    await restored.stop()
  }
}

/** Orders at the exchange and backtests, one after the other, until it is stopped. */
class Load {
  readonly #user: HttpClient
  #isOver = false
  #working: Promise<unknown> = Promise.resolve()

  constructor(user: HttpClient) {
    this.#user = user
  }

  start(): void {
    this.#working = Promise.all([this.#trade(), this.#run()])
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#working
  }

  async #trade(): Promise<void> {
    const socket = await new SocketClient(this.#user).opened()
    const accountId = (await liveAccount(this.#user))?.id
    for (let n = 0; !this.#isOver; n++) {
      const key = randomUUID().replaceAll('-', '').slice(0, 7)
      const side = n % 2 === 0 ? 'BUY' : 'SELL'
      const order = { broker: 'BINANCE', symbol: 'BTCUSDT', type: 'MARKET', quantity: 0.01, side, accountId, key }
      await socket.request(CHANNELS.brokers, 'order', order)
      await pause()
    }
    socket.close()
  }

  async #run(): Promise<void> {
    const { json: algorithm } = await this.#user.post('/api/algorithms', { name: 'Runs' })
    const script = { script: RUN, message: '' }
    const { json: version } = await this.#user.post(`/api/algorithms/${algorithm.id}/versions`, script)
    const of = { algorithmId: algorithm.id, algorithmVersionId: version.id, instrumentId: 'EURUSD:SIM' }
    while (!this.#isOver) {
      const { status, text } = await this.#user.post('/api/backtest', { ...of, ...RANGE, initialBalance: 10_000 })
      if (status !== 200) throw new Error(`A run was refused: ${text}`)
      await pause()
    }
  }
}

async function liveAccount(user: HttpClient): Promise<TradingAccount | undefined> {
  return ((await user.get('/api/accounts')).json as TradingAccount[]).find(({ type }) => type === 'live')
}

const pause = (): Promise<void> => new Promise((done) => setTimeout(done, 700))

async function tradeloom(...args: string[]): Promise<void> {
  await promisify(execFile)(TRADELOOM, args, { env: { ...process.env, DATABASE_URL: '' } })
}
