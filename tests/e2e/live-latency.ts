// Prints how soon a price of the simulated venue is in the socket and in the tile of a page, and how soon sessions send the
// orders that it causes: beside one client, and beside 20 who follow the same prices.
// Usage: node tests/e2e/live-latency.ts [--seconds 60]
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { TickReader } from '@tradeloom/market-data/ticks'
import { signUp, SocketClient } from '@tradeloom/testkit'
import { buildWeb } from '../../tools/build-web.ts'
import { askDatabase } from './ask-database.ts'
import { Installation } from './faults/installation.ts'
import { CHROMIUM } from './playwright.config.ts'
import { type LatencyRow, latencyRow } from './latency-row.ts'
import { startSession } from './start-session.ts'
import { pricesSeenIn, type SeenPrice, watchPrices } from './watch-prices.ts'

/** An order at each price. */
const SCRIPT = `
let count = 0
function onTick() {
  count += 1
  if (count % 2 === 1) buy({ quantity: 1000 })
  else closeAll()
}`
/** Tiles of the first layout. Their markets are closed on weekends. */
const TILES = { 'EURUSD:SIM': 'EUR/USD on SIM', 'EURUSD:SIM2': 'EUR/USD on SIM2' }
const MARKETS = Object.keys(TILES)
const SESSIONS = 4
const OTHERS = 19

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } })
const seconds = Number(values.seconds)
if (!buildWeb(join(import.meta.dirname, '..', '..'))) process.exit(1)
const installation = await Installation.open({})
const ask = askDatabase(() => installation.connection)
const ticks = new TickReader(join(installation.data, 'market'))
const browser = await chromium.launch(CHROMIUM)
try {
  const owner = await signUp(installation.url, 'owner-of-sessions')
  for (let n = 0; n < SESSIONS; n++) await startSession(owner, MARKETS[n % MARKETS.length] as string, SCRIPT)
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await watchPrices(page)
  await page.goto(`${installation.url}/platform`)
  for (const name of Object.values(TILES)) {
    await page.getByRole('button', { name: new RegExp(`^SELL .*${name}$`) }).waitFor({ timeout: 60_000 })
  }
  const rows = await measure(page, 1)
  const others = await Promise.all(
    Array.from({ length: OTHERS }, async () => {
      const socket = await new SocketClient(owner).opened()
      for (const id of MARKETS) socket.send({ type: 'subscribe', topic: `price.${id}` })
      return socket
    }),
  )
  rows.push(...(await measure(page, 1 + OTHERS)))
  for (const socket of others) socket.close()
  console.table(rows)
} finally {
  await browser.close()
  await installation.close()
}

async function measure(page: Page, clients: number): Promise<LatencyRow[]> {
  const [from] = await ask<{ at: Date }>('select now() as at')
  const { frames: before } = await pricesSeenIn(page, TILES)
  const began = Date.now()
  await sleep(seconds * 1000)
  const { frames, shown } = await pricesSeenIn(page, TILES)
  const receivedAt = await receiveTimes(frames.slice(before.length))
  // A stream that goes on without a change says its newest price again: only the first time is news.
  const since = (seen: readonly SeenPrice[]) => {
    const news = new Map(seen.toReversed().map((one) => [`${one.instrumentId} ${one.sequence}`, one.at]))
    return [...news].flatMap(([price, at]) => {
      const received = receivedAt.get(price)
      return received === undefined || at < began ? [] : [at - received]
    })
  }
  const ms = (to: string, since: string): string => `extract(epoch from ${to} - ${since})::float8 * 1000`
  const sent = await ask<{ decided: number; committed: number; sent: number }>(
    `select ${ms('decided_at', 'received_at')} as decided, ${ms('committed_at', 'received_at')} as committed,
       ${ms('sent_at', 'received_at')} as sent from intents
     where session_id is not null and sent_at is not null and received_at is not null and committed_at >= $1`,
    [from?.at],
  )
  return [
    latencyRow('price received to socket of a page', clients, since(frames)),
    latencyRow('price received to tile of a page', clients, since(shown)),
    ...(['decided', 'committed', 'sent'] as const).map((step) =>
      latencyRow(
        `price received to order ${step}`,
        clients,
        sent.map((order) => order[step]),
      ),
    ),
  ]
}

/** When the venue's prices were received, by instrument and sequence. */
async function receiveTimes(seen: readonly SeenPrice[]): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  for (const id of MARKETS) {
    const sequences = seen.filter(({ instrumentId }) => instrumentId === id).map(({ sequence }) => sequence)
    if (sequences.length === 0) continue
    const first = Math.min(...sequences)
    for (const row of await ticks.read(id, first, Math.max(...sequences) - first + 1)) {
      times.set(`${id} ${row.sequence}`, row.receivedAt)
    }
  }
  return times
}
