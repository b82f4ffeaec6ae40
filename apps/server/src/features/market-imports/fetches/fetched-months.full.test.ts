import type { BacktestDetail, Venue } from '@tradeloom/contracts'
import { type HttpClient, signUp, startTestDatabase } from '@tradeloom/testkit'
import { LabClock, startBinanceLab, startBitfinexLab, startOandaLab, startUsdmLab } from '@tradeloom/venue-lab'
import { ADAPTERS } from '@tradeloom/venues'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startTestServer } from '../../../testing/server.fixture.ts'
import { asked, ended, hourlyTrades, isoOf, listed, monthAgo, offered } from './binance-history.fixture.ts'

const [FROM, TO] = [monthAgo(1), monthAgo(0)]
const MINUTE = 60_000
const TOKEN = 'a practice token of an administrator'

interface HistoryLab {
  readonly instrumentId: string
  /** Where the server reaches the stand-in. */
  readonly urls: Readonly<Record<string, string>>
  /** What a user needs before the venue shows anything. */
  readonly logIn?: (admin: HttpClient) => Promise<void>
  /** The month as its own interface answers, in a file that is imported. */
  readonly file: () => Promise<{ readonly text: string; readonly format: string; readonly name: string }>
}

/** By venue and market: stand-ins with a month of history. */
const LABS: Readonly<Record<string, () => Promise<HistoryLab>>> = {
  'BINANCE spot': async () => {
    const clock = new LabClock(Date.now())
    const lab = await startBinanceLab({ clock, frames: hourlyTrades(FROM, clock.now()) })
    onTestFinished(() => lab.stop())
    clock.run(1)
    const { rest, streams, wsApi } = lab
    return {
      instrumentId: 'BTCUSDT:BINANCE',
      urls: { rest, streams, wsApi },
      file: () => klines(`${rest}/api/v3/klines`),
    }
  },
  'BINANCE usdm': async () => {
    const clock = new LabClock(Date.now())
    const lab = await startUsdmLab({ clock, frames: hourlyTrades(FROM, clock.now(), { X: 'MARKET' }) })
    onTestFinished(() => lab.stop())
    clock.run(1)
    const { rest, streams } = lab
    return {
      instrumentId: 'BTCUSDT.P:BINANCE',
      urls: { futuresRest: rest, futuresStreams: streams, rest: 'http://127.0.0.1:9', streams: 'ws://127.0.0.1:9' },
      file: () => klines(`${rest}/fapi/v1/klines`),
    }
  },
  'BITFINEX pairs': async () => {
    const clock = new LabClock(Date.now())
    const lab = await startBitfinexLab({ clock })
    onTestFinished(() => lab.stop())
    lab.markets.quote('tBTCUSD', { bid: 60_000, ask: 60_001 })
    const trades = tradedPrices()
    // Two a minute, so that a minute opens and closes at prices of their own.
    for (const [n, { time, open, close }] of trades.entries())
      lab.markets.get('tBTCUSD')?.trades.push([2 * n + 1, time, 0.25, open], [2 * n + 2, time + 30_000, -0.5, close])
    clock.run(1)
    const lines = trades.map(({ time, open, close }) =>
      [isoOf(time), open, Math.max(open, close), Math.min(open, close), close, 0.75].join(','),
    )
    return {
      instrumentId: 'BTCUSD:BITFINEX',
      urls: { publicRest: lab.rest, publicStreams: lab.streams },
      file: async () => ({
        text: `${['time,open,high,low,close,volume', ...lines].join('\n')}\n`,
        format: 'csv',
        name: 'month.csv',
      }),
    }
  },
  'OANDA margin': async () => {
    const clock = new LabClock(Date.now())
    const history = { EUR_USD: quotes() }
    const lab = await startOandaLab({ clock, token: TOKEN, accounts: [{ id: '101-004-9-001' }], history })
    onTestFinished(() => lab.stop())
    clock.run(1)
    const { rest, streams } = lab
    return {
      instrumentId: 'EURUSD:OANDA',
      urls: { practiceRest: rest, practiceStreams: streams },
      logIn: async (admin) => {
        const form = { formStyle: 5, type: 'practice', broker: 'OANDA', apiKey: TOKEN }
        const { id } = (await admin.call('POST', '/api/exchange-api-keys', form)).json as { id: string }
        await admin.call('PUT', '/api/admin/venue/OANDA/prices', { connectionId: id })
        const venues = async () => (await admin.get('/api/admin/venues')).json as Venue[]
        await expect.poll(async () => (await venues()).find((one) => one.id === 'OANDA')?.listed).toBeGreaterThan(0)
      },
      file: async () => ({ text: csvOf(quotes()), format: 'csv', name: 'month.csv' }),
    }
  },
}

/** Those that are reached over the network: each needs a stand-in here. */
const MARKETS = ADAPTERS.filter(({ needs }) => needs === 'switch').flatMap(({ id, markets }) =>
  markets.map((market) => ({ venueId: id, marketId: market.id, name: `${id} ${market.id}` })),
)

describe('a month that was fetched gives the result of the same rows from a file', { tags: ['full'] }, () => {
  for (const { venueId, marketId, name } of MARKETS) {
    it(
      name,
      async () => {
        const start = LABS[name]
        if (!start) throw new Error(`${name} has no stand-in with a month of history`)
        await compare(venueId, marketId, await start())
      },
      180_000,
    )
  }
})

async function compare(venueId: string, marketId: string, { instrumentId, urls, logIn, file }: HistoryLab) {
  const database = await startTestDatabase()
  onTestFinished(() => database.stop())
  await database.pool.query('insert into venue_settings (venue_id, is_on, markets) values ($1, true, $2)', [
    venueId,
    JSON.stringify([marketId]),
  ])
  const env = { TRADELOOM_VENUE_URLS: JSON.stringify({ [venueId]: urls }) }
  const server = await startTestServer({ databaseUrl: database.url, env })
  onTestFinished(() => server.stop())
  const admin = await signUp(server.url, 'admin')
  const bob = await signUp(server.url, 'bob')
  await logIn?.(admin)
  await listed(admin, instrumentId)
  expect(await ended(admin, (await asked(admin, instrumentId, FROM, TO)).json)).toMatchObject({ status: 'Completed' })
  const isPrivate = logIn !== undefined
  expect(await seriesOf(admin, instrumentId)).toMatchObject(
    isPrivate ? { privateMonths: 1, sharedMonths: 0 } : { privateMonths: 0, sharedMonths: 1 },
  )
  // Nobody else sees what was fetched with a login, and an administrator cannot share it.
  expect(await seriesOf(bob, instrumentId)).toEqual(isPrivate ? undefined : expect.anything())
  if (isPrivate) {
    expect((await offered(bob, instrumentId, FROM, TO)).json.problem).toContain('shows its prices to accounts alone')
    expect((await asked(bob, instrumentId, FROM, TO)).status).toBe(409)
    await refuseSharing(admin, instrumentId)
  }
  await importAs(bob, instrumentId, await file())
  expect(await seriesOf(bob, instrumentId)).toMatchObject({ privateMonths: 1 })
  const fetched = await runOn(admin, instrumentId)
  const imported = await runOn(bob, instrumentId)
  expect(fetched.positionCount).toBeGreaterThan(10)
  expect(fetched.resultHash).toBe(imported.resultHash)
  const month = isoOf(FROM).slice(0, 7)
  expect(fetched.manifest).toMatchObject({ fetched: `from the venue: ${instrumentId} ${month}` })
  expect(imported.manifest).not.toHaveProperty('fetched')
}

async function seriesOf(user: HttpClient, instrumentId: string) {
  const { json } = await user.get('/api/instruments')
  const all = json as {
    readonly id: string
    readonly series: { readonly interval: string; readonly price: string }[]
  }[]
  return all.find(({ id }) => id === instrumentId)?.series.find(({ interval }) => interval === 'M1')
}

async function refuseSharing(admin: HttpClient, instrumentId: string): Promise<void> {
  const { id: ownerId } = (await admin.get('/api/user')).json
  const body = { ownerId, instrumentId, interval: 'M1', price: 'quote' }
  const shared = await admin.post('/api/market-data/private/share', body)
  expect(shared.json.message).toContain('was fetched with a login at OANDA, and is for its owner alone')
}

async function importAs(user: HttpClient, instrumentId: string, file: Awaited<ReturnType<HistoryLab['file']>>) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ instrumentId, format: file.format, interval: 'M1' }))
    form.set(name, value)
  form.append('file', new Blob([file.text]), file.name)
  const { json } = await user.call('POST', '/api/market-data/imports', form)
  expect(await ended(user, json)).toMatchObject({ status: 'Completed' })
}

const SCRIPT = `let n = 0
function onIntervalClose(bar) {
  n += 1
  if (n % 97 !== 1) return
  closeAll()
  if (bar.close > bar.open || n % 2 === 0) buy({ quantity: 1 })
}`

async function runOn(user: HttpClient, instrumentId: string): Promise<BacktestDetail> {
  const { id: algorithmId } = (await user.post('/api/algorithms', { name: 'Mine' })).json
  const saved = await user.post(`/api/algorithms/${algorithmId}/versions`, { script: SCRIPT, message: '' })
  const of = { algorithmId, algorithmVersionId: saved.json.id, instrumentId, interval: 'M15', initialBalance: 1e7 }
  const { id } = (await user.post('/api/backtest', { ...of, start: isoOf(FROM), end: isoOf(TO) })).json
  const isOver = ({ status }: { status: string }): boolean => !['Queued', 'In Progress'].includes(status)
  const done = await user.until(`/api/backtest/${id}`, isOver)
  expect(done.json.status, done.text).toBe('Completed')
  return done.json
}

/** All pages, as the venue answers. */
async function klines(address: string) {
  const rows: unknown[][] = []
  for (let start = FROM; start < TO;) {
    const query = `symbol=BTCUSDT&interval=1m&startTime=${start}&endTime=${TO - 1}&limit=1000`
    const page = (await (await fetch(`${address}?${query}`)).json()) as unknown[][]
    rows.push(...page)
    start = Number(page.at(-1)?.[0] ?? TO) + MINUTE
  }
  return { text: JSON.stringify(rows), format: 'binance', name: 'klines.json' }
}

/** Of two minutes of three: the venue has none of those in which nothing was traded. */
function tradedPrices() {
  const minutes = []
  for (let time = FROM; time < TO; time += MINUTE) {
    const n = time / MINUTE
    if (n % 3 !== 0) minutes.push({ time, open: 60_000 + (n % 1_009), close: 60_000 + ((n * 7) % 1_013) })
  }
  return minutes
}

/** Six minutes of seven, while the market is open. */
function quotes() {
  const minutes = []
  for (let time = FROM; time < TO; time += MINUTE) {
    const [day, hour] = [new Date(time).getUTCDay(), new Date(time).getUTCHours()]
    if ((time / MINUTE) % 7 === 0) continue
    if (day === 6 || (day === 0 && hour < 23) || (day === 5 && hour > 20)) continue
    const at = (more: number): string => (1.08 + (((time / MINUTE) % 701) + more) / 1e5).toFixed(5)
    const side = (more: number) => [at(more), at(more + 5), at(more - 5), at(more + 2)] as const
    minutes.push({ time, bid: side(0), ask: side(12), volume: 7 })
  }
  return minutes
}

function csvOf(minutes: ReturnType<typeof quotes>): string {
  const header = 'time,bidOpen,bidHigh,bidLow,bidClose,askOpen,askHigh,askLow,askClose,volume'
  return `${[header, ...minutes.map(({ time, bid, ask, volume }) => [isoOf(time), ...bid, ...ask, volume].join(','))].join('\n')}\n`
}
