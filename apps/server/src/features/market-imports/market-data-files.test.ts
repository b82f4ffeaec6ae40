import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { putListings } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { TICK_FLAGS, TickReader } from '@tradeloom/market-data/ticks'
import { HttpClient, signUp, startTestDatabase, TEST_MARKET, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RowClock } from '../../processes/sessions/row-clock.ts'
import { LiveTicks } from '../../testing/live-ticks.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

let database: TestDatabase
let server: TestServer
let user: HttpClient
const logged: string[] = []

beforeAll(async () => {
  database = await startTestDatabase()
  const log = { write: (line: string) => void logged.push(line) }
  server = await startTestServer({ databaseUrl: database.url, env: { LOG_LEVEL: 'warn' }, log })
  user = await signUp(server.url, 'trader')
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

async function detect(...files: [name: string, text: string][]) {
  const form = new FormData()
  for (const [name, text] of files) form.append('file', new Blob([text]), name)
  return user.call('POST', '/api/market-data/detect', form)
}

describe('the detection of files', () => {
  it('names format, instrument, zone and interval, and shows five rows, but keeps nothing', async () => {
    const rows = Array.from({ length: 9 }, (_, minute) => `20240108 00000${minute};1.10${minute};1.109;1.1;1.105;0`)
    const bars = rows.map((row) => row.replace(/ 00000(\d)/, ' 000$100')).join('\n')
    const answer = await detect(['DAT_ASCII_EURUSD_M1_2024.csv', `${bars}\n`], ['notes.csv', 'nothing,here\n'])
    expect(answer.status, answer.text).toBe(200)
    const [prices, notes] = answer.json
    expect(prices).toMatchObject({
      format: 'histdata',
      instrumentId: 'EURUSD:HISTDATA',
      interval: 'M1',
      columns: ['Time', 'Open', 'High', 'Low', 'Close', 'Volume'],
      problem: null,
    })
    expect(prices.timezone).toMatch(/^(UTC-05:00|EST|Etc\/GMT\+5)$/)
    expect(prices.rows).toHaveLength(5)
    expect(prices.rows[1]).toEqual([Date.UTC(2024, 0, 8, 5, 1), 1.101, 1.109, 1.1, 1.105, 0])
    expect(notes).toMatchObject({ file: 'notes.csv', format: null, instrumentId: null, rows: [] })
    expect(notes.problem).not.toContain(server.dataDir)
    expect(readdirSync(join(server.dataDir, 'uploads'))).toEqual([])
    expect((await user.get('/api/market-data/imports')).json).toEqual([])
  })

  it('reads columns by their header', async () => {
    const answer = await detect([
      'btc-usd-kraken.csv',
      'time,bid,ask\n2024-01-08T00:00:00Z,100,101\n2024-01-08T00:00:05Z,101,102\n',
    ])
    expect(answer.json[0]).toMatchObject({
      format: 'csv',
      instrumentId: 'BTCUSD:KRAKEN',
      interval: 'Tick',
      rows: [
        [Date.UTC(2024, 0, 8), 100, 101],
        [Date.UTC(2024, 0, 8, 0, 0, 5), 101, 102],
      ],
    })
  })

  it('names the symbols of a file, of which the one that is stated is imported', async () => {
    const rows = [0, 1].flatMap((minute) =>
      ['EURUSD', 'GBPUSD'].map((symbol) => `${symbol},2024-01-08T00:0${minute}:00Z,1.1,1.1,1.1,1.1`),
    )
    const text = `symbol,time,open,high,low,close\n${rows.join('\n')}\n`
    const [found] = (await detect(['all.csv', text])).json
    expect(found).toMatchObject({ symbols: ['EURUSD', 'GBPUSD'], asks: [], instrumentId: null })
    const importAs = async (symbol: string | null) => {
      const form = new FormData()
      const fields = { instrumentId: 'GBPUSD:ONE', format: 'csv', ...(symbol === null ? {} : { symbol }) }
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      form.append('file', new Blob([text]), 'all.csv')
      const { json } = await user.call('POST', '/api/market-data/imports', form)
      const isOver = ({ status }: { status: string }) => status === 'Completed' || status === 'Failed'
      return (await user.until(`/api/market-data/imports/${json.id}`, isOver)).json
    }
    expect(await importAs(null)).toMatchObject({
      status: 'Failed',
      detail: 'all.csv line 2: the file is of EURUSD, not of GBPUSD; state which of its symbols to import as GBPUSD',
    })
    expect(await importAs('GBPUSD')).toMatchObject({
      status: 'Completed',
      report: { rows: 2, problemCounts: { otherSymbol: 2 } },
    })
  })

  it('needs a login and a form', async () => {
    expect((await new HttpClient(server.url).post('/api/market-data/detect', {})).status).toBe(401)
    expect((await user.post('/api/market-data/detect', {})).status).toBe(400)
  })
})

describe('the export of a series', () => {
  const path = (query: string) => `/api/market-data/instruments/${TEST_MARKET.id}/export?${query}`

  it('has every row of the period, and is imported to the same prices', async () => {
    const start = '2024-01-09T00:00:00.000Z'
    const answer = await user.get(path(`interval=M1&price=quote&start=${start}`))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="EURUSD-TEST-M1.csv"')
    const lines = answer.text.trimEnd().split('\n')
    expect(lines[0]).toBe('time,bidOpen,bidHigh,bidLow,bidClose,askOpen,askHigh,askLow,askClose,volume')
    expect(lines).toHaveLength(1 + 3 * 1440)
    expect(lines[1]).toMatch(/^2024-01-09T00:00:00\.000Z,1\.\d+,/)

    const form = new FormData()
    for (const [name, value] of Object.entries({ instrumentId: 'EURUSD:AGAIN', format: 'csv' }))
      form.append(name, value)
    form.append('file', new Blob([answer.text]), 'EURUSD-TEST-M1.csv')
    const imported = await user.call('POST', '/api/market-data/imports', form)
    const done = await user.until(
      `/api/market-data/imports/${imported.json.id}`,
      ({ status }: { status: string }) => status === 'Completed' || status === 'Failed',
    )
    expect(done.json).toMatchObject({ status: 'Completed', report: { rows: 3 * 1440, imported: 3 * 1440 } })
    const again = await user.get(`/api/market-data/instruments/EURUSD:AGAIN/export?interval=M1&price=quote`)
    expect(again.text).toBe(answer.text)
  })

  it('is sent once', async () => {
    logged.length = 0
    expect((await user.get(path('interval=M1&price=quote'))).status).toBe(200)
    // The next request is answered after what follows the export on the server.
    await user.get('/healthz')
    expect(logged).toEqual([])
  })

  it('is refused for what the viewer does not have', async () => {
    expect((await user.get(path('interval=D1&price=quote'))).status).toBe(400)
    expect((await new HttpClient(server.url).get(path('interval=M1&price=quote'))).status).toBe(401)
    const unknown = '/api/market-data/instruments/NOPE:TEST/export?interval=M1&price=quote'
    expect((await user.get(unknown)).status).toBe(404)
  })
})

describe('the export of ticks', () => {
  const id = 'BTCUSDT:LOGGED'
  const start = Date.UTC(2024, 0, 8, 10)
  const iso = (ms: number) => new Date(start + ms).toISOString()
  const exported = () => user.get(`/api/market-data/instruments/${id}/export?interval=Tick&price=quote`)
  const shown = () =>
    user.get(`/public-api/historical-prices?instrumentId=${id}&interval=Tick&start=${iso(0)}&end=${iso(60_000)}`)

  it('has what sessions saw live, also after ticks that are stored, each once, and is imported to the same', async () => {
    const coin = defineInstrument(id, { simulated: true })
    await putListings(database.db, [
      listInstrument({ ...coin, simulated: false }, { status: 'active', tradingOpen: true }),
    ])
    const nothing = await exported()
    expect([nothing.status, nothing.json.message]).toEqual([400, `There is no such data for ${id}`])
    const log = new LiveTicks(server.dataDir, id)
    for (const [at, bid, flags] of [
      [0, 60_000, 0],
      [1_000, 60_000, TICK_FLAGS.heartbeat],
      [2_000, 60_001, 0],
      [3_000, 60_002, TICK_FLAGS.closed],
      [4_000, 60_003, TICK_FLAGS.gap],
    ] as const)
      log.add(bid, 1, start + at, flags)
    const seen = new RowClock().columns(await new TickReader(join(server.dataDir, 'market')).read(id, 0, 100))
    const rows = Array.from(seen?.time ?? [], (time, row) => [time, seen?.bid[row], seen?.ask[row]])
    expect(rows).toHaveLength(3)
    expect((await shown()).json).toEqual({ rows, more: false })
    const { text, headers } = await exported()
    expect(headers.get('content-disposition')).toBe('attachment; filename="BTCUSDT-LOGGED-Tick.csv"')
    expect(text).toBe(`time,bid,ask\n${iso(0)},60000,60001\n${iso(2_000)},60001,60002\n${iso(4_000)},60003,60004\n`)
    const form = new FormData()
    for (const [name, value] of Object.entries({ instrumentId: id, format: 'csv' })) form.append(name, value)
    form.append('file', new Blob([text]), 'BTCUSDT-LOGGED-Tick.csv')
    const imported = await user.call('POST', '/api/market-data/imports', form)
    const done = await user.until(
      `/api/market-data/imports/${imported.json.id}`,
      ({ status }: { status: string }) => status === 'Completed' || status === 'Failed',
    )
    expect(done.json).toMatchObject({ status: 'Completed', report: { rows: 3 } })
    log.add(60_005, 1, start + 5_000)
    log.stop()
    expect((await shown()).json.rows).toEqual([...rows, [start + 5_000, 60_005, 60_006]])
    expect((await exported()).text).toBe(`${text}${iso(5_000)},60005,60006\n`)
  })
})
