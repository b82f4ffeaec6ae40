import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HttpClient, signUp, startTestDatabase, TEST_MARKET, type TestDatabase } from '@tradeloom/testkit'
import { BAR_COLUMNS } from '@tradeloom/domain'
import { resolveInstrument } from '@tradeloom/market-data'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleFile } from '../algorithms/samples.ts'
import { marketOf } from '../../testing/private-data.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const MINUTE = 60_000
const TRADELOOM = join(import.meta.dirname, '..', '..', '..', '..', '..', 'bin', 'tradeloom')
const OTHER = 'GBPUSD:TEST'
const SCRIPT = sampleFile('pair-trading.js').replace("'period', defaultValue: 96", "'period', defaultValue: 24")

let database: TestDatabase
let server: TestServer
let user: HttpClient

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  user = await signUp(server.url, 'pairs')
  await putMinutes(OTHER, (minute) => 1.27 + 0.004 * Math.sin(minute / 190) + 0.0015 * Math.cos(minute / 23))
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

/** Minutes as long as the whole period of the test market. */
async function putMinutes(
  id: string,
  priceAt: (minute: number) => number,
  from = Date.parse(TEST_MARKET.start),
): Promise<void> {
  const rows = (Date.parse(TEST_MARKET.end) - Date.parse(TEST_MARKET.start)) / MINUTE
  const columns = BAR_COLUMNS.map(() => new Float64Array(rows))
  for (let row = 0; row < rows; row++) {
    const [open, close] = [priceAt(row), priceAt(row + 1)]
    const bid = [open, Math.max(open, close), Math.min(open, close), close]
    const values = [from + row * MINUTE, ...bid, ...bid.map((price) => price + 0.0002), 60]
    values.forEach((value, i) => (columns[i]![row] = Math.round(value * 1e5) / 1e5))
  }
  const table = { key: { interval: 'M1', price: 'quote' }, rows, columns } as const
  const coverage = [{ first: from, last: from + rows * MINUTE }]
  await marketOf(server).put({ instrument: resolveInstrument(id), source: 'both', coverage, table })
}

async function save(script: string) {
  const { json } = await user.post('/api/algorithms', { name: 'Pairs' })
  const saved = await user.post(`/api/algorithms/${json.id}/versions`, { script, message: '' })
  expect(saved.status, saved.text).toBe(200)
  const { id: instrumentId, start, end } = TEST_MARKET
  const body = { algorithmId: json.id, algorithmVersionId: saved.json.id, instrumentId, start, end, interval: 'M5' }
  return { version: saved.json, body }
}

const isOver = ({ status }: { status: string }): boolean => status !== 'Queued' && status !== 'In Progress'

/** The result of a script in the terminal, with swap for both markets. */
async function terminalHash(source: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-pairs-'))
  try {
    const script = join(folder, 'pairs.js')
    writeFileSync(script, source)
    const period = ['--from', TEST_MARKET.start, '--to', TEST_MARKET.end, '--interval', 'M5']
    const swap = ['--swap', 'long=-3,short=0', '--market-swap', 'GBPUSD=long=-7,short=0']
    const args = ['backtest', '--script', script, '--instrument', TEST_MARKET.id, ...period, ...swap]
    const ended = spawnSync(TRADELOOM, [...args, '--data', server.dataDir, '--json'], { encoding: 'utf8' })
    expect(ended.stderr).toBe('')
    return JSON.parse(ended.stdout).resultHash
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe('a script on two instruments', () => {
  it('trades both on the server and in the terminal, with the same result', async () => {
    const { version, body } = await save(SCRIPT)
    expect(version.markets).toEqual(['GBPUSD'])
    const queued = await user.post('/api/backtest', body)
    expect(queued.json, queued.text).toMatchObject({ markets: [OTHER] })
    const { json: run } = await user.until(`/api/backtest/${queued.json.id}`, isOver)
    expect(run.status, run.detail).toBe('Completed')
    expect(run.manifest.data.map(({ instrumentId, use }: Record<string, string>) => `${use} ${instrumentId}`)).toEqual([
      `traded ${TEST_MARKET.id}`,
      `traded ${OTHER}`,
      `intrabar ticks ${TEST_MARKET.id}`,
    ])
    const csv = (await user.get(`/api/backtest/${run.id}/positions?format=CSV`)).text.split('\r\n')
    const rowsOf = (id: string) => csv.filter((line) => line.includes(`,${id},`)).length
    expect(rowsOf(OTHER)).toBeGreaterThan(3)
    expect(rowsOf(TEST_MARKET.id)).toBe(rowsOf(OTHER))
    const { dataQuality } = run
    expect(dataQuality.markets).toMatchObject([{ instrumentId: OTHER, interval: 'M1', price: 'quote' }])
    // Each market is graded with its own positions, and the metric of the run counts the bars of both.
    expect(dataQuality.profit.positions).toBe(rowsOf(TEST_MARKET.id))
    expect(dataQuality.markets[0].profit.positions).toBe(rowsOf(OTHER))
    expect(run.manifest.spec.quality).toEqual({
      good: dataQuality.good + dataQuality.markets[0].good,
      all: dataQuality.all + dataQuality.markets[0].all,
    })
    const { breakdowns } = (await user.get(`/api/backtest/${run.id}/charts`)).json
    expect(breakdowns.byInstrument.map(({ key }: { key: string }) => key).toSorted()).toEqual([TEST_MARKET.id, OTHER])

    const folder = mkdtempSync(join(tmpdir(), 'tradeloom-pairs-'))
    try {
      const script = join(folder, 'pairs.js')
      writeFileSync(script, SCRIPT)
      const period = ['--from', TEST_MARKET.start, '--to', TEST_MARKET.end, '--interval', 'M5']
      const args = ['backtest', '--script', script, '--instrument', TEST_MARKET.id, ...period]
      const ended = spawnSync(TRADELOOM, [...args, '--data', server.dataDir, '--json'], { encoding: 'utf8' })
      expect(ended.stderr).toBe('')
      const terminal = JSON.parse(ended.stdout)
      expect(terminal.resultHash).toBe(run.resultHash)
      expect(terminal.dataQuality.markets).toMatchObject([{ instrumentId: OTHER, good: dataQuality.markets[0].good }])
      expect(new Set(terminal.orders.map((order: { instrumentId: string }) => order.instrumentId))).toEqual(
        new Set([TEST_MARKET.id, OTHER]),
      )
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('is refused before it is queued if its profits cannot be converted to account currency then', async () => {
    await putMinutes('EURGBP:CROSS', (minute) => 0.85 + 0.004 * Math.sin(minute / 190))
    const { body } = await save('function onIntervalClose() { buy({ quantity: 1000 }) }')
    const run = () => user.post('/api/backtest', { ...body, instrumentId: 'EURGBP:CROSS' })
    const missing = 'Conversion instruments not found: GBP to USD. Import GBPUSD:CROSS first'
    expect((await run()).json).toMatchObject({ code: 'invalid-input', fields: { instrumentId: missing } })
    const rates = (minute: number) => 1.27 + 0.004 * Math.cos(minute / 190)
    await putMinutes('GBPUSD:CROSS', rates, Date.parse('2014-01-06T00:00:00Z'))
    const old = await run()
    expect(old.status, old.text).toBe(400)
    expect(old.json.message).toMatch(
      /^Price data for GBPUSD:CROSS unavailable after 2014-.*; its rates convert profits to USD$/,
    )
    await putMinutes('GBPUSD:CROSS', rates)
    expect((await run()).json).toMatchObject({ status: 'Queued', instrumentId: 'EURGBP:CROSS' })
  })

  it('charges each market its own swap, on the server and in the terminal', { tags: ['full'] }, async () => {
    const script = `const other = market('GBPUSD')
      let bars = 0
      function onIntervalClose() {
        bars += 1
        if (bars !== 1) return
        buy({ quantity: 10000 })
        other.buy({ quantity: 10000 })
      }`
    const { body } = await save(script)
    const swap = { unit: 'pips', long: -3, short: 0, tripleWeekday: 3 }
    const markets = { [OTHER]: { swap: { ...swap, long: -7 }, funding: null } }
    const untraded = await user.post('/api/backtest', { ...body, models: { markets: { 'AUDUSD:TEST': { swap } } } })
    expect([untraded.status, untraded.json.message]).toEqual([
      400,
      'The script does not open AUDUSD:TEST, which has models',
    ])
    const charged: Record<string, number> = {}
    for (const [name, models] of Object.entries({ both: { swap, markets }, own: { swap } })) {
      const queued = await user.post('/api/backtest', { ...body, models })
      const { json: run } = await user.until(`/api/backtest/${queued.json.id}`, isOver)
      expect(run.status, run.detail).toBe('Completed')
      for (const { instrumentId, swapCost } of (await user.get(`/api/backtest/${run.id}/positions`)).json)
        charged[`${name} ${instrumentId}`] = swapCost
      expect(run.warnings.includes(`No swap or funding is charged for ${OTHER}`)).toBe(name === 'own')
      if (name === 'both') expect(await terminalHash(script)).toBe(run.resultHash)
    }
    const own = charged[`both ${TEST_MARKET.id}`] as number
    expect(own).toBeGreaterThan(0)
    expect(charged[`both ${OTHER}`]).toBeCloseTo((own * 7) / 3, 8)
    expect(charged[`own ${TEST_MARKET.id}`]).toBe(own)
    expect(charged[`own ${OTHER}`]).toBe(0)
  })

  it('is refused before it runs if one of them has no data', async () => {
    const { body } = await save("const other = market('AUDUSD')\nfunction onTick() { log(other.bid) }")
    const refused = await user.post('/api/backtest', body)
    expect(refused.status).toBe(400)
    expect(refused.json.message).toBe(
      "There is no market data for AUDUSD:TEST, which the script opens with market('AUDUSD'). Import it first",
    )
  })

  it('is refused if one of them has no data in the period', async () => {
    const { body } = await save("const other = market('GBPUSD')\nfunction onTick() { log(other.bid) }")
    const refused = await user.post('/api/backtest', { ...body, resolution: 0 })
    expect(refused.status).toBe(400)
    expect(refused.json.message).toBe('Tick data for GBPUSD:TEST unavailable')
  })
})
