import { rmSync } from 'node:fs'
import type { MarketImport } from '@tradeloom/contracts'
import { type HttpClient, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { type BinanceLab, LabClock, startBinanceLab } from '@tradeloom/venue-lab'
import { expect, onTestFinished } from 'vitest'
import { copyOfTemplate, startTestServer, type TestServer } from '../../../testing/server.fixture.ts'

export const BTC = 'BTCUSDT:BINANCE'
const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** First day of the month that many months ago, UTC milliseconds. */
export function monthAgo(months: number): number {
  const now = new Date()
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)
}

export const isoOf = (time: number): string => new Date(time).toISOString()

/** A trade each hour since then: minutes between them repeat the last price. */
export function hourlyTrades(from: number, to: number, more: object = { M: true }) {
  return Array.from({ length: Math.floor((to - from) / HOUR) }, (_, n) => {
    const time = from + n * HOUR
    const price = `${60_000 + ((n * 37) % 1_009)}.${10 + (n % 90)}`
    const trade = { e: 'trade', E: time, s: 'BTCUSDT', t: n + 1, p: price, q: '0.25', T: time, m: n % 2 === 0, ...more }
    return { time, stream: 'btcusdt@trade', data: JSON.stringify(trade) }
  })
}

export interface HistoryServer {
  readonly database: TestDatabase
  readonly lab: BinanceLab
  readonly server: TestServer
  /** Starts another one on the same database and folder. */
  readonly launch: () => Promise<TestServer>
}

/** A server with Binance switched on, which is a stand-in that has traded since `from`. */
export async function startHistory(from: number, isOn = true): Promise<HistoryServer> {
  const database = await startTestDatabase()
  onTestFinished(() => database.stop())
  await database.pool.query(`insert into venue_settings (venue_id, is_on) values ('BINANCE', $1)`, [isOn])
  const clock = new LabClock(Date.now())
  const lab = await startBinanceLab({ clock, frames: hourlyTrades(from, clock.now()) })
  onTestFinished(() => lab.stop())
  clock.run(1)
  const { rest, streams, wsApi } = lab
  const env = { TRADELOOM_VENUE_URLS: JSON.stringify({ BINANCE: { rest, streams, wsApi } }) }
  // A server that is started again finds what the first one has left.
  const dataDir = copyOfTemplate()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const launch = () => startTestServer({ databaseUrl: database.url, env, dataDir })
  const server = await launch()
  onTestFinished(() => server.stop())
  return { database, lab, server, launch }
}

/** Waits until the venue has listed it. */
export async function listed(user: HttpClient, instrumentId: string): Promise<void> {
  await expect
    .poll(async () => JSON.stringify((await user.get('/api/instruments')).json))
    .toContain(`"${instrumentId}"`)
}

export const asked = (user: HttpClient, instrumentId: string, start: number, end: number) =>
  user.post('/api/market-data/fetches', { instrumentId, start: isoOf(start), end: isoOf(end) })

export const offered = (user: HttpClient, instrumentId: string, start: number, end: number) =>
  user.get(`/api/market-data/fetches/offer?instrumentId=${instrumentId}&start=${isoOf(start)}&end=${isoOf(end)}`)

/** Waits until a fetch has ended. */
export async function ended(user: HttpClient, { id }: Pick<MarketImport, 'id'>): Promise<MarketImport> {
  const read = async () => (await user.get(`/api/market-data/imports/${id}`)).json as MarketImport
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toMatch(/Completed|Failed/)
  return read()
}
