import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { BAR_COLUMNS } from '@tradeloom/domain'
import { resolveInstrument } from '@tradeloom/market-data'
import { type Answer, type HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { marketOf } from '../../testing/private-data.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { type SourceLabs, startSourceLabs } from './source-labs.fixture.ts'

const KEY = 'abcdef0123456789abcdef0123456789'
const MINUTE = 60_000
const INSTRUMENT = 'GBPUSD:TEST'
/** Around the day on which consumer prices of January were revised and those of February were still missing. */
const START = '2024-03-11T00:00:00.000Z'
/** Before prices of January were published. */
const BEFORE = '2024-02-12T00:00:00.000Z'
const END = '2024-03-14T00:00:00.000Z'
/** 08:30 in New York, in daylight saving time since two days before. */
const REVISED = Date.parse('2024-03-12T12:30:00.000Z')

let database: TestDatabase
let labs: SourceLabs
let server: TestServer
let sql: pg.Client
let admin: HttpClient
let ann: HttpClient
let bob: HttpClient

beforeAll(async () => {
  database = await startTestDatabase()
  labs = await startSourceLabs()
  server = await startTestServer({ databaseUrl: database.url, env: labs.env })
  sql = new pg.Client({ connectionString: database.url })
  await sql.connect()
  admin = await signUp(server.url, 'admin')
  ann = await signUp(server.url, 'ann')
  bob = await signUp(server.url, 'bob')
  await putMinutes()
})
afterAll(async () => {
  await sql?.end()
  await server?.stop()
  await labs?.stop()
  await database?.stop()
})

async function putMinutes(): Promise<void> {
  const from = Date.parse(BEFORE)
  const rows = (Date.parse(END) - from) / MINUTE
  const columns = BAR_COLUMNS.map(() => new Float64Array(rows))
  for (let row = 0; row < rows; row++) {
    const values = [from + row * MINUTE, ...Array(4).fill(1.27), ...Array(4).fill(1.2702), 60]
    values.forEach((value: number, i) => (columns[i]![row] = value))
  }
  const table = { key: { interval: 'M1', price: 'quote' }, rows, columns } as const
  const coverage = [{ first: from, last: from + rows * MINUTE }]
  await marketOf(server).put({ instrument: resolveInstrument(INSTRUMENT), source: 'both', coverage, table })
}

async function run(user: HttpClient, script: string, start = START): Promise<Answer> {
  const { json } = await user.post('/api/algorithms', { name: 'Macro' })
  const saved = await user.post(`/api/algorithms/${json.id}/versions`, { script, message: '' })
  expect(saved.status, saved.text).toBe(200)
  const ids = { algorithmId: json.id, algorithmVersionId: saved.json.id, instrumentId: INSTRUMENT }
  return user.post('/api/backtest', { ...ids, start, end: END, interval: 'M5' })
}

const reads = (code: string): string =>
  `const it = series('${code}')
   function onIntervalClose() { if (it.isNew) log(now(), it.value, it.count, it.quality) }
   function onStart() { log('start', it.value) }`
const isOver = ({ status }: { status: string }): boolean => status !== 'Queued' && status !== 'In Progress'
const rowOf = async (code: string) => (await sql.query('select * from source_series where code = $1', [code])).rows[0]
const states = (): string[] => readdirSync(join(server.dataDir, 'market', '.series', 'fred')).toSorted()

describe('a backtest of a script with series', () => {
  it('is refused while the provider is off, unknown or without the key of the user', async () => {
    const refusal = async (code: string): Promise<[number, string]> => {
      const { status, json } = await run(ann, reads(code))
      return [status, json.message]
    }
    expect(await refusal('NOBODY:X')).toEqual([400, expect.stringContaining('There is no data provider NOBODY')])
    expect(await refusal('FRED:CPIAUCSL')).toEqual([
      400,
      'FRED is switched off here. An administrator can switch it on',
    ])
    for (const name of ['fred', 'nasdaq', 'cftc'])
      expect((await admin.call('PATCH', `/api/admin/source/${name}`, { isOn: true })).status).toBe(200)
    expect((await refusal('FRED:CPIAUCSL'))[1]).toContain('needs your key for FRED')
    expect((await refusal('NASDAQ:A/B'))[1]).toContain('does not allow its values to be kept')
    expect((await refusal('CFTC:099741'))[1]).toMatch(
      /has several columns under this code: write \{ column \} with one of/,
    )
    expect(labs.lab('fred').requests).toHaveLength(0)
  })

  it('reads what was known at each moment, fetched with the key of its user and kept for that user alone', async () => {
    expect((await ann.call('PUT', '/api/sources/key/fred', { key: KEY })).status).toBe(200)
    const queued = await run(ann, reads('FRED:CPIAUCSL'))
    expect(queued.status, queued.text).toBe(200)
    const { json } = await ann.until(`/api/backtest/${queued.json.id}`, isOver)
    expect(json.status, json.detail).toBe('Completed')
    const log = (await ann.get(`/api/backtest/${json.id}/log`)).json
    const lines = (log.lines ?? log).map(({ message }: { message: string }) => message)
    // February's value was published as missing, and is no period yet.
    expect(lines).toEqual(['start 308.417', `${REVISED + 5 * MINUTE} 308.5 1 vintage`])
    const [source] = json.manifest.spec.sources
    expect(source).toMatchObject({ id: 'FRED:CPIAUCSL', qualities: ['vintage'] })
    const row = await rowOf('CPIAUCSL')
    expect(row).toMatchObject({
      provider: 'fred',
      quality: 'vintage',
      frequency: 'month',
      unit: 'Index',
      hash: source.generation,
    })
    expect(row.owner_id).not.toBeNull()
    // The stand-in publishes each 30 days.
    const [first, second] = row.releases
    expect([first.id, second.at - first.at]).toEqual(['10', expect.closeTo(30 * 1440 * MINUTE, -8)])
    expect(first.at).toBeGreaterThan(row.checked_at.getTime())
    expect(row.due_at.getTime()).toBeLessThanOrEqual(first.at)
    expect(states()).toEqual([`${row.hash}.json`, `${row.hash}.parquet`])
    expect((await run(bob, reads('FRED:CPIAUCSL'))).json.message).toContain('needs your key for FRED')
    const again = await ann.post(`/api/backtest/${json.id}/verify`, {})
    expect(again.status, again.text).toBe(200)
  })

  it('is refused for a series without values, and for a code that there is not', async () => {
    const refusal = async (code: string): Promise<string> => (await run(ann, reads(code))).json.message
    expect(await refusal('FRED:NOSUCHSERIES')).toBe('FRED has no series FRED:NOSUCHSERIES')
    expect(await refusal('FRED:NONE')).toBe('Series FRED:NONE has no values.')
  })

  it('sees at each moment of a run what was known then, as in the example of the guide', async () => {
    const publish = (period: string, day: string, value: string) =>
      labs.fake('fred').publish?.('BYHAND', period, day, value)
    publish('2023-12-01', '2024-01-11', '306.7')
    publish('2024-01-01', '2024-02-13', '308.4')
    publish('2024-02-01', '2024-03-12', '310.3')
    publish('2024-01-01', '2024-03-12', '308.5')
    publish('2023-12-01', '2024-03-13', '306.9')
    // After the run: nobody knew it.
    publish('2024-02-01', '2024-04-10', '310.6')
    const script = `const prices = series('FRED:BYHAND')
      const line = () => log(new Date(now()).toISOString().slice(0, 16), prices.value, prices.ago(1), prices.ago(2))
      function onStart() { line() }
      function onIntervalClose() { if (prices.isNew) line() }`
    const queued = await run(ann, script, BEFORE)
    expect(queued.status, queued.text).toBe(200)
    const { json } = await ann.until(`/api/backtest/${queued.json.id}`, isOver)
    expect(json.status, json.detail).toBe('Completed')
    const log = (await ann.get(`/api/backtest/${json.id}/log`)).json
    // 08:30 in New York is 13:30 in winter and 12:30 since March 10; the bar of those five minutes ends after it.
    expect((log.lines ?? log).map(({ message }: { message: string }) => message)).toEqual([
      '2024-02-12T00:00 306.7 NaN NaN',
      '2024-02-13T13:35 308.4 306.7 NaN',
      '2024-03-12T12:35 310.3 308.5 306.7',
      '2024-03-13T12:35 310.3 308.5 306.9',
    ])
  })

  it('runs again on the stored state, without a request to the provider', async () => {
    const before = await rowOf('CPIAUCSL')
    const files = states()
    const asked = labs.lab('fred').requests.length
    const queued = await run(ann, reads('FRED:CPIAUCSL'))
    expect(queued.status, queued.text).toBe(200)
    // The run ended long before the last look, which is as good as one now.
    expect(labs.lab('fred').requests).toHaveLength(asked)
    expect(await rowOf('CPIAUCSL')).toEqual(before)
    expect(states()).toEqual(files)
  })
})
