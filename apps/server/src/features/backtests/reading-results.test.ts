import { type HttpClient, signUp, startTestDatabase, TEST_MARKET, type TestDatabase } from '@tradeloom/testkit'
import type { BacktestAnalysis, Position, PositionPage, RunOrder } from '@tradeloom/contracts'
import { fromPositionColumns } from '@tradeloom/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

/** Long and short in turns, sometimes with a stop loss, with one order that never fills. */
const SCRIPT = `let n = 0
function onIntervalClose(bar) {
  n += 1
  if (n === 2) buy({ quantity: 1000, limitPrice: bar.close / 2 })
  if (n % 30 !== 1) return
  closeAll()
  if (n % 60 === 1) buy({ quantity: 1000, stopLossPips: 50 })
  else sell({ quantity: 1000, tag: '=short, "fast"' })
}`

let database: TestDatabase
let server: TestServer
let user: HttpClient
let path: string
let positions: Position[]

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  user = await signUp(server.url, 'reader')
  const algorithm = (await user.post('/api/algorithms', { name: 'Read' })).json
  const saved = (await user.post(`/api/algorithms/${algorithm.id}/versions`, { script: SCRIPT, message: '' })).json
  const { id: instrumentId, start, end } = TEST_MARKET
  const settings = { algorithmId: algorithm.id, algorithmVersionId: saved.id, instrumentId, start, end, interval: 'M1' }
  const { id } = (await user.post('/api/backtest', settings)).json
  path = `/api/backtest/${id}`
  await user.until(path, ({ status }: { status: string }) => !['Queued', 'In Progress'].includes(status))
  positions = await read('/positions')
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

const read = async (rest: string) => {
  const answer = await user.get(`${path}${rest}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}

describe('positions of a result', () => {
  const sorted = async (query: string) => {
    const page = (await read(`/positions/page?${query}`)) as PositionPage
    return fromPositionColumns(page.columns)
  }

  it('are sorted by the server before a window is cut out, with missing values last', async () => {
    expect(positions.length).toBeGreaterThan(100)
    const byProfit = positions.toSorted((a, b) => b.profit - a.profit || a.id - b.id)
    expect(await sorted('sort=profit&desc=true&offset=3&limit=5')).toEqual(byProfit.slice(3, 8))
    for (const desc of ['true', 'false']) {
      const stops = (await sorted(`sort=r&desc=${desc}`)).map(({ risk }) => risk === null)
      expect(stops).toEqual(stops.toSorted((a, b) => Number(a) - Number(b)))
      expect(stops.at(-1)).toBe(true)
    }
  })

  it('are counted in a window of time, and sent if a chart can show them all', async () => {
    const { id: instrumentId } = TEST_MARKET
    const [start, end] = [Date.parse(TEST_MARKET.start) + 3_600_000, Date.parse(TEST_MARKET.start) + 4 * 3_600_000]
    const span = { instrumentId, start: new Date(start).toISOString(), end: new Date(end).toISOString() }
    const open = positions.filter(({ openTime, closeTime }) => openTime < end && (closeTime ?? Infinity) >= start)
    const window = await read(`/positions/window?${new URLSearchParams(span)}`)
    expect(fromPositionColumns(window.columns)).toEqual(open)
    expect(window).toMatchObject({
      count: open.length,
      first: positions[0]?.openTime,
      last: positions.at(-1)?.openTime,
    })
    const few = await read(`/positions/window?${new URLSearchParams({ ...span, limit: '2' })}`)
    expect(few).toMatchObject({ count: open.length, columns: { id: [] } })
  })

  it('lead to the next and the previous one', async () => {
    const time = String(positions[3]?.openTime)
    const neighbor = (direction: string) =>
      read(`/positions/neighbor?${new URLSearchParams({ instrumentId: TEST_MARKET.id, time, direction })}`)
    expect(await neighbor('next')).toEqual({ position: positions[4] })
    expect(await neighbor('previous')).toEqual({ position: positions[2] })
  })
})

describe('orders of a result', () => {
  it('are listed by number, sorted and by status, with the position of each', async () => {
    const { orders, total } = await read('/orders/page?limit=1000')
    expect(orders.map(({ id }: RunOrder) => id)).toEqual(Array.from({ length: total }, (_, i) => i + 1))
    const filled = await read('/orders/page?status=FILLED&sort=fillPrice&desc=true')
    const prices = filled.orders.map(({ fillPrice }: RunOrder) => fillPrice)
    expect(prices).toEqual(prices.toSorted((a: number, b: number) => b - a))
    expect(filled.orders[0]).toMatchObject({ instrumentId: TEST_MARKET.id, positionId: expect.any(Number) })
    const waiting = await read('/orders/page?status=NEW')
    expect(waiting.orders).toMatchObject([{ type: 'LIMIT', fillPrice: null, positionId: null }])
  })
})

describe('tags of a result', () => {
  const TAG = '=short, "fast"'

  it('are those of the orders that opened the positions, and rows can be chosen by them', async () => {
    const shorts = positions.filter(({ direction }) => direction === 'SHORT')
    expect(positions.map(({ tag }) => tag)).toEqual(
      positions.map(({ direction }) => (direction === 'SHORT' ? TAG : null)),
    )
    const page = async (tag: string) => (await read(`/positions/page?${new URLSearchParams({ tag })}`)) as PositionPage
    expect(await page(TAG)).toMatchObject({ total: shorts.length, tags: [TAG] })
    expect((await page('')).total).toBe(positions.length - shorts.length)
    expect((await page('other')).total).toBe(0)
    const orders = await read(`/orders/page?${new URLSearchParams({ tag: TAG })}`)
    expect(orders).toMatchObject({ total: shorts.length, tags: [TAG] })
  })

  it('split the profit of the closed positions', async () => {
    const closed = positions.filter(({ status }) => status === 'CLOSED')
    const profit = (tag: string | null) =>
      closed.reduce((sum, position) => (position.tag === tag ? sum + position.profit : sum), 0)
    const expected = [
      { key: '', profit: expect.closeTo(profit(null), 8) },
      { key: TAG, profit: expect.closeTo(profit(TAG), 8) },
    ]
    expect((await read('/analysis')).byTag).toMatchObject(expected)
    expect((await read('/charts')).breakdowns.byTag).toMatchObject(expected)
  })

  it('stay one cell of the CSV file, and no formula', async () => {
    const lines = (await user.get(`${path}/positions?format=CSV`)).text.trim().split('\r\n')
    expect(lines[0]).toMatch(/,tag$/)
    const cell = `,"'=short, ""fast"""`
    expect(lines.slice(1).filter((line) => line.endsWith(cell))).toHaveLength(
      positions.filter(({ tag }) => tag === TAG).length,
    )
  })
})

describe('the analysis of a result', () => {
  it('adds up to the realized profit and pips by day, week, month and group', async () => {
    const analysis = (await read('/analysis')) as BacktestAnalysis
    const { realizedProfit, realizedPips, closedPositions } = (await read('')).statistics
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
    for (const { profit, pips } of [analysis.daily, analysis.weekly, analysis.monthly]) {
      expect(sum(profit)).toBeCloseTo(realizedProfit, 8)
      expect(sum(pips)).toBeCloseTo(realizedPips, 6)
    }
    for (const groups of [analysis.byHour, analysis.byWeekday, analysis.byDuration, analysis.byInstrument]) {
      expect(sum(groups.map(({ profit }) => profit))).toBeCloseTo(realizedProfit, 8)
      expect(sum(groups.map(({ pips }) => pips))).toBeCloseTo(realizedPips, 6)
      expect(sum(groups.map(({ n }) => n))).toBe(closedPositions)
    }
    expect(analysis.balance.cumulativeProfit.at(-1)).toBeCloseTo(realizedProfit, 8)
    expect(analysis.weekly.time).toEqual([Date.parse('2024-01-07')])
  })

  it('has rolling statistics only where the window is full', async () => {
    const { time, sharpe } = await read('/rolling?days=30')
    expect(time.map((one: number) => new Date(one).toISOString().slice(0, 10))).toEqual([
      '2024-01-08',
      '2024-01-09',
      '2024-01-10',
      '2024-01-11',
    ])
    expect(sharpe).toEqual([null, null, null, null])
  })

  it('compares with holding the instrument of the run, or another one that the viewer sees', async () => {
    const own = await read('/benchmark')
    expect(own).toMatchObject({ symbol: 'EURUSD', missingDays: 0 })
    expect(own.value[0]).toBe(10_000)
    expect(own.return).toBeCloseTo(own.value.at(-1) / 10_000 - 1, 12)
    const named = await read(`/benchmark?instrumentId=${TEST_MARKET.id}`)
    expect(named).toEqual(own)
    expect((await user.get(`${path}/benchmark?instrumentId=NOTHING:HERE`)).status).toBe(404)
  })
})
