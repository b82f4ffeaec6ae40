import { join } from 'node:path'
import { BAR_COLUMNS } from '@tradeloom/domain'
import { openMarketStore, resolveInstrument } from '@tradeloom/market-data'
import { type HttpClient, signUp, startTestDatabase, TEST_MARKET, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const MINUTE = 60_000
const ID = 'EURUSD:PLANTED'
const START = Date.parse(TEST_MARKET.start)
/** Twelve minutes are missing from here on; afterwards the price is 300 pips higher. */
const HOLE = 600

let database: TestDatabase
let server: TestServer
let user: HttpClient

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  user = await signUp(server.url, 'trader')
  await plant(join(server.dataDir, 'market'))
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

/** One day of minutes whose price hardly moves except at the hole. */
async function plant(folder: string): Promise<void> {
  const price = (minute: number): number =>
    Math.round(1e5 * (1.1 + (minute % 7) * 1e-5 + (minute < HOLE ? 0 : 0.03))) / 1e5
  const rows = Array.from({ length: 1440 }, (_, minute) => minute)
    .filter((minute) => minute < HOLE || minute >= HOLE + 12)
    .map((minute) => {
      const [open, close] = [price(minute), price(minute === HOLE - 1 ? minute : minute + 1)]
      const side = [open, Math.max(open, close), Math.min(open, close), close]
      return [START + minute * MINUTE, ...side, ...side.map((one) => one + 0.0001), 5]
    })
  const columns = BAR_COLUMNS.map((_, index) => Float64Array.from(rows, (row) => row[index] ?? 0))
  await openMarketStore(folder).put({
    instrument: resolveInstrument(ID),
    table: { key: { interval: 'M1', price: 'quote' }, rows: rows.length, columns },
    source: 'both',
    coverage: [{ first: START, last: START + 1440 * MINUTE }],
  })
}

const quality = (query: string) => user.get(`/public-api/market-data/quality?instrumentId=${ID}${query}`)

/** Buys and sells at fixed minutes: positions from 100 to 200, across the hole, and from 800 to 900. */
const BY_THE_CLOCK = `
function onIntervalClose() {
  const minute = Math.round((Date.now() - ${START}) / 60000)
  if ([100, 590, 800].includes(minute)) buy({ quantity: 10000 })
  if ([200, 614, 900].includes(minute)) closeAll()
}`

describe('the quality of market data', () => {
  it('is public: months, days, defects', async () => {
    const { status, json } = await quality('')
    expect(status).toBe(200)
    expect(json).toMatchObject({
      instrumentId: ID,
      interval: 'M1',
      goodShare: 1427 / 1440,
      scaleFactor: 1,
      shift: null,
      days: [[START, 1440, 1427, 12]],
      defectCount: 2,
      defects: [
        { kind: 'gap', from: START + HOLE * MINUTE, to: START + (HOLE + 12) * MINUTE, count: 12 },
        { kind: 'jump', count: 1 },
      ],
    })
    expect(json.months).toMatchObject([{ month: '2024-01', rows: 1428, missingBars: 12, gaps: 1, jumps: 1 }])
    const listed = await user.get('/public-api/instruments/USD')
    const found = listed.json.find((one: { id: string }) => one.id === ID)
    expect(found.series[0]).toMatchObject({ goodShare: 1427 / 1440, months: json.months })
  })

  it('can be limited to a period', async () => {
    const end = new Date(START + 100 * MINUTE).toISOString()
    const { json } = await quality(`&interval=M1&price=quote&start=${TEST_MARKET.start}&end=${end}`)
    expect(json).toMatchObject({ days: [[START, 100, 100, 0]], defects: [], defectCount: 0 })
  })

  it.each([
    ['an unknown interval', '&interval=M7', 400, /There is no M7 data/],
    ['an interval without data', '&interval=Tick', 400, /There is no Tick data/],
    ['a price without data', '&price=trade', 400, /no trade M1 data/],
    ['an end before its start', '&start=2024-01-09T00:00:00Z&end=2024-01-08T00:00:00Z', 400, /End cannot be before/],
    ['a period without data', '&start=2020-01-09T00:00:00Z&end=2020-01-10T00:00:00Z', 400, /no M1 data from 2020/],
    ['a period of centuries', '&start=1950-01-01T00:00:00Z&end=2150-01-01T00:00:00Z', 400, /more than 60 years/],
    [
      'times outside the calendar',
      '&start=0001-01-01T00:00:00Z&end=9999-01-01T00:00:00Z',
      400,
      /between 1900 and 2199/,
    ],
    ['an invalid time', '&start=yesterday', 400, /./],
  ] as const)('is refused for %s', async (_, query, status, message) => {
    const answer = await quality(query)
    expect([answer.status, answer.json?.message]).toEqual([status, expect.stringMatching(message)])
  })

  it('is not found for an unknown instrument', async () => {
    const answer = await user.get('/public-api/market-data/quality?instrumentId=EURUSD:NOWHERE')
    expect(answer.status).toBe(404)
  })
})

it('stores the exact profit near a planted gap and jump with a result', async () => {
  const { json: algorithm } = await user.post('/api/algorithms', { name: 'By the clock' })
  const saved = await user.post(`/api/algorithms/${algorithm.id}/versions`, { script: BY_THE_CLOCK, message: 'clock' })
  expect(saved.status, saved.text).toBe(200)
  const run = await user.post('/api/backtest', {
    algorithmId: algorithm.id,
    algorithmVersionId: saved.json.id,
    instrumentId: ID,
    start: TEST_MARKET.start,
    end: new Date(START + 1440 * MINUTE).toISOString(),
    interval: 'M1',
  })
  expect(run.status, run.text).toBe(200)
  const isOver = (row: { status: string }): boolean => !['Queued', 'In Progress'].includes(row.status)
  const { json: result } = await user.until(`/api/backtest/${run.json.id}`, isOver)
  expect(result, result.detail).toMatchObject({ status: 'Completed' })
  const { json: positions } = await user.get(`/api/backtest/${run.json.id}/positions`)
  expect(positions).toHaveLength(3)
  const profits: number[] = positions.toSorted((a: { openTime: number }, b: { openTime: number }) => a.openTime - b.openTime)
    .map((position: { profit: number }) => position.profit) // prettier-ignore
  const [first = 0, over = 0, last = 0] = profits
  expect(over).toBeGreaterThan(250)
  expect(result.dataQuality).toMatchObject({
    interval: 'M1',
    good: 1427,
    all: 1440,
    missing: 12,
    counts: { gap: 1, jump: 1 },
    days: [[START, 1440, 1427, 12]],
    profit: { rows: 5, near: 1, positions: 3, profit: over },
  })
  expect(result.dataQuality.profit.totalProfit).toBeCloseTo(first + over + last, 10)
  expect(result.dataQuality.profit.share).toBeCloseTo(over / (first + over + last), 10)
})
