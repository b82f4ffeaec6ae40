import { sha256 } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { closingOrder, isClosingOf, type PlacePayload } from '@tradeloom/trading'
import type {
  AccountMessage,
  OrderAnswer,
  OrderGateway,
  OrderReference,
  VenueAdapter,
  VenueFill,
  VenueOrder,
} from '@tradeloom/venues'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakePositions } from '../brokers/fake-positions.fixture.ts'
import type { PendingSale } from './pending-sales.ts'
import type { StoredGuard } from './stored-guards.ts'
import { VenueCloser } from './venue-closer.ts'

const BTC = 'BTCUSDT:BINANCE'
const LISTING = listInstrument(
  { ...defineInstrument(BTC, { lotSize: 0.001, minQuantity: 0.001 }), simulated: false },
  { status: 'active', tradingOpen: true, minNotional: 5 },
)
const SECOND_MS = 1_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** A venue in memory that fills what it takes, and an account with one position. */
function flatten({
  quantity = 1,
  total = 1,
  available = 1,
  most = null as number | null,
  bid = 60_000,
  sales = [] as readonly PendingSale[],
  positions = new FakePositions('spot'),
} = {}) {
  const orders = new Map<string, VenueOrder>()
  const fills: VenueFill[] = []
  const answers: OrderAnswer[] = []
  const told: string[] = []
  const references: OrderReference[] = []
  const open: VenueOrder[] = []
  const placed: PlacePayload[] = []
  let tell: (message: AccountMessage) => void = () => undefined
  const coins = { total, available }
  const gateway: OrderGateway = {
    fenceMs: 100,
    isFencePresumed: false,
    maxMarketQuantity: async () => most,
    place: async (reference, order) => {
      const { clientId } = reference
      references.push(reference)
      const refusal = answers.shift()
      if (refusal) return refusal
      const venueId = String(orders.size + 1)
      const { instrumentId, type, side, limitPrice, stopPrice, quantity: sold } = order
      const problem = positions.problem(order)
      if (problem !== null) return { kind: 'REFUSED', reason: problem }
      placed.push(order)
      const position = positions.execute(order, sold, bid)
      const filled = { clientId, venueId, instrumentId, side, quantity: sold, time: Date.now() }
      orders.set(clientId, { ...filled, type, limitPrice, stopPrice, status: 'FILLED', filled: sold })
      const named = { ...filled, ...(position ? { position } : {}) }
      fills.push({ ...named, tradeId: venueId, price: bid, fee: 0, feeCurrency: 'USDT', isMaker: false })
      coins.total -= sold
      coins.available -= sold
      return { kind: 'ACCEPTED', venueId }
    },
    cancel: async (reference) => {
      references.push(reference)
      open.splice(
        open.findIndex(({ clientNumber }) => clientNumber === reference.clientNumber),
        1,
      )
      return { kind: 'ACCEPTED', venueId: null }
    },
    lookUp: async ({ clientId }) => {
      const order = orders.get(clientId)
      return order ? { kind: 'FOUND', order } : { kind: 'NONE' }
    },
    openOrders: async () => [...open],
    fillsOf: async ({ venueId }) => fills.filter((fill) => fill.venueId === venueId),
    fillsSince: async function* () {
      yield fills
    },
    fills: async function* (_, cursor) {
      yield { fills: fills.slice(Number(cursor ?? 0)), cursor: String(fills.length) }
    },
  }
  const adapter: VenueAdapter = {
    id: 'BINANCE',
    displayName: 'Binance',
    needs: 'switch',
    markets: [{ id: 'spot', name: 'Spot', has: () => true }],
    addresses: {},
    openOrders: () => gateway,
    openAccountStream: (_, sink) => {
      tell = sink
      return { close: () => undefined }
    },
    openAccount: () => ({
      rights: () => Promise.reject(new Error('not asked')),
      balances: async () => [{ currency: 'BTC', ...coins }],
      positions: async () => positions.open,
    }),
  }
  const closer = new VenueCloser({
    adapter,
    account: {
      clock: { now: Date.now, at: () => () => undefined, random: Math.random },
      environment: 'live',
      credentials: {},
    },
    accountId: 'a',
    installation: 'test',
    closings: [],
    listing: () => LISTING,
    bid: async () => bid,
    save: () => undefined,
    now: () => Date.now(),
    tell: (message) => void told.push(message),
  })
  const position = { id: 'p', instrumentId: BTC, brokerId: 'p', direction: 'LONG', quantity } as const
  const stored = {
    accountId: 'a',
    currency: 'USDT',
    model: positions.model,
    createdAt: 0,
    positions: quantity > 0 ? [{ ...position, openPrice: 60_000, profit: 0, unprotectedSince: null }] : [],
    bookedTrades: [] as string[],
    cursors: {},
    sales,
  } as unknown as StoredGuard
  const step = async (): Promise<boolean> => {
    vi.advanceTimersByTime(SECOND_MS)
    return closer.step(stored)
  }
  const sold = (): number[] => [...orders.values()].map((order) => order.quantity)
  /** What another process has sent reaches the venue; what it has executed can be read only later. */
  const arrive = (clientId: string, sells: number) => {
    void gateway.place(
      { instrumentId: BTC, clientId, clientNumber: 0, sentAt: 0 },
      closingOrder('spot', position, sells),
    )
    const executed = fills.splice(0)
    return { read: () => void fills.push(...executed) }
  }
  const hear = (fill: VenueFill): void => tell({ kind: 'fill', fill })
  return { answers, arrive, coins, hear, open, placed, references, sold, step, stored, told }
}

it('sells a position once the venue takes it, however often it has refused before', async () => {
  const { answers, sold, step } = flatten()
  for (let i = 0; i < 40; i++) answers.push({ kind: 'REFUSED', reason: 'Market is closed. (-1013)' })
  for (let i = 0; i < 40; i++) expect(await step()).toBe(false)
  expect(sold()).toEqual([])
  await step()
  expect(sold()).toEqual([1])
  await expect.poll(step).toBe(true)
  expect(sold()).toEqual([1])
})

it('sells no more at once than the venue takes, and the rest after it', async () => {
  const { sold, step } = flatten({ most: 0.4 })
  for (let i = 0; i < 10 && !(await step()); i++);
  expect(sold()).toEqual([0.4, 0.4, 0.2])
})

it('sells what no order from elsewhere ties up, and says what keeps the rest', async () => {
  const { coins, sold, step, told } = flatten({ available: 0.3 })
  for (let i = 0; i < 5; i++) expect(await step()).toBe(false)
  expect(sold()).toEqual([0.3])
  expect(told.at(-1)).toBe(`A position of ${BTC} cannot be closed: other orders tie up its coins`)
  coins.available = coins.total
  for (let i = 0; i < 5 && !(await step()); i++);
  expect(sold()).toEqual([0.3, 0.7])
})

it('leaves what is worth less than the smallest order', async () => {
  const { sold, step } = flatten({ quantity: 0.001, bid: 4_000 })
  expect([await step(), sold()]).toEqual([true, []])
})

it('sells what a purchase has left after its fee in the coin, also before it is in the books', async () => {
  // Coins of the user's own are there, too.
  const { hear, sold, step } = flatten({ quantity: 0, total: 3, available: 3 })
  const fill = { tradeId: 'b', clientId: null, venueId: 'b', instrumentId: BTC, time: Date.now(), side: 'BUY' } as const
  hear({ ...fill, price: 60_000, quantity: 0.05, fee: 0.001, feeCurrency: 'BTC', isMaker: false })
  for (let i = 0; i < 5 && !(await step()); i++);
  expect(sold()).toEqual([0.049])
})

it('names each closing by a number of its own, and cancels by the number that came back', async () => {
  const { open, references, step, stored } = flatten({ most: 0.4 })
  Object.assign(stored, { orderNumbers: [12_345] })
  const order = {
    instrumentId: BTC,
    type: 'LIMIT',
    side: 'SELL',
    quantity: 1,
    limitPrice: 70_000,
    stopPrice: null,
  } as const
  // The venue knows no names. The other one was placed elsewhere, and stays.
  const numbered = { ...order, clientId: null, status: 'NEW', filled: 0, time: 0 } as const
  open.push({ ...numbered, clientNumber: 12_345, venueId: '7' }, { ...numbered, clientNumber: 54_321, venueId: '8' })
  for (let i = 0; i < 10 && !(await step()); i++);
  const [canceled, ...closings] = references.map(({ clientNumber }) => clientNumber)
  expect([canceled, closings.length, new Set([0, ...closings]).size]).toEqual([12_345, 3, 4])
  expect(open.map(({ clientNumber }) => clientNumber)).toEqual([54_321])
  for (const clientNumber of closings)
    expect(isClosingOf(sha256, { clientId: null, clientNumber }, 'a', 'p')).toBe(true)
})

/** A closing by hand that another process sends, and of which the venue knows nothing yet. */
const SALE: PendingSale = {
  positionId: 'p',
  instrumentId: BTC,
  clientId: 'by hand',
  clientNumber: 1,
  sentAt: 0,
  fenceAt: Infinity,
  booked: 0,
}

it.each([
  ['a closing by hand', SALE],
  ['an order that sells in its market', { ...SALE, positionId: null }],
])('sells nothing while %s is on its way, and afterwards what it has left', async (_, sale) => {
  // Coins of the user's own are there, too.
  const { arrive, sold, step } = flatten({ total: 3, available: 3, sales: [sale] })
  for (let i = 0; i < 5; i++) expect(await step()).toBe(false)
  expect(sold()).toEqual([])
  const { read } = arrive('by hand', 0.6)
  for (let i = 0; i < 5; i++) expect(await step()).toBe(false)
  expect(sold()).toEqual([0.6])
  read()
  for (let i = 0; i < 5 && !(await step()); i++);
  expect(sold()).toEqual([0.6, 0.4])
})

it('counts what a sale of another process has executed once, booked or not', async () => {
  const { arrive, sold, step, stored } = flatten({ quantity: 0.4, total: 3, sales: [{ ...SALE, booked: 0.6 }] })
  arrive('by hand', 0.6).read()
  Object.assign(stored, { bookedTrades: ['1'] })
  for (let i = 0; i < 5 && !(await step()); i++);
  expect(sold()).toEqual([0.6, 0.4])
})

it('sells in other markets, and other positions, while a closing by hand is on its way', async () => {
  const { sold, step } = flatten({ sales: [{ ...SALE, positionId: 'another' }] })
  for (let i = 0; i < 5; i++) expect(await step()).toBe(false)
  expect(sold()).toEqual([1])
})

it('sells a position itself once a closing by hand can no longer arrive', async () => {
  const { sold, step } = flatten({ sales: [{ ...SALE, fenceAt: 0 }] })
  for (let i = 0; i < 5 && !(await step()); i++);
  expect(sold()).toEqual([1])
})

/** The venue has a short position of 2, and at a hedging account a long one, too; none of them is in the books. */
function marginAccount(model: 'netting' | 'hedging') {
  const positions = new FakePositions(model)
  positions.execute({ instrumentId: BTC, side: 'SELL' }, 2, 60_000)
  if (model === 'hedging') positions.execute({ instrumentId: BTC, side: 'BUY' }, 0.5, 60_000)
  return { positions, ...flatten({ quantity: 0, positions }) }
}

it('closes the position of a netting account by an opposite order that can only reduce', async () => {
  const { placed, positions, step } = marginAccount('netting')
  for (let i = 0; i < 5 && !(await step()); i++);
  expect(placed).toMatchObject([{ side: 'BUY', type: 'MARKET', quantity: 2, reduceOnly: true }])
  expect(positions.open).toEqual([])
})

it('closes each trade of a hedging account by its name, and opens none by that', async () => {
  const { placed, positions, step } = marginAccount('hedging')
  for (let i = 0; i < 5 && !(await step()); i++);
  expect(placed).toMatchObject([
    { side: 'BUY', quantity: 2, closes: 'trade 1' },
    { side: 'SELL', quantity: 0.5, closes: 'trade 2' },
  ])
  expect(positions.open).toEqual([])
})
