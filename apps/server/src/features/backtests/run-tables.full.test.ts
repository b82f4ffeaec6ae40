import { defaultModels } from '@tradeloom/domain'
import { fromPositionColumns, type PlotWindow } from '@tradeloom/contracts'
import { DEFAULT_MODELS } from '@tradeloom/engine'
import { type HttpClient, signUp, startTestDatabase, TEST_MARKET, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

/** Buys once and holds. */
const SCRIPT = 'function onIntervalClose() { if (positions.count === 0) buy({ quantity: 100000 }) }'
const HOUR = 3_600_000
const START = Date.UTC(2024, 0, 8)
const BY_HOUR = Array.from({ length: 168 }, (_, hour) => (hour % 24) / 10)

let database: TestDatabase
let server: TestServer
let user: HttpClient
let version: { algorithmId: string; algorithmVersionId: string }

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  user = await signUp(server.url, 'somebody')
  const algorithm = (await user.post('/api/algorithms')).json
  const saved = (await user.post(`/api/algorithms/${algorithm.id}/versions`, { script: SCRIPT, message: '' })).json
  version = { algorithmId: algorithm.id, algorithmVersionId: saved.id }
  await importTrades()
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

/** Minute bars of one price, 1.1 at all times, over the test market's first day. */
async function importTrades(): Promise<void> {
  const rows = Array.from({ length: 1440 }, (_, minute) => {
    const time = new Date(START + minute * 60_000).toISOString().slice(0, 19)
    return `${time},1.1,1.1,1.1,1.1,1`
  })
  await importBars('EURUSD:TRADES', `time,open,high,low,close,volume\n${rows.join('\n')}\n`)
}

async function importBars(instrumentId: string, text: string): Promise<void> {
  const form = new FormData()
  form.append('instrumentId', instrumentId)
  form.append('format', 'csv')
  form.append('timezone', 'UTC')
  form.append('file', new Blob([text]), 'trades.csv')
  const { json } = await user.call('POST', '/api/market-data/imports', form)
  const done = await user.until(`/api/market-data/imports/${json.id}`, ({ status }: { status: string }) =>
    ['Completed', 'Failed'].includes(status),
  )
  expect(done.json).toMatchObject({ status: 'Completed' })
}

const settings = (changes: object) => ({
  ...version,
  instrumentId: 'EURUSD:TRADES',
  start: '2024-01-08T00:00:00.000Z',
  end: '2024-01-09T00:00:00.000Z',
  ...changes,
})

async function runScript(script: string, changes: object = {}) {
  const saved = await user.post(`/api/algorithms/${version.algorithmId}/versions`, { script, message: '' })
  const { id, start, end } = TEST_MARKET
  return run({ algorithmVersionId: saved.json.id, instrumentId: id, start, end, interval: 'M15', ...changes })
}

async function run(changes: object) {
  const { json } = await user.post('/api/backtest', settings(changes))
  expect(json.id, JSON.stringify(json)).toBeDefined()
  const ended = await user.until(`/api/backtest/${json.id}`, ({ status }: { status: string }) =>
    ['Completed', 'Errored', 'Failed'].includes(status),
  )
  expect(ended.json).toMatchObject({ status: 'Completed' })
  const [position] = (await user.get(`/api/backtest/${json.id}/positions`)).json
  return { detail: ended.json, position }
}

describe('plain models', () => {
  it('are the same in a request and in the engine, with the spread applied to the data', () => {
    const { spread, ...models } = defaultModels()
    expect(models).toEqual(DEFAULT_MODELS)
    expect(spread).toEqual({ model: 'data' })
  })
})

describe('the spread of one-price data', () => {
  it('is zero, fixed, or that of the hour', async () => {
    // The first bar closes at 00:15 and the order fills in the next minute: the hour of the first value.
    const hours = BY_HOUR.map((pips, hour) => (hour === 24 ? 3 : pips))
    const none = await run({})
    const fixed = await run({ models: { spread: { model: 'fixed', pips: 2 } } })
    const hourly = await run({ models: { spread: { model: 'hourly' } }, tables: { spreadByHour: hours } })
    const opens = [none, fixed, hourly].map(({ position }) => Number(position.openPrice.toFixed(6)))
    // Monday 00:00 UTC is hour 24 of the week. Trades are in the middle of the spread.
    expect(opens).toEqual([1.1, 1.1001, 1.10015])
    expect(hourly.detail.tables).toEqual({ spreadByHour: { least: 0, most: 3 }, fundingRates: null, swapRates: null })
    expect(hourly.detail.warnings.join()).toContain('a spread by hour of the week is assumed, 0 to 3 pips')
    expect((await user.get(`/api/backtest/${hourly.detail.id}/tables`)).json).toEqual({
      spreadByHour: hours,
      fundingRates: null,
      swapRates: null,
    })
    expect(none.detail.tables).toBeNull()
    expect((await user.get(`/api/backtest/${none.detail.id}/tables`)).json).toEqual({
      spreadByHour: null,
      fundingRates: null,
      swapRates: null,
    })
  })

  it('warns if the data has its own spread', async () => {
    const { detail } = await run({ instrumentId: TEST_MARKET.id, models: { spread: { model: 'fixed', pips: 50 } } })
    expect(detail.warnings).toContain('The spread model was not used: the market data has its own bid and ask')
  })

  it('is learned from the quotes of an instrument', async () => {
    const { json } = await user.get(`/api/market-data/spread?instrumentId=${TEST_MARKET.id}`)
    expect(json).toMatchObject({ instrumentId: TEST_MARKET.id, interval: 'M1', first: START, unseen: 72 })
    expect(json.byHour).toEqual(Array.from({ length: 168 }, () => 1))
    const one = await user.get('/api/market-data/spread?instrumentId=EURUSD:TRADES')
    expect([one.status, one.json.message]).toEqual([400, 'EURUSD:TRADES has no bid and ask data of one minute or less'])
    expect((await user.get('/api/market-data/spread?instrumentId=NO:NO')).status).toBe(404)
  })
})

describe('funding rates by time', () => {
  const funding = { hours: 8, rate: 0.001 }
  it('take precedence over the constant rate', async () => {
    const fundingRates = [
      [START + 8 * HOUR, 0.01],
      [START + 16 * HOUR, -0.002],
    ]
    // The run holds its position to the end: at 23:00 it has made two payments.
    const end = '2024-01-08T23:00:00.000Z'
    const plain = await run({ end, models: { funding } })
    const known = await run({ end, models: { funding }, tables: { fundingRates } })
    // 100,000 EUR at 1.1: two payments on 110,000 USD.
    expect(plain.position.fundingCost).toBeCloseTo(110_000 * 0.002, 6)
    expect(known.position.fundingCost).toBeCloseTo(110_000 * 0.008, 6)
    expect(known.detail.tables.fundingRates).toEqual({ count: 2, first: START + 8 * HOUR, last: START + 16 * HOUR })
    const { spec } = known.detail.manifest
    expect(spec.funding).toEqual({ ...funding, rates: 2, ratesHash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  it('are not part of lists and are deleted with their run', async () => {
    const fundingRates = Array.from({ length: 20_000 }, (_, at) => [at * 8 * HOUR, 0.0001 + at * 1e-9])
    const { detail } = await run({ models: { funding }, tables: { fundingRates } })
    const list = await user.get('/api/backtests')
    expect(list.text.length).toBeLessThan(20_000)
    expect(list.json[0]).toMatchObject({ id: detail.id, tables: { fundingRates: { count: 20_000 } } })
    expect(JSON.stringify(detail).length).toBeLessThan(60_000)
    expect((await user.get(`/api/backtest/${detail.id}/tables`)).json.fundingRates).toEqual(fundingRates)
    expect((await user.call('DELETE', `/api/backtest/${detail.id}`)).status).toBe(200)
    expect((await user.get(`/api/backtest/${detail.id}/tables`)).status).toBe(404)
  })
})

describe('swap rates by day', () => {
  it('take precedence over the constant rates, and the run manifest contains their hash', async () => {
    const swap = { unit: 'pips', long: -1, short: 0, tripleWeekday: null }
    const swapRates = [[START, -2.5, 0]]
    // Across 17:00 New York (22:00 UTC) of one day.
    const end = '2024-01-08T23:00:00.000Z'
    const plain = await run({ end, models: { swap } })
    const known = await run({ end, models: { swap }, tables: { swapRates } })
    expect([plain.position.swapCost, known.position.swapCost]).toEqual([10, 25])
    expect(known.detail.tables.swapRates).toEqual({ count: 1, first: START, last: START })
    const { spec } = known.detail.manifest
    expect(spec.swap).toEqual({ ...swap, rates: 1, ratesHash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect((await user.get(`/api/backtest/${known.detail.id}/tables`)).json.swapRates).toEqual(swapRates)
  })
})

describe('bars longer than a minute', () => {
  it('serve as the resolution where nothing finer exists', { tags: ['full'] }, async () => {
    const day = 24 * HOUR
    const rows = Array.from({ length: 60 }, (_, at) => {
      const price = 100 + (at % 7)
      return `${new Date(START + at * day).toISOString().slice(0, 19)},${price},${price + 2},${price - 2},${price},1`
    })
    await importBars('BTCUSD:DAYS', `time,open,high,low,close,volume\n${rows.join('\n')}\n`)
    const period = { start: '2024-02-01T00:00:00.000Z', end: '2024-03-01T00:00:00.000Z' }
    const { detail } = await runScript(SCRIPT.replace('100000', '1'), {
      instrumentId: 'BTCUSD:DAYS',
      interval: 'D1',
      ...period,
    })
    expect(detail).toMatchObject({ resolution: 1, barInterval: 'D1', ticks: 29 * 4 })
    expect(detail.warnings.join()).toContain('The finest prices are bars of 1 day')
    expect(detail.manifest.spec.barIntervals).toEqual({ 'BTCUSD:DAYS': 'D1' })
    expect(detail.dataQuality).toMatchObject({ interval: 'D1', good: 29, all: 29 })
    const shorter = await user.post(
      '/api/backtest',
      settings({ instrumentId: 'BTCUSD:DAYS', interval: 'H1', ...period }),
    )
    expect([shorter.status, shorter.json.message]).toEqual([
      400,
      'The finest data for BTCUSD:DAYS are bars of 1 day there: choose an interval that is made of them',
    ])
  })
})

describe('tables that do not fit', () => {
  const hourly = { spread: { model: 'hourly' } }
  it.each([
    [{ models: hourly }, 'needs its 168 values'],
    [{ models: hourly, tables: { spreadByHour: [1, 2] } }, '168 values'],
    [{ models: hourly, tables: { spreadByHour: BY_HOUR.map(() => -1) } }, 'Spread by hour must be at least 0'],
    [{ tables: { spreadByHour: BY_HOUR } }, 'needs its 168 values'],
    [{ tables: { fundingRates: [[0, 0]] } }, 'need a funding model'],
    [{ models: { funding: { hours: 8, rate: 0 } }, tables: { fundingRates: [] } }, 'There are no funding rates'],
    [{ models: { funding: { hours: 8, rate: 0 } }, tables: { fundingRates: [[5, 0], [5, 0]] } }, 'ascend in time'],
    [{ models: { funding: { hours: 8, rate: 0 } }, tables: { fundingRates: [[5, 7]] } }, 'Funding rates must be at most 1'],
    [{ tables: { swapRates: [[0, 0, 0]] } }, 'need a swap model'],
    [{ models: { swap: { unit: 'pips', long: 0, short: 0, tripleWeekday: 3 } }, tables: { swapRates: [[0, 0, 0], [0, 0, 0]] } }, 'ascend by day'],
  ])('are refused (%#)', async (changes, message) => {
    const { status, json } = await user.post('/api/backtest', settings(changes))
    expect([status, json.kind]).toEqual([400, 'invalid-input'])
    expect(json.message).toContain(message)
  }) // prettier-ignore
})

describe('windows of a result', () => {
  it('returns positions by page, as columns', async () => {
    const { detail } = await runScript('function onIntervalClose() { closeAll(); buy({ quantity: 1000 }) }')
    const path = `/api/backtest/${detail.id}/positions`
    const positions = (await user.get(path)).json
    expect(positions.length).toBeGreaterThan(300)
    const pages = []
    for (let offset = 0; offset < 600; offset += 150) {
      pages.push((await user.get(`${path}/page?offset=${offset}&limit=150`)).json)
    }
    expect(pages.flatMap(({ columns }) => fromPositionColumns(columns))).toEqual(positions)
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([positions.length]))
    expect((await user.get(`${path}/page?limit=5001`)).status).toBe(400)
  })

  it('contains every plotted value, on the bars of any interval', async () => {
    // Six ticks a minute, and the plot counts them.
    const script = `let n = 0
      function onTick() { plot('n', n % 7 === 6 ? null : n); n += 1 }
      function onIntervalClose(bar) { plot('quarter', n, { pane: 'study', color: '#123456' }) }`
    const { detail } = await runScript(script, { resolution: 0 })
    const window = async (interval: string, from: number, minutes: number) => {
      const [start, end] = [from, from + minutes].map((at) => new Date(START + at * 60_000).toISOString())
      return user.get(`/api/backtest/${detail.id}/plots?interval=${interval}&start=${start}&end=${end}`)
    }
    const bars = (first: number, count: number, ticks: number) =>
      Array.from({ length: count }, (_, bar) => {
        const all = Array.from({ length: ticks }, (_, at) => (first + bar) * ticks + at)
        const shown = all.map((n) => (n % 7 === 6 ? null : n))
        const numbers = shown.filter((value) => value !== null)
        return [shown.at(-1), Math.min(...numbers), Math.max(...numbers)]
      })
    const drawn = ({ last, min, max }: PlotWindow) => last.map((value, at) => [value, min?.[at], max?.[at]])
    const { isExact, plots } = (await window('M1', 500, 5_000)).json
    expect(isExact).toBe(true)
    expect(drawn(plots[0])).toEqual(bars(500, 5_000, 6))
    expect(plots[0].time).toEqual(Array.from({ length: 5_000 }, (_, at) => START + (500 + at) * 60_000))
    expect(drawn((await window('H1', 0, 96 * 60)).json.plots[0])).toEqual(bars(0, 96, 360))
    // Bars at the ends of a window are complete, wherever it cuts them.
    expect(drawn((await window('H1', 10, 95)).json.plots[0])).toEqual(bars(0, 2, 360))
    expect((await window('M15', 0, 60)).json.plots[1]).toEqual({
      name: 'quarter',
      pane: 'study',
      color: '#123456',
      time: [15, 30, 45].map((minute) => START + minute * 60_000),
      last: [90, 180, 270],
      min: null,
      max: null,
      steps: false,
    })
    expect((await window('M1', 0, 5_001)).status).toBe(400)
    expect((await window('M1', 10, 0)).status).toBe(400)
  })
})

describe('a result', () => {
  it('lists externals in the order of the script', async () => {
    const names = ['zeta', 'b', 'quantityOfUnits', 'a']
    const declared = names.map((name, at) => `{ name: '${name}', defaultValue: ${at} }`).join(', ')
    const { detail } = await runScript(`const externals = [${declared}]\nfunction onTick() { log(zeta, b, a) }`)
    expect(Object.keys(detail.externals)).toEqual(names)
    const [listed] = (await user.get('/api/backtests?limit=1')).json
    expect(Object.keys(listed.externals)).toEqual(names)
  })

  it('reports first that the account ran out of margin', async () => {
    const script = 'function onIntervalClose() { if (positions.count === 0) buy({ quantity: 2000000 }) }'
    const { detail } = await runScript(script, {
      models: { ...defaultModels(), margin: { model: 'rate', rate: 0.004 } },
    })
    expect(detail.statistics.outOfMarginSince).toBeGreaterThan(START)
    expect(detail.statistics.marginRejections).toBeGreaterThan(10)
    expect(detail.detail).toMatch(
      /^Ran out of margin on 2024-01-\d\d; \d+ orders rejected; no positions since; \d+ margin call/,
    )
    expect(detail.statistics).toMatchObject({ leverage: 250, lowestLeverage: 250 })
    expect(detail.statistics.maxUsedMargin).toBeGreaterThan(8_000)
    expect(detail.statistics.marginCalls).toBeGreaterThan(0)
  })
})
