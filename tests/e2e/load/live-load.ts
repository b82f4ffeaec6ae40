// Prints how soon the prices of a venue are with many clients: a stand-in of Binance quotes, the server and its processes run
// on one core, and the clients in a process of their own on the others. With --stall, the same once more beside a client
// that stops reading, and both again (A B A B).
// Usage: node tests/e2e/load/live-load.ts [--clients 1000] [--rate 100] [--seconds 60] [--stall]
import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { SOCKET_PATH } from '@tradeloom/contracts'
import { LabClock, startBinanceLab } from '@tradeloom/venue-lab'
import { connect } from 'node:net'
import { buildWeb } from '../../../tools/build-web.ts'
import { Installation } from '../faults/installation.ts'
import { onOneCore } from './on-one-core.ts'
import { type ClientOrder, type ClientReport, HOUR_MS } from './price-clients.ts'

const COIN = 'BTCUSDT:BINANCE'
const MEMORY_LOOKS = 10
const options = {
  clients: { type: 'string', default: '1000' },
  rate: { type: 'string', default: '100' },
  seconds: { type: 'string', default: '60' },
  stall: { type: 'boolean', default: false },
} as const
const { values } = parseArgs({ options })
const [clients, rate, seconds] = [Number(values.clients), Number(values.rate), Number(values.seconds)]

if (!buildWeb(join(import.meta.dirname, '..', '..', '..'))) process.exit(1)
const clock = new LabClock(Date.now())
const lab = await startBinanceLab({ clock })
clock.run(1)
const { rest, streams, wsApi } = lab
const installation = await Installation.open({
  env: { TRADELOOM_VENUE_URLS: JSON.stringify({ BINANCE: { rest, streams, wsApi } }), TRUSTED_PROXIES: 'loopback' },
})
let quoting = setInterval(quote, 1_000 / rate)
let child: ChildProcess | null = null
try {
  await installation.client.call('PATCH', '/api/admin/venue/BINANCE', { isOn: true })
  await listed()
  child = fork(join(import.meta.dirname, 'price-clients.ts'))
  child.send({ url: installation.url, topic: `price.${COIN}`, clients } satisfies ClientOrder)
  await connected(child)
  onOneCore(installation.pid)
  const table = []
  for (let round = 0; round < (values.stall ? 2 : 1); round++) {
    table.push(await measure(child, 'all read'))
    if (!values.stall) continue
    const stalled = stall()
    table.push(await measure(child, 'one does not'))
    stalled.destroy()
  }
  console.table(table)
} finally {
  clearInterval(quoting)
  child?.kill()
  await installation.close()
  await lab.stop()
}

/** The time at which it is sent is the price, so every client knows how old it is. */
function quote(): void {
  const cents = (Date.now() % HOUR_MS) / 100
  lab.markets.quote('BTCUSDT', { bid: cents.toFixed(2), ask: (cents + 0.01).toFixed(2) })
}

async function listed(): Promise<void> {
  for (;;) {
    const answer = await fetch(`${installation.url}/public-api/instruments/USD`)
    if ((await answer.text()).includes(COIN)) return
    await sleep(200)
  }
}

function nextReport(from: ChildProcess): Promise<ClientReport> {
  return new Promise((done) => from.once('message', (report) => done(report as ClientReport)))
}

async function connected(from: ChildProcess): Promise<void> {
  let report = await nextReport(from)
  while (report.connected < clients || report.delays.length === 0) report = await nextReport(from)
}

function residentMb(): number {
  const status = readFileSync(`/proc/${installation.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

async function measure(from: ChildProcess, what: string) {
  const memory = [residentMb()]
  const delays: number[] = []
  let closed = 0
  for (let second = 0; second < seconds; second++) {
    const report = await nextReport(from)
    delays.push(...report.delays)
    closed = report.closed
    if ((second + 1) % Math.ceil(seconds / MEMORY_LOOKS) === 0) memory.push(residentMb())
  }
  const newest = await haveTheLast(from)
  const sorted = Float64Array.from(delays).toSorted()
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
  return {
    clients: what,
    'prices/s each': Math.round(delays.length / clients / seconds),
    'p50 (ms)': at(0.5),
    'p99 (ms)': at(0.99),
    'have the last price': newest,
    closed,
    MB: memory.join(', '),
  }
}

/** How many clients have the last price, once no other comes. */
async function haveTheLast(from: ChildProcess): Promise<number> {
  clearInterval(quoting)
  await nextReport(from)
  await nextReport(from)
  const { newest } = await nextReport(from)
  quoting = setInterval(quote, 1_000 / rate)
  return newest
}

/** A client that asks for the price and never reads. */
function stall() {
  const { hostname, port, host } = new URL(installation.url)
  const socket = connect(Number(port), hostname)
  const head = `GET ${SOCKET_PATH} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n`
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n'
  socket.write(head + key)
  const text = Buffer.from(JSON.stringify({ type: 'subscribe', topic: `price.${COIN}` }))
  const frame = Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text])
  socket.once('data', () => {
    socket.write(frame)
    socket.pause()
  })
  return socket
}
