import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BinanceSessions, ordersOnce, SESSIONS_KEY } from '../../testing/binance-sessions.fixture.ts'
import { processesOf } from '../../testing/signal-process.fixture.ts'

const CHUNK = 1 << 20

let at: BinanceSessions
beforeAll(async () => {
  at = await BinanceSessions.open()
})
afterAll(() => at?.close())

/** Everything that a process has written into its memory. */
function* memoryOf(pid: number): Generator<Buffer> {
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
      if (from === undefined || to === undefined) continue
      for (let place = Number.parseInt(from, 16); place < Number.parseInt(to, 16); place += CHUNK) {
        const bytes = Buffer.alloc(Math.min(CHUNK, Number.parseInt(to, 16) - place))
        try {
          yield bytes.subarray(0, readSync(memory, bytes, 0, bytes.length, place))
        } catch {
          // Pages that nobody has touched.
        }
      }
    }
  } finally {
    closeSync(memory)
  }
}

/** Which of these texts are in the memory of a process, in either of the forms in which programs have them. */
function foundIn(pid: number, texts: readonly string[]): string[] {
  const wanted = texts.map((text) => [text, [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')]] as const)
  const found = new Set<string>()
  for (const bytes of memoryOf(pid))
    for (const [text, forms] of wanted) if (forms.some((form) => bytes.includes(form))) found.add(text)
  return [...found]
}

it('a session on paper asks an exchange nothing, and its process knows no key', async () => {
  const { apiKey, secret } = SESSIONS_KEY
  const accounts = (await at.venue.user.get('/api/accounts')).json as {
    id: string
    type: string
    connectionId: string
  }[]
  const paper = accounts.find(({ type }) => type === 'paper')
  const named = { brokerAccountId: paper?.id, brokerConnectionId: paper?.connectionId }
  const trades = async (stop: number, bid: number): Promise<string> => {
    const id = await at.running(
      ordersOnce(`buy({ quantity: 0.1, stopLoss: ${stop} })`, `if (tick.bid >= ${bid}) closeAll()`),
      named,
    )
    // With each price it is tried again, as what waited for five seconds beside busy processes is not sent.
    const open = () => (at.market(60_000), at.positionsOf(id))
    await expect.poll(open, { interval: 1_000 }).toMatchObject([{ broker: 'BINANCE', stopLoss: stop }])
    return id
  }
  // Before there are keys, nobody else has a reason to ask more than for prices.
  const first = await trades(59_000, 60_500)
  await expect.poll(() => (at.market(60_500), at.positionsOf(first)), { interval: 1_000 }).toEqual([])
  await at.hears(first, /^closed 0.1 60500 /)
  await at.stop(first)
  const isOfMarkets = (request: string): boolean =>
    /^GET \/api\/v3\/(exchangeInfo|klines|time|depth|ticker\/\w+)$/.test(request)
  expect(at.venue.lab.requests.filter((request) => !isOfMarkets(request))).toEqual([])

  await at.connect()
  const second = await trades(59_500, 61_000)
  const [pid = 0] = processesOf('paper')
  // What it works with is there, so this finds what is there.
  expect(foundIn(pid, [apiKey, secret, paper?.id ?? ''])).toEqual([paper?.id])
  const environment = readFileSync(`/proc/${pid}/environ`, 'latin1')
  for (const text of [apiKey, secret]) expect(environment.includes(text)).toBe(false)
  await at.stop(second)
  expect(at.lab.orders).toEqual([])
  const [owner = 0] = processesOf('brokers')
  // It has the key in memory whenever it asks the exchange.
  await expect.poll(() => foundIn(owner, [apiKey])).toEqual([apiKey])
})
