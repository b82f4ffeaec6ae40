// Prints how soon the kill switch has sold a position at a stand-in of an exchange, while more and more of the server hangs:
// the process of its orders, its database, the server itself, and with the cores busy. Then that each request sold once.
// Usage: node tests/e2e/kill-times.ts [--rounds 5]
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CHANNELS, type TradingAccount } from '@tradeloom/contracts'
import { type HttpClient, signUp, SocketClient, until } from '@tradeloom/testkit'
import { buildWeb } from '../../tools/build-web.ts'
import { descendants } from './descendants.ts'
import { type Exchange, KEYS, openExchange } from './exchange.ts'

/** Parts of the command lines of what is stopped. `serve ` is the server itself, whose line ends with it. */
const SCENES = {
  'everything runs': [],
  'orders hang': ['processes/brokers/main'],
  'orders and database hang': ['processes/brokers/main', 'postgres'],
  'orders, database and server hang': ['processes/brokers/main', 'postgres', 'serve '],
} as const
const QUANTITY = 0.5
const PASSWORD = 'correct horse'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const rounds = Number(values.rounds)
if (!buildWeb(join(import.meta.dirname, '..', '..'))) process.exit(1)
const exchange = await openExchange()
try {
  const user = await signUp(exchange.url, 'switch')
  const { apiKey, apiSecret } = KEYS.broker
  await user.post('/api/exchange-api-keys', { formStyle: 4, type: 'live', broker: 'Binance', apiKey, apiSecret })
  await until(async () => (await accountOf(user)) !== undefined)
  // Prices are fetched while somebody looks at them.
  const screen = await new SocketClient(user).opened()
  screen.send({ type: 'subscribe', topic: 'price.BTCUSDT:BINANCE' })
  const rows = []
  for (const cores of [0, availableParallelism()]) {
    const loops = Array.from({ length: cores }, busyLoop)
    try {
      for (const [scene, hanging] of Object.entries(SCENES)) {
        const times: number[] = []
        let sales = 0
        for (let n = 0; n < rounds; n++) {
          const { ms, sold } = await killed(user, screen, hanging)
          times.push(ms)
          sales += sold
        }
        const slowest = Math.max(...times)
        const median = times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]
        rows.push({ scene, 'busy cores': cores, rounds, sales, 'p50 (ms)': median, 'slowest (ms)': slowest })
      }
    } finally {
      for (const loop of loops) loop.kill()
    }
  }
  screen.close()
  console.table(rows)
} finally {
  await exchange.close()
}

/** Buys, asks the guardian at its own door while processes hang, twice, and returns once the exchange has nothing left. */
async function killed(user: HttpClient, screen: SocketClient, hanging: readonly string[]) {
  const account = exchange.lab.accounts.get(KEYS.broker.apiKey)
  const id = (await accountOf(user))?.id ?? ''
  await bought(user, screen, id)
  const { pass, guardian } = (await user.post('/api/kill-pass')).json as { pass: string; guardian: string }
  const before = account.orders.length
  const body = JSON.stringify({ pass, id: randomUUID(), accounts: [id] })
  const stopped = processes(hanging)
  for (const pid of stopped) process.kill(pid, 'SIGSTOP')
  const began = performance.now()
  let ms = Number.NaN
  try {
    const ask = () => fetch(`${guardian}/kill`, { method: 'POST', body }).then(({ status }) => status)
    const answers = await Promise.all([ask(), ask()])
    if (answers.some((status) => status !== 202)) throw new Error(`The guardian answered ${answers.join(', ')}`)
    while (coins(account) >= QUANTITY / 2) await new Promise((done) => setTimeout(done, 5))
    ms = Math.round(performance.now() - began)
  } finally {
    for (const pid of stopped) process.kill(pid, 'SIGCONT')
  }
  await until(async () => ((await user.get('/api/positions/open')).json as unknown[]).length === 0)
  await until(async () => (await accountOf(user))?.level === 'FLATTEN')
  await user.post('/api/confirm-login', { password: PASSWORD })
  await user.post(`/api/accounts/${id}/release`, { reason: 'Measured' })
  const sold = account.orders.slice(before).filter(({ side, status }) => side === 'SELL' && status === 'FILLED').length
  return { ms, sold }
}

async function bought(user: HttpClient, screen: SocketClient, accountId: string): Promise<void> {
  const order = { broker: 'BINANCE', symbol: 'BTCUSDT', accountId, quantity: QUANTITY, side: 'BUY', type: 'MARKET' }
  const isOpen = async () => ((await user.get('/api/positions/open')).json as unknown[]).length > 0
  await until(async () => {
    if (await isOpen()) return true
    const key = randomUUID().replaceAll('-', '').slice(0, 7)
    const reply = await screen.request(CHANNELS.brokers, 'order', { ...order, key })
    if (!reply.ok) return false
    await new Promise((done) => setTimeout(done, 1_000))
    return isOpen()
  })
}

async function accountOf(user: HttpClient): Promise<TradingAccount | undefined> {
  return ((await user.get('/api/accounts')).json as TradingAccount[]).find(({ type }) => type === 'live')
}

function coins(account: ReturnType<Exchange['lab']['accounts']['get']>): number {
  const { free, locked } = account.balance('BTC')
  return Number(free) + Number(locked)
}

function processes(names: readonly string[]): number[] {
  return descendants(process.pid)
    .filter(({ command }) => names.some((name) => command.includes(name)))
    .map(({ pid }) => pid)
}

function busyLoop(): ChildProcess {
  return spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
}
