import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BAR_COLUMNS, TICK_COLUMNS } from '@tradeloom/domain'
import { type MarketStore, openMarketStore, resolveInstrument } from '@tradeloom/market-data'
import { pino } from 'pino'
import { compose } from './compose.ts'
import { type RunningServer, type ServerOptions, startServer } from './platform/start-server.ts'
import { prepareStart } from './start/prepare-start.ts'
import { readConfig } from './config.ts'

/** Days of minute bars and ticks that the tests trade on. */
export const TEST_MARKET = { id: 'EURUSD:TEST', start: '2024-01-08T00:00:00.000Z', end: '2024-01-12T00:00:00.000Z' }

export interface TestServer extends RunningServer {
  readonly url: string
  readonly dataDir: string
}

export interface TestServerOptions {
  readonly databaseUrl: string
  /** A folder of before, for a server that starts again. */
  readonly dataDir?: string
  readonly env?: Record<string, string>
  readonly fileSystemState?: ServerOptions['fileSystemState']
  readonly loginClock?: ServerOptions['loginClock']
}

/** The whole server on a real database, with runners and a small market, on a free port. */
export async function startTestServer(options: TestServerOptions): Promise<TestServer> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'tradeloom-server-'))
  // Runners read market data as another user when the tests run as root.
  chmodSync(dataDir, 0o755)
  if (options.dataDir === undefined) await makeTestMarket(openMarketStore(join(dataDir, 'market')))
  const config = readConfig({
    PORT: '0',
    TRADELOOM_DATA: dataDir,
    DATABASE_URL: options.databaseUrl,
    TRADELOOM_SIMULATED_MARKET: 'off',
    TRADELOOM_RUNNERS: '2',
    // Tests ask more than anybody with a browser.
    TRADELOOM_REQUESTS_PER_MINUTE: '100000',
    LOG_LEVEL: 'silent',
    ...options.env,
  })
  const server = await startServer(config, pino({ level: config.logLevel }), await prepareStart(config), compose, {
    checkResponses: true,
    ...(options.fileSystemState ? { fileSystemState: options.fileSystemState } : {}),
    ...(options.loginClock ? { loginClock: options.loginClock } : {}),
  })
  return {
    url: server.url ?? '',
    dataDir,
    stop: async () => {
      await server.stop()
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const MINUTE = 60_000

/** A wave of prices around 1.1, a minute bar every minute and a tick every ten seconds. */
async function makeTestMarket(store: MarketStore): Promise<void> {
  const instrument = resolveInstrument(TEST_MARKET.id)
  const from = Date.parse(TEST_MARKET.start)
  const rows = (Date.parse(TEST_MARKET.end) - from) / MINUTE
  const bars = BAR_COLUMNS.map(() => new Float64Array(rows))
  for (let row = 0; row < rows; row++) {
    const [open, close] = [priceAt(row), priceAt(row + 1)]
    const sides = [open, Math.max(open, close), Math.min(open, close), close]
    const values = [from + row * MINUTE, ...sides, ...sides.map((price) => price + 0.0001), 60]
    values.forEach((value, index) => (bars[index]![row] = round(value)))
  }
  await store.put({
    instrument,
    table: { key: { interval: 'M1', price: 'quote' }, rows, columns: bars },
    source: 'both',
    coverage: [{ first: from, last: from + rows * MINUTE }],
  })
  const tickRows = rows * 6
  const ticks = TICK_COLUMNS.map(() => new Float64Array(tickRows))
  for (let row = 0; row < tickRows; row++) {
    const bid = priceAt(row / 6)
    ;[from + row * 10_000, round(bid), round(bid + 0.0001)].forEach((value, index) => (ticks[index]![row] = value))
  }
  await store.put({
    instrument,
    table: { key: { interval: 'Tick', price: 'quote' }, rows: tickRows, columns: ticks },
    source: 'both',
    coverage: [{ first: from, last: from + rows * MINUTE }],
  })
}

function priceAt(minute: number): number {
  return round(1.1 + 0.004 * Math.sin(minute / 200) + 0.001 * Math.sin(minute / 17))
}

function round(value: number): number {
  return Math.round(value * 1e5) / 1e5
}
