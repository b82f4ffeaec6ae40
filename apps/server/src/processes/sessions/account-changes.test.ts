import { expect, it } from 'vitest'
import type { SessionOrders } from './session-orders.ts'
import { VenueNews } from './venue-news.ts'

const SESSION = '0190a000-0000-7000-8000-00000000000a'
const OURS = '0190a000-0000-7000-8000-000000000001'
const OTHERS = '0190a000-0000-7000-8000-000000000002'

/** Hears of entries of a journal; of the positions in it, the engine has numbered ours. */
function newsOf(bodies: readonly object[]) {
  const entries = bodies.map((body, at) => ({ n: at + 1, body: JSON.stringify(body) }))
  const account = {
    states: async () => [],
    entries: async (after: number) => ({ entries: entries.filter(({ n }) => n > after), upTo: entries.length }),
  }
  const orders = { positionNumber: (id: string) => (id === OURS ? 7 : null) } as unknown as SessionOrders
  const news = new VenueNews(account, SESSION)
  return async () => {
    const told = await news.read(orders, 1_000)
    for (const input of told) news.told(input)
    return told.map(({ event, source }) => ({ ...event, source }))
  }
}

it('a session hears of financing of its positions, of transfers and of margin calls, each once', async () => {
  const read = newsOf([
    { id: 'a', cost: 'funding', charges: { [OURS]: 1.25, [OTHERS]: 3 }, rows: [] },
    { id: 'b', transfer: -500, rows: [] },
    { isCalled: true, rows: [] },
    { level: 'NO_NEW', rows: [] },
  ])
  expect(await read()).toEqual([
    { kind: 'FINANCING', time: 1_000, cost: 'funding', positionId: 7, amount: 1.25, source: `financing 1 ${OURS}` },
    { kind: 'BALANCE', time: 1_000, balance: null, transfer: -500, source: 'transfer 2' },
    { kind: 'MARGIN', time: 1_000, isCalled: true, source: 'margin 3' },
  ])
  expect(await read()).toEqual([])
})

it('a session hears what the price of an execution is compared with', async () => {
  const fill = {
    tradeId: 't',
    intentId: null,
    positionId: OURS,
    owner: SESSION,
    instrumentId: 'BTCUSDT:BINANCE',
    side: 'SELL',
    time: '2026-01-05T00:00:00.000Z',
    quantity: 0.5,
    price: 60_000,
    fee: 30,
    liquidity: 'taker',
    reason: null,
    decisionMid: 60_002,
    bid: 60_001,
    ask: 60_003,
  }
  const position = { sessionId: SESSION, direction: 'LONG', openPrice: 59_000, closeReason: null }
  // The row of the closed part comes with that of its position, and is no news of its own.
  const rows = [
    { table: 'positions', key: OURS, row: position },
    { table: 'positions', key: OTHERS, row: { ...position, partOf: OURS } },
    { table: 'fills', key: 't', row: fill },
  ]
  const told = await newsOf([{ rows }])()
  expect(told).toMatchObject([
    { kind: 'POSITION_CLOSE', positionId: 7, quantity: 0.5, quote: { bid: 60_001, ask: 60_003 }, decisionMid: 60_002 },
  ])
})
