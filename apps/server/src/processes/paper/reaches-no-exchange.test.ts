import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BinanceSessions, ordersOnce, SESSIONS_KEY } from '../../testing/binance-sessions.fixture.ts'
import { foundIn } from '../../testing/process-memory.fixture.ts'
import { processesOf } from '../../testing/signal-process.fixture.ts'

let at: BinanceSessions
beforeAll(async () => {
  at = await BinanceSessions.open()
})
afterAll(() => at?.close())

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
