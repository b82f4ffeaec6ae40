import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { SourceSwitch } from '@tradeloom/contracts'
import { SOURCES } from '@tradeloom/market-data/sources'
import { type Answer, HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { type SourceLabs, startSourceLabs } from './source-labs.fixture.ts'

const FRED = 'abcdef0123456789abcdef0123456789'
const NASDAQ = 'NasdaqKey-0123456789'
const WRONG = 'fedcba9876543210fedcba9876543210'
const PROVIDERS = SOURCES.map(({ name }) => name)

let database: TestDatabase
let labs: SourceLabs
let server: TestServer
let admin: HttpClient
let ann: HttpClient
let bob: HttpClient
let visitor: HttpClient
const log: string[] = []

beforeAll(async () => {
  database = await startTestDatabase()
  labs = await startSourceLabs()
  const write: Writable['_write'] = (chunk: Buffer, _, done) => {
    log.push(String(chunk))
    done()
  }
  const env = { ...labs.env, LOG_LEVEL: 'trace' }
  server = await startTestServer({ databaseUrl: database.url, env, log: new Writable({ write }) })
  admin = await signUp(server.url, 'admin')
  ann = await signUp(server.url, 'ann')
  bob = await signUp(server.url, 'bob')
  visitor = new HttpClient(server.url)
})
afterAll(async () => {
  await server?.stop()
  await labs?.stop()
  await database?.stop()
})

const turn = (provider: string, isOn: boolean): Promise<Answer> =>
  admin.call('PATCH', `/api/admin/source/${provider}`, { isOn })
const sourceOf = async (provider: string): Promise<SourceSwitch> => {
  const { json } = await admin.get('/api/admin/sources')
  return (json as SourceSwitch[]).find(({ name }) => name === provider) as SourceSwitch
}
const open = (client: HttpClient, provider: string, code: string, apiKey?: string): Promise<Answer> =>
  client.get(
    `/api/sources/dataset/${provider}/${encodeURIComponent(code)}${apiKey === undefined ? '' : `?apiKey=${apiKey}`}`,
  )
const sent = (): number => PROVIDERS.reduce((sum, name) => sum + labs.lab(name).requests.length, 0)
const errorOf = ({ status, json }: Answer): [number, string] => [status, json.message]

describe('data providers', () => {
  it('are off, are sent nothing, and can be switched by administrators only', async () => {
    const { json: shown } = await visitor.get('/public-api/sources/providers')
    expect(shown.map(({ name, isOn }: SourceSwitch) => [name, isOn])).toEqual(PROVIDERS.map((name) => [name, false]))
    expect((await visitor.get('/public-api/sources/databases')).json).toEqual({ datasetsCount: 0, data: [] })
    expect((await ann.get('/public-api/sources/datasets?search=consumer')).json).toEqual({ found: 0, data: [] })
    expect((await open(ann, 'fred', 'CPIAUCSL', FRED)).status).toBe(404)
    expect((await ann.call('PUT', '/api/sources/key/fred', { key: FRED })).status).toBe(404)
    expect((await admin.call('PATCH', '/api/admin/source/fred', { key: FRED })).status).toBe(409)
    for (const [client, status] of [
      [ann, 403],
      [visitor, 401],
    ] as const) {
      expect((await client.get('/api/admin/sources')).status).toBe(status)
      expect((await client.call('PATCH', '/api/admin/source/ecb', { isOn: true })).status).toBe(status)
    }
    expect(sent()).toBe(0)
  })

  it('list their databases once they are on, those that need a key from a shipped catalog', async () => {
    for (const name of PROVIDERS) expect(await turn(name, true)).toMatchObject({ status: 200, json: { isOn: true } })
    for (const name of PROVIDERS)
      await expect.poll(async () => (await sourceOf(name)).listed, { timeout: 120_000 }).not.toBeNull()
    expect(await sourceOf('ecb')).toMatchObject({ problem: null, databases: 2, changedBy: 'admin', key: null })
    expect(labs.lab('fred').requests).toEqual([])
    expect(labs.lab('nasdaq').requests).toEqual([])
    const { datasetsCount, data } = (await visitor.get('/public-api/sources/databases')).json
    const codes = data.map(
      ({ providerName, code }: { providerName: string; code: string }) => `${providerName}/${code}`,
    )
    expect(codes).toEqual(expect.arrayContaining(['fred/10', 'nasdaq/QDL', 'dbnomics/WB', 'ecb/EXR', 'cftc/tff']))
    expect(datasetsCount).toBeGreaterThan(1234)
    const one = { code: 'WB', providerName: 'dbnomics', name: 'Provider WB', premium: false }
    expect((await visitor.get('/public-api/sources/database/dbnomics/WB')).json).toMatchObject({
      ...one,
      image: expect.stringContaining('data:image/svg+xml,'),
      datasetsCount: 1234,
    })
    expect((await visitor.get('/public-api/sources/database/dbnomics/XX')).status).toBe(404)
  })

  it('list datasets in pages, each once, and find them by words', async () => {
    const before = sent()
    const codes: string[] = []
    for (let start = 0; start < 1234; start += 1000) {
      const { json } = await visitor.get(`/public-api/sources/datasets?start=${start}&count=1000&database=dbnomics/WB`)
      expect(json.found).toBe(1234)
      codes.push(...json.data.map(({ code }: { code: string }) => code))
    }
    expect([codes.length, new Set(codes).size]).toEqual([1234, 1234])
    expect((await visitor.get('/public-api/sources/datasets?database=tff&count=1')).json).toEqual({
      found: 1100,
      data: [{ code: '099741', name: expect.any(String), providerName: 'cftc', databaseCode: 'tff' }],
    })
    const found = await visitor.get('/public-api/sources/datasets?search=world+devel')
    const wdi = { code: 'WB/WDI', name: 'World Development Indicators', providerName: 'dbnomics', databaseCode: 'WB' }
    expect(found.json.data).toContainEqual(wdi)
    const none = await visitor.get(
      `/public-api/sources/datasets?search=${encodeURIComponent("'; drop | & ! :* (nothing")}`,
    )
    expect(none.json).toEqual({ found: 0, data: [] })
    // Visitors cost the providers nothing.
    expect(sent()).toBe(before)
    expect((await visitor.get('/public-api/sources/datasets?search=ab')).status).toBe(400)
    expect((await visitor.get('/public-api/sources/datasets?count=1001')).status).toBe(400)
    expect((await visitor.get('/public-api/sources/datasets?database=nowhere')).status).toBe(404)
  })

  it('open tables with the first 20 columns, whatever their codes look like', async () => {
    for (const name of ['cftc', 'dbnomics', 'ecb']) {
      for (const code of labs.fake(name).samples.codes) {
        const { status, json, text } = await open(ann, name, code)
        expect([status, json.error], `${name} ${code} ${text.slice(0, 200)}`).toEqual([200, null])
        expect(json.data.length, code).toBeGreaterThan(0)
        expect(json.meta, code).toMatchObject({ order: 'asc', dimensions: null })
      }
    }
    const wide = (await open(ann, 'ecb', labs.fake('ecb').samples.wide ?? '')).json
    expect([wide.meta.columns.length, wide.meta.columnsCount, wide.data[0].length]).toEqual([21, 25, 21])
    expect(wide.meta.columns[0]).toMatchObject({ name: 'Date', type: 'date' })
    const slashes = await ann.get('/api/sources/dataset/dbnomics/Eurostat/nama_10_gdp/A/B/x-y')
    expect(slashes.json.data).toEqual([['2023-01-01', 3]])
    const choice = (await open(ann, 'dbnomics', 'WB/WDI')).json
    expect(choice.data).toEqual([])
    expect(
      choice.meta.dimensions.map(({ code, values }: { code: string; values: [] }) => [code, values.length]),
    ).toEqual([
      ['frequency', 1],
      ['indicator', 1],
      ['country', 25],
    ])
    expect((await visitor.get('/api/sources/dataset/ecb/x')).status).toBe(401)
  })

  it('are asked once for a table that several users open', async () => {
    const { requests } = labs.lab('cftc')
    const before = requests.length
    const answers = await Promise.all([ann, bob, ann].map((client) => open(client, 'cftc', 'legacy/099741')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(requests.length).toBe(before + 1)
  })
})

describe('keys of data providers', () => {
  it('are requested with 400, and with nothing else', async () => {
    const asked = await open(ann, 'fred', 'CPIAUCSL')
    expect([...errorOf(asked), asked.json.code]).toEqual([400, 'Please enter your API key', 'bad-key'])
    const wrong = await open(ann, 'fred', 'CPIAUCSL', WRONG)
    expect(errorOf(wrong)).toEqual([400, 'Data could not be retrieved from FRED. Your API key may be incorrect.'])
    expect(errorOf(await open(ann, 'fred', 'CPIAUCSL', ''))).toEqual([400, 'Please enter your API key'])
    expect(errorOf(await open(ann, 'fred', 'NOSUCHSERIES', FRED))).toEqual([404, 'Dataset not found'])
    expect((await open(ann, 'fred', 'x'.repeat(5000), FRED)).status).toBe(404)
    expect((await open(ann, 'nobody', 'x')).status).toBe(404)
    const { fail } = labs.lab('fred')
    const cases: [number, number, string][] = [
      [400, 502, 'Error fetching FRED data'],
      [403, 403, 'Your key does not include this dataset.'],
      [404, 404, 'Dataset not found'],
      [410, 410, 'FRED has withdrawn this dataset.'],
      [418, 502, 'Error fetching FRED data'],
    ]
    for (const [theirs, ours, text] of cases) {
      fail({ do: theirs })
      expect(errorOf(await open(ann, 'fred', 'CPIAUCSL', FRED)), `${theirs}`).toEqual([ours, text])
    }
    for (const fault of ['html', 'elsewhere'] as const) {
      fail({ do: fault })
      expect(errorOf(await open(ann, 'fred', 'CPIAUCSL', FRED)), fault).toEqual([502, 'Error fetching FRED data'])
    }
    expect((await open(ann, 'fred', 'CPIAUCSL', FRED)).json.data).toContainEqual(['2024-01-01', 308.5])
  })

  it('are tried before they are kept, shown by their end to their owner, and deleted', async () => {
    const path = '/api/sources/key/fred'
    const put = (client: HttpClient, key: string | null) => client.call('PUT', path, { key })
    expect((await ann.get(path)).json).toEqual({ key: null })
    expect(errorOf(await put(ann, ''))).toEqual([400, 'Please enter your API key'])
    expect(errorOf(await put(ann, WRONG))[0]).toBe(400)
    labs.lab('fred').fail({ do: 503, times: 3 })
    expect(errorOf(await put(ann, FRED))).toEqual([502, 'Error fetching FRED data'])
    expect((await ann.get(path)).json).toEqual({ key: null })
    expect((await put(ann, FRED)).json).toEqual({ key: '••••6789' })
    expect((await ann.get(path)).json).toEqual({ key: '••••6789' })
    expect((await bob.get(path)).json).toEqual({ key: null })
    expect((await visitor.get(path)).status).toBe(401)
    expect((await open(ann, 'fred', 'DAILY')).json.data).toHaveLength(2277)
    // What one user's key has opened is not open to others.
    expect((await open(bob, 'fred', 'DAILY')).status).toBe(400)
    expect((await open(bob, 'fred', 'DAILY', WRONG)).status).toBe(400)
    expect((await ann.call('PUT', '/api/sources/key/ecb', { key: 'x' })).status).toBe(409)
    expect((await put(ann, null)).json).toEqual({ key: null })
    expect((await open(ann, 'fred', 'DAILY')).status).toBe(400)
  })

  it('of a user find what the index does not have, and then everybody finds it', async () => {
    await ann.call('PUT', '/api/sources/key/fred', { key: FRED })
    const search = '/public-api/sources/datasets?search=consumer+price'
    const cpi = { code: 'CPIAUCSL', providerName: 'fred', databaseCode: '' }
    expect((await visitor.get(search)).json.found).toBe(0)
    expect((await ann.get(search)).json.data).toMatchObject([cpi])
    const asked = labs.lab('fred').requests.length
    expect((await visitor.get(search)).json.data).toMatchObject([cpi])
    expect((await ann.get(search)).json.data).toMatchObject([cpi])
    expect(labs.lab('fred').requests.length).toBe(asked)
    const { json } = await ann.get('/public-api/sources/datasets?database=fred/10')
    expect([json.found, json.data.length]).toEqual([1100, 1000])
    expect((await visitor.get(search)).json.data).toMatchObject([{ ...cpi, databaseCode: '10' }])
    // Found again by other words, it stays where it was listed.
    expect((await ann.get('/public-api/sources/datasets?search=consumer')).json.data).toMatchObject([
      { databaseCode: '10' },
    ])
    expect((await visitor.get('/public-api/sources/database/fred/10')).json.datasetsCount).toBe(1100)
  })

  it('of the operator serve all users only where the terms allow it', async () => {
    const give = (name: string, key: string | null) => admin.call('PATCH', `/api/admin/source/${name}`, { key })
    expect(errorOf(await give('cftc', 'wrongToken0123456789'))[0]).toBe(400)
    const token = labs.fake('cftc').keys[0] ?? ''
    expect((await give('cftc', token)).json).toMatchObject({ key: '••••cdef', isKeyShared: true })
    await open(bob, 'cftc', 'disagg/099741')
    expect(labs.lab('cftc').requests.at(-1)?.searchParams.get('$$app_token')).toBe(token)
    expect((await give('fred', FRED)).json).toMatchObject({ key: '••••6789', isKeyShared: false })
    await expect.poll(async () => (await sourceOf('fred')).databases, { timeout: 120_000 }).toBe(1003)
    expect((await open(bob, 'fred', 'CPIAUCSL')).status).toBe(400)
    expect((await give('fred', null)).json.key).toBeNull()
  })

  it('stand in no log, no error, no table and no file', async () => {
    await ann.call('PUT', '/api/sources/key/nasdaq', { key: NASDAQ })
    labs.lab('nasdaq').fail({ do: 500, times: 3 })
    const failed = await open(ann, 'nasdaq', 'QDL/OPEC', NASDAQ)
    expect(errorOf(failed)).toEqual([502, 'Error fetching Nasdaq Data Link data'])
    const text = (await open(ann, 'nasdaq', 'QDL/OPEC')).text
    const tables = await database.pool.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
    )
    const rows: string[] = []
    for (const { name } of tables.rows) {
      const { rows: found } = await database.pool
        .query<{ text: string }>(`select coalesce(string_agg(t::text, ' '), '') as text from ${name} t`)
        .catch(() => ({ rows: [{ text: '' }] }))
      rows.push(found[0]?.text ?? '')
    }
    const files = readdirSync(server.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    expect(log.join()).toContain('/api/sources/dataset/nasdaq')
    for (const place of [log.join(), failed.text, text, rows.join(), files.join()])
      for (const key of [FRED, NASDAQ, WRONG, labs.fake('cftc').keys[0] ?? '']) expect(place.includes(key)).toBe(false)
    // A table that may not be kept stands nowhere either.
    for (const place of [rows.join(), files.join()]) expect(place.includes('53.03')).toBe(false)
  })
})

describe('a data provider that refuses', () => {
  it('sends no request to a provider that answered 429 until its time is over', async () => {
    const { requests, fail } = labs.lab('ecb')
    fail({ do: 429, headers: { 'retry-after': '3600' } })
    const first = await open(ann, 'ecb', 'EXR/D.XAD.EUR.SP00.A')
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '3600'])
    const before = requests.length
    const second = await open(bob, 'ecb', 'EXR/D.XBD.EUR.SP00.A')
    expect([second.status, Number(second.headers.get('retry-after')) > 3000]).toEqual([429, true])
    expect(requests.length).toBe(before)
    expect((await sourceOf('ecb')).silentUntil).toBeGreaterThan(Date.now())
    // What was opened before is still shown.
    expect((await open(bob, 'ecb', 'EXR/D.USD.EUR.SP00.A')).status).toBe(200)
  })

  it('is sent nothing more once it is off, and shows nothing', async () => {
    await turn('dbnomics', false)
    const before = labs.lab('dbnomics').requests.length
    expect((await open(ann, 'dbnomics', 'IMF/WEO:2024-10')).status).toBe(404)
    expect((await ann.get('/public-api/sources/datasets?search=world+devel')).json.data).toEqual([])
    const { data } = (await visitor.get('/public-api/sources/databases')).json
    expect(data.filter(({ providerName }: { providerName: string }) => providerName === 'dbnomics')).toEqual([])
    expect(labs.lab('dbnomics').requests.length).toBe(before)
  })
})
