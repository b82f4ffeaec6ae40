// Prints how long after a kill of `brokers`, `guardian` or the server a person's closing and opening go through at a stand-in of
// Binance. Like a person with patience, it orders again what was refused, or was not sent.
// Usage: node tests/e2e/load/after-kills.ts [--rounds 3] [--only brokers,guardian,server]
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { CHANNELS, type OrderAccepted } from '@tradeloom/contracts'
import { signUp, SocketClient } from '@tradeloom/testkit'
import { LabClock, startBinanceLab } from '@tradeloom/venue-lab'
import { buildWeb } from '../../../tools/build-web.ts'
import { askDatabase } from '../ask-database.ts'
import { descendants } from '../descendants.ts'
import { Installation } from '../faults/installation.ts'
import { latencyRow } from '../latency-row.ts'

const COIN = 'BTCUSDT:BINANCE'
const KEY = { apiKey: 'keyofthekillskeyofthekills123456', secret: 'a secret of the kills' }
const QUOTE_MS = 200
const AGAIN_MS = 200
const LOOK_MS = 20
const LOOKS = 10
/** Everything has come to rest after the last one. */
const REST_MS = 5_000
/** An answer that takes longer counts as lost. */
const ANSWER_MS = 20_000

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, only: { type: 'string', default: 'brokers,guardian,server' } },
})
if (!buildWeb(join(import.meta.dirname, '..', '..', '..'))) process.exit(1)
const clock = new LabClock(Date.now())
const book = { lastUpdateId: 1, bids: [['60000.00', '50']], asks: [['60001.00', '50']] } as const
const lab = await startBinanceLab({
  clock,
  accounts: [{ ...KEY, balances: { USDT: '200000' } }],
  books: { BTCUSDT: book },
})
lab.markets.trade('BTCUSDT', '60000.50')
clock.run(1)
const { rest, streams, wsApi } = lab
const installation = await Installation.open({
  env: {
    TRADELOOM_SIMULATED_VENUES: 'off',
    TRADELOOM_VENUE_URLS: JSON.stringify({ BINANCE: { rest, streams, wsApi } }),
    LOG_LEVEL: 'error',
  },
})
const quoting = setInterval(
  () => lab.markets.quote('BTCUSDT', { bid: '60000.00', ask: '60001.00', quantity: '50' }),
  QUOTE_MS,
)
const ask = askDatabase(() => installation.connection)
let socket = null as SocketClient | null
try {
  await installation.client.call('PATCH', '/api/admin/venue/BINANCE', { isOn: true })
  const user = await signUp(installation.url, 'patient')
  const added = await user.post('/api/exchange-api-keys', {
    formStyle: 4,
    type: 'live',
    broker: 'Binance',
    apiKey: KEY.apiKey,
    apiSecret: KEY.secret,
  })
  if (added.status !== 200) throw new Error(added.text)
  while ((await accountOf(user)) === undefined) await sleep(AGAIN_MS)
  const times = new Map<string, number[]>()
  for (let round = 0; round < Number(values.rounds); round++)
    for (const what of ['opening', 'closing'] as const)
      for (const victim of values.only.split(',')) {
        await prepare(user, what)
        const killedAt = performance.now()
        await kill(victim)
        await through(user, what)
        const took = performance.now() - killedAt
        console.log(`${what} after a kill of ${victim}: ${Math.round(took)} ms, load ${loadavg()[0]?.toFixed(1)}`)
        const name = `${victim}, ${what}`
        times.set(name, [...(times.get(name) ?? []), took])
      }
  console.table([...times].map(([name, all]) => latencyRow(name, 1, all)))
} finally {
  clearInterval(quoting)
  socket?.close()
  await installation.close()
  await lab.stop()
}

type User = Awaited<ReturnType<typeof signUp>>

/** Everything works, and a position is open, or none is. */
async function prepare(user: User, what: 'opening' | 'closing'): Promise<void> {
  const open = await openPositions(user)
  if (open.length > 0 && what === 'opening') await through(user, 'closing')
  if (open.length === 0 && what === 'closing') await through(user, 'opening')
  await sleep(REST_MS)
}

async function kill(victim: string): Promise<void> {
  if (victim === 'server') {
    await installation.kill()
    return installation.startAgain()
  }
  const [found] = descendants(installation.pid).filter(({ command }) => command.includes(`processes/${victim}/main`))
  if (!found) throw new Error(`There is no process ${victim}`)
  process.kill(found.pid, 'SIGKILL')
}

/** Until the exchange has executed it, and it is booked. */
async function through(user: User, what: 'opening' | 'closing'): Promise<void> {
  for (;;) {
    const isDone = async (): Promise<boolean> => (await openPositions(user)).length > 0 === (what === 'opening')
    if (await isDone()) return
    const id = await request(user, what).catch(() => null)
    if (id === null) {
      await sleep(AGAIN_MS)
      continue
    }
    while (await isPending(id)) await sleep(LOOK_MS)
    // What was executed is booked soon after.
    for (let look = 0; look < LOOKS && !(await isDone()); look++) await sleep(LOOK_MS)
  }
}

async function isPending(id: string): Promise<boolean> {
  const [intent] = await ask<{ state: string }>('select state from intents where id = $1', [id])
  return ['WRITTEN', 'SENDING', 'UNKNOWN', 'WORKING', 'PARTIAL'].includes(intent?.state ?? '')
}

async function openPositions(user: User): Promise<{ id: string }[]> {
  for (;;) {
    const answer = await user.get('/api/positions/open').catch(() => null)
    if (answer?.status === 200) return answer.json as { id: string }[]
    await sleep(AGAIN_MS)
  }
}

/** The id of its request; null if it was refused. */
async function request(user: User, what: 'opening' | 'closing'): Promise<string | null> {
  const key = Math.floor(performance.now()).toString(36).padStart(7, '0')
  const [position] = await openPositions(user)
  const accountId = await accountOf(user)
  const [symbol, broker] = COIN.split(':')
  const order = { key, broker, symbol, accountId, side: 'BUY', type: 'MARKET', quantity: 0.1 }
  const [name, terms] =
    what === 'opening' ? ['order', order] : ['close-position', { key, positionId: position?.id ?? '' }]
  const connected = (socket ??= await connect(user))
  const late = new AbortController()
  try {
    const answered = connected.request(CHANNELS.brokers, name as string, terms)
    const reply = await Promise.race([answered, sleep(ANSWER_MS, null, { signal: late.signal })])
    if (reply === null) throw new Error('no answer')
    if (!reply.ok) console.log(`  refused: ${reply.error}`)
    return reply.ok ? (reply.data as OrderAccepted).intentId : null
  } catch (error) {
    socket = null
    connected.socket.terminate()
    throw error
  } finally {
    late.abort()
  }
}

/** The one at the exchange; undefined until its key was tried. */
async function accountOf(user: User): Promise<string | undefined> {
  const accounts = (await user.get('/api/accounts')).json as { id: string; type: string }[]
  return accounts.find(({ type }) => type === 'live')?.id
}

async function connect(user: User): Promise<SocketClient> {
  const opened = await new SocketClient(user).opened()
  opened.socket.on('error', () => undefined)
  // There are prices of what somebody looks at.
  opened.send({ type: 'subscribe', topic: `price.${COIN}` })
  return opened
}
