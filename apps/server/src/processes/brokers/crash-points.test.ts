import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import type { PlacePayload } from '@tradeloom/trading'
import type { Fault } from '@tradeloom/venue-lab'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CrashPoint } from '../../trading-core/intents/crash-points.ts'
import { BinanceDesk, MARKET_BUY } from './binance-desk.fixture.ts'
import { type CrashDesk, killedAt, wait } from './crash-desk.fixture.ts'
import { BITFINEX_BTC, NettingDesk, USDM_BTC } from './netting-desks.fixture.ts'

const FULL = { tags: ['full'] }
const STOP = 59_000

const ENTRY_POINTS: readonly CrashPoint[] = [
  'written-not-claimed',
  'sending-no-byte-out',
  'received-not-answered',
  'answer-half-read',
  'answer-not-committed',
  'fill-not-committed',
  'stop-not-placed',
]
const STOP_POINTS = ENTRY_POINTS.filter((point) => point !== 'written-not-claimed' && point !== 'fill-not-committed')

interface Matrix {
  readonly venue: string
  readonly open: (database: TestDatabase) => Promise<CrashDesk>
  /** Buys at the market, without a stop. */
  readonly buy: PlacePayload
  /** Of the position that comes of it, after fees in coins. */
  readonly held: number
  readonly faults: Readonly<Record<string, Fault>>
  /** What cancels an order that works. */
  readonly cancellation: string
  /** Those of the fast lane; more than these take too long there. */
  readonly fast: readonly CrashPoint[]
  /** Each point with all faults, and more in the fast lane; if omitted, with one after the other. */
  readonly areCrossed?: boolean
}

const MATRICES: readonly Matrix[] = [
  {
    venue: 'Binance',
    open: (database) => BinanceDesk.open(database),
    buy: MARKET_BUY,
    held: 0.4995,
    faults: {
      'a lost answer': { when: { request: 'POST /api/v3/order' }, do: 'lostAck' },
      'a lost fill': { when: { message: 'executionReport TRADE' }, do: 'lostFill' },
      'a late fill': { when: { message: 'executionReport TRADE' }, do: 'lateFill', ms: 3_000 },
    },
    cancellation: 'DELETE /api/v3/order',
    fast: ['sending-no-byte-out', 'received-not-answered', 'fill-not-committed', 'stop-not-placed'],
    areCrossed: true,
  },
  {
    venue: 'Binance USD-M',
    open: (database) => NettingDesk.atUsdm(database),
    buy: { ...MARKET_BUY, instrumentId: USDM_BTC },
    faults: {
      'a lost answer': { when: { request: 'POST /fapi/v1/order' }, do: 'lostAck' },
      'a lost fill': { when: { message: 'ORDER_TRADE_UPDATE TRADE' }, do: 'drop' },
      'a late fill': { when: { message: 'ORDER_TRADE_UPDATE TRADE' }, do: 'delay', ms: 3_000 },
    },
    cancellation: 'DELETE /fapi/v1/order',
    held: 0.5,
    fast: ['received-not-answered'],
  },
  {
    venue: 'Bitfinex',
    open: (database) => NettingDesk.atBitfinex(database),
    buy: { ...MARKET_BUY, instrumentId: BITFINEX_BTC },
    faults: {
      'a lost answer': { when: { request: 'POST /v2/auth/w/order/submit' }, do: 'lostAck' },
      'a lost fill': { when: { message: 'tu' }, do: 'drop' },
      'a late fill': { when: { message: 'tu' }, do: 'delay', ms: 3_000 },
    },
    cancellation: 'POST /v2/auth/w/order/cancel',
    held: 0.5,
    fast: ['received-not-answered'],
  },
]

function casesOf({ faults, areCrossed = false }: Matrix) {
  const names = Object.keys(faults)
  const of = (at: number): string[] => (areCrossed ? names : names.slice(at % names.length, (at % names.length) + 1))
  return ENTRY_POINTS.flatMap((point, at) => of(at).map((name) => [point, name] as const))
}

let database: TestDatabase
beforeAll(async () => void (database = await startTestDatabase()))
afterAll(() => database?.stop())

describe.each(MATRICES)('the process of orders at $venue is killed', (matrix) => {
  const { buy, faults, fast, areCrossed = false } = matrix
  let desk: CrashDesk
  beforeEach(async () => void (desk = await matrix.open(database)))
  afterEach(async () => {
    try {
      await desk.expectConsistent()
    } finally {
      await desk.end()
    }
  })

  it.each(fast)(
    'at %s: what was requested is at the venue once or not at all, and what it opened has its stop',
    (point) => buysOnce(matrix, desk, point),
  )

  it.each([...ENTRY_POINTS, 'half-compared' as const].filter((point) => !fast.includes(point)))(
    'at %s, too: what was requested is at the venue once or not at all, and what it opened has its stop',
    FULL,
    (point) => buysOnce(matrix, desk, point),
  )

  it.each(casesOf(matrix))('at %s with %s: nothing is doubled, and nothing is lost', FULL, (point, fault) =>
    buysOnce(matrix, desk, point, faults[fault]),
  )

  it.each(STOP_POINTS)('at %s while it places a stop: the position has one stop', FULL, async (point) => {
    await desk.restart()
    const positionId = await opened(matrix, desk)
    await desk.restart(point)
    await desk.write({ kind: 'PROTECT', positionId, changes: { stopLoss: STOP as never } })
    await expect.poll(() => desk.ends, wait).toBeGreaterThan(0)
    await isGuarded(matrix, desk)
  })

  it.each<CrashPoint>(['received-not-answered', 'answer-not-committed', 'fill-not-committed'])(
    'at %s while it closes: the position is closed once, and no stop is left',
    FULL,
    async (point) => {
      await desk.restart()
      const positionId = await opened({ ...matrix, buy: { ...buy, stopLoss: STOP } }, desk)
      await isGuarded(matrix, desk)
      await desk.restart(point)
      await desk.write({ kind: 'CLOSE', positionId, quantity: matrix.held })
      await expect.poll(async () => (await desk.positions()).map(({ status }) => status), wait).toEqual(['CLOSED'])
      await expect.poll(() => desk.workingAtVenue(), wait).toBe(0)
      expect(desk.soldAtVenue().filter((quantity) => quantity > 0)).toEqual([matrix.held])
    },
  )

  it.each([
    ['a part', '0.4', 'CANCELED'],
    ['all', '1', 'FILLED'],
  ])(
    'while a cancellation crosses a fill of %s, both held back: what was filled is booked, once',
    areCrossed ? {} : FULL,
    (_, ...of) => crosses(matrix, desk, ...of),
  )
})

async function opened({ buy }: Matrix, desk: CrashDesk): Promise<string> {
  await desk.write(buy)
  await expect.poll(() => desk.positions(), wait).toHaveLength(1)
  return (await desk.positions())[0]?.id ?? ''
}

async function isGuarded({ held }: Matrix, desk: CrashDesk): Promise<void> {
  await expect.poll(() => desk.stopsAtVenue(), wait).toEqual([[STOP, held]])
  await expect.poll(async () => (await desk.positions())[0]?.unprotectedSince, wait).toBe(null)
}

async function buysOnce(matrix: Matrix, desk: CrashDesk, point: CrashPoint, fault?: Fault): Promise<void> {
  await desk.restart(point)
  if (fault) desk.disturb(fault)
  const { quantity } = matrix.buy
  const id = await desk.write({ ...matrix.buy, stopLoss: STOP })
  // It ends as the venue has it, and what it opened has its stop.
  await expect.poll(async () => ['FILLED', 'UNSENT', 'ABSENT'].includes((await desk.state(id)) ?? ''), wait).toBe(true)
  const isFilled = (await desk.state(id)) === 'FILLED'
  expect(desk.boughtAtVenue()).toEqual(isFilled ? [quantity] : [])
  await expect.poll(() => desk.positions(), wait).toHaveLength(isFilled ? 1 : 0)
  if (isFilled) await isGuarded(matrix, desk)
  // On a busy machine it may be too old before it comes to that.
  if ((await desk.state(id)) !== 'UNSENT') expect(desk.ends).toBeGreaterThan(0)
}

async function crosses({ buy, faults, cancellation }: Matrix, desk: CrashDesk, quantity: string, state: string) {
  await desk.restart()
  const id = await desk.write({ ...buy, type: 'LIMIT', quantity: 1, limitPrice: STOP })
  await expect.poll(() => desk.state(id), wait).toBe('WORKING')
  desk.disturb({ when: { request: cancellation }, do: 'lateRequest', ms: 1_500 })
  if (faults['a late fill']) desk.disturb(faults['a late fill'])
  const canceled = await desk.write({ kind: 'CANCEL', intentId: id })
  await killedAt(desk, cancellation, () => desk.fillAtVenue(quantity))
  await expect.poll(() => desk.state(id), wait).toBe(state)
  await expect.poll(() => desk.state(canceled), wait).toBe(state === 'FILLED' ? 'REJECTED' : 'DONE')
  expect([desk.workingAtVenue(), desk.boughtAtVenue()]).toEqual([0, [Number(quantity)]])
  await expect.poll(() => desk.orders(), wait).toMatchObject([{ status: state, filled: Number(quantity) }])
  expect(await desk.fills()).toHaveLength(1)
}
