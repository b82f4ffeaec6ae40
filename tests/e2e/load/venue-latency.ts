// Prints how soon a price of a stand-in of Binance is in the tick log, at many clients of the socket, and in the orders of
// sessions that it causes. The server has one core, the clients the other.
// Usage: node tests/e2e/load/venue-latency.ts [--clients 200] [--seconds 30]
import { type ChildProcess, fork } from 'node:child_process'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { isHeartbeat, TickReader, type TickRow } from '@tradeloom/market-data/ticks'
import { signUp } from '@tradeloom/testkit'
import { LabClock, startBinanceLab } from '@tradeloom/venue-lab'
import { buildWeb } from '../../../tools/build-web.ts'
import { askDatabase } from '../ask-database.ts'
import { Installation } from '../faults/installation.ts'
import { latencyRow } from '../latency-row.ts'
import { startSession } from '../start-session.ts'
import { onOneCore } from './on-one-core.ts'
import { type ClientOrder, type ClientReport, HOUR_MS } from './price-clients.ts'

const COIN = 'BTCUSDT:BINANCE'
/** Clients are told half as often. */
const RATE = 40
const SETTLE_S = 5
const SESSIONS = 3
/** An order each second: not more than an account may send in a minute. */
const SCRIPT = `
let count = 0
function onTick() {
  count += 1
  if (count % 80 === 1) buy({ quantity: 0.005 })
  else if (count % 80 === 41) closeAll()
}`

const { values } = parseArgs({
  options: { clients: { type: 'string', default: '200' }, seconds: { type: 'string', default: '30' } },
})
const [clients, seconds] = [Number(values.clients), Number(values.seconds)]
if (!buildWeb(join(import.meta.dirname, '..', '..', '..'))) process.exit(1)
const clock = new LabClock(Date.now())
const lab = await startBinanceLab({ clock })
clock.run(1)
const { rest, streams, wsApi } = lab
const installation = await Installation.open({
  env: {
    TRADELOOM_SIMULATED_VENUES: 'off',
    TRADELOOM_VENUE_URLS: JSON.stringify({ BINANCE: { rest, streams, wsApi } }),
    TRUSTED_PROXIES: 'loopback',
  },
})
const quoting = setInterval(quote, 1_000 / RATE)
let child: ChildProcess | null = null
try {
  await installation.client.call('PATCH', '/api/admin/venue/BINANCE', { isOn: true })
  await listed()
  child = fork(join(import.meta.dirname, 'price-clients.ts'))
  child.send({ url: installation.url, topic: `price.${COIN}`, clients } satisfies ClientOrder)
  let report = await nextReport(child)
  while (report.connected < clients || report.delays.length === 0) report = await nextReport(child)
  for (let n = 0; n < SESSIONS; n++) {
    await startSession(await signUp(installation.url, `owner-of-session-${n}`), COIN, SCRIPT)
  }
  onOneCore(installation.pid)
  for (let second = 0; second < SETTLE_S; second++) await nextReport(child)
  console.table(await measure(child))
  console.log(`Load ${loadavg()[0]?.toFixed(1)}, ${RATE} prices a second`)
} finally {
  clearInterval(quoting)
  child?.kill()
  await installation.close()
  await lab.stop()
}

/** The time at which it is sent is the price. */
function quote(): void {
  const cents = (Date.now() % HOUR_MS) / 100
  lab.markets.quote('BTCUSDT', { bid: cents.toFixed(2), ask: (cents + 0.01).toFixed(2) })
}

async function listed(): Promise<void> {
  const { client } = installation
  while (!JSON.stringify(await client.call('GET', '/public-api/instruments/USD')).includes(COIN)) await sleep(200)
}

function nextReport(from: ChildProcess): Promise<ClientReport> {
  return new Promise((done) => from.once('message', (report) => done(report as ClientReport)))
}

async function measure(from: ChildProcess) {
  const ask = askDatabase(() => installation.connection)
  const began = Date.now()
  const seen: (readonly [sent: number, delay: number])[] = []
  for (let second = 0; second < seconds; second++) {
    const { sent, delays } = await nextReport(from)
    seen.push(...sent.map((time, at) => [time, delays[at] ?? Number.NaN] as const))
  }
  const logged = new Map((await loggedSince(began)).map((row) => [sentAt(row), sinceSent(row)]))
  const orders = await ask<{ ms: number }>(
    `select extract(epoch from sent_at - received_at)::float8 * 1000 as ms from intents
     where session_id is not null and sent_at is not null and received_at is not null and committed_at >= $1`,
    [new Date(began)],
  )
  return [
    latencyRow('sent by the venue to tick log', 1, [...logged.values()]),
    latencyRow(
      'tick log to client of the socket',
      clients,
      seen.flatMap(([sent, delay]) => {
        const before = logged.get(sent)
        return before === undefined ? [] : [delay - before]
      }),
    ),
    latencyRow(
      'tick log to first byte of an order',
      SESSIONS,
      orders.map(({ ms }) => ms),
    ),
  ]
}

/** Milliseconds of the hour. */
function sentAt({ bid }: TickRow): number {
  return Math.round(bid * 100)
}

function sinceSent(row: TickRow): number {
  return ((row.receivedAt % HOUR_MS) - sentAt(row) + HOUR_MS) % HOUR_MS
}

/** Prices, without the rows of heartbeats. */
async function loggedSince(began: number): Promise<TickRow[]> {
  const ticks = new TickReader(join(installation.data, 'market'))
  const first = await ticks.sequenceAt(COIN, began)
  const newest = await ticks.newest(COIN)
  const rows = await ticks.read(COIN, first, (newest?.sequence ?? first) - first + 1)
  return rows.filter((row) => !isHeartbeat(row) && row.receivedAt >= began)
}
