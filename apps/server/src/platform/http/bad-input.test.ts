import { connect } from 'node:net'
import { type EndpointName, endpoints, errorBody, routes } from '@tradeloom/contracts'
import { HttpClient, signUp, SocketClient, startTestDatabase, TEST_MARKET, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BODY_LIMITS } from './request-limits.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const UUID = '01890000-0000-7000-8000-000000000000'

let database: TestDatabase
let server: TestServer
let user: HttpClient
let own: { algorithmId: string; algorithmVersionId: string }

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  user = await signUp(server.url, 'careless')
  const { json } = await user.post('/api/algorithms')
  own = { algorithmId: json.id, algorithmVersionId: json.latestVersion.id }
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

function settings(changes: Record<string, unknown>) {
  const { id, start, end } = TEST_MARKET
  return { ...own, instrumentId: id, start, end, interval: 'M15', ...changes }
}

const upload = (fields: Record<string, string>, file: string | null = 'x') => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file !== null) form.append('file', new Blob([file]), '../../../etc/passwd')
  return user.call('POST', '/api/market-data/imports', form)
}

const WRONG_BODIES: unknown[] = [
  null,
  [],
  'text',
  7,
  {},
  { unknown: 1 },
  { name: 5, script: {}, message: [], shared: 'yes', status: 3, algorithmId: 'x' },
  { username: '', password: '', regUsername: '', regEmail: '', regPassword: '', regRepeatPassword: '' },
  { name: 'x'.repeat(100_000), message: 'x'.repeat(100_000), description: 'x'.repeat(100_000) },
  { clonedFromAlgorithm: 'nonsense' },
  { script: '\u0000', message: 'zero byte' },
]

const changing = (Object.keys(endpoints) as EndpointName[]).filter((name) => endpoints[name].method !== 'GET')
/** Packages are numbered: 1 is one. */
const withIds = routes.filter(({ name, path }) => /:(id|versionId)\b/.test(path) && name !== 'updatePackage')

describe('every call with a body', () => {
  for (const name of changing) {
    const { method, path } = endpoints[name]
    const url = path.replaceAll(/:\w+/g, UUID)
    it(`${name} rejects invalid bodies with a clear message`, async () => {
      for (const body of [
        ...WRONG_BODIES.map((value) => JSON.stringify(value)),
        '{"a":',
        '{"__proto__":{"x":1}}',
        '\u0000',
      ]) {
        const answer = await user.call(method, url, body)
        // Some accept an empty object. Nothing may cause a server error, and a rejection has the agreed form.
        expect(answer.status, `${body.slice(0, 60)}: ${answer.text}`).toBeLessThan(500)
        if (answer.status >= 400) expect(() => errorBody.parse(answer.json)).not.toThrow()
      }
    })
    it(`${name} rejects a body that is not JSON or too large`, async () => {
      const xml = await user.call(method, url, '<x/>', { 'content-type': 'application/xml' })
      expect([400, 404, 415]).toContain(xml.status)
      const size = (BODY_LIMITS[name] ?? 2_000_000) + 1_000_000
      const large = await user.call(method, url, JSON.stringify({ name: 'x'.repeat(size) }))
      expect(large.status).toBe(413)
    })
  }
})

/** Times in a query also contain colons. */
const withId = (path: string, id: string): string => path.replaceAll(/:[a-z]\w*/gi, id)

const SPAN = `start=${TEST_MARKET.start}&end=${TEST_MARKET.end}`
const INSTRUMENT = 'instrumentId=EURUSD%3ASIM'

/** Query parameters that a call requires besides the id. */
const QUERIES: Partial<Record<EndpointName, string>> = {
  getBacktestPlots: `?interval=H1&${SPAN}`,
  getBacktestPositionWindow: `?${INSTRUMENT}&${SPAN}`,
  getBacktestPositionNeighbor: `?${INSTRUMENT}&time=0&direction=next`,
  getBacktestReport: '?format=json',
  getSessionPositionWindow: `?${SPAN}`,
  getSessionPositionNeighbor: '?time=0&direction=next',
  getOptimizationMonteCarlo: '?index=0',
  getOptimizationSparklines: '?indexes=0',
}

/** Valid ids that are no UUIDs, of things that do not exist. */
const UNKNOWN_IDS: Partial<Record<EndpointName, string>> = {
  getSystemIndicator: 'NoSuchIndicator',
  markVenueConnection: 'NOWHERE',
  switchVenue: 'NOWHERE',
  getPaymentSession: 'cs_test_unknown',
}

describe('every call with an id', () => {
  for (const { name, method, path: route } of withIds) {
    const path = route + (QUERIES[name] ?? '')
    it(`${method} ${route} answers an invalid id with 400 and an unknown one with 404`, async () => {
      const body = method === 'GET' ? undefined : method === 'DELETE' ? BODIES[name] : bodyFor(name)
      for (const id of ['1', 'undefined', '%00', "'%20or%201=1", 'x'.repeat(150)]) {
        const answer = await user.call(method, withId(path, id), body)
        const isOff = answer.status === 409 && answer.json.code === 'payments-off'
        expect(isOff || [400, 404].includes(answer.status), `${id}: ${answer.text}`).toBe(true)
        expect(() => errorBody.parse(answer.json)).not.toThrow()
      }
      const unknown = await user.call(method, withId(path, UNKNOWN_IDS[name] ?? UUID), body)
      // This server takes no payments.
      expect(unknown.status, unknown.text).toBe(name === 'getPaymentSession' ? 409 : 404)
    })
  }
})

describe('addresses that do not exist', () => {
  it.each([
    '/api/nothing',
    '/public-api/nothing',
    '/api',
    '/assets/gone.js',
    '/api/..%2f..%2fetc/passwd',
    '/healthz/x',
  ])('GET %s returns 404 with a body in the agreed form', async (path) => {
    const answer = await user.get(path)
    expect(answer.status).toBe(404)
    expect(errorBody.parse(answer.json).kind).toBe('not-found')
  })

  it('survives connections that do not speak HTTP', async () => {
    const { port } = new URL(server.url)
    await new Promise<void>((done) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.end('GARBAGE\r\n\r\n'))
      socket.on('error', () => done()).on('close', () => done())
      socket.resume()
    })
    expect((await user.get('/healthz')).status).toBe(200)
  })
})

describe('settings of a backtest', () => {
  it.each([
    ['end before start', { start: TEST_MARKET.end, end: TEST_MARKET.start }, 'End cannot be before start!'],
    ['a period of centuries', { end: '2199-12-31T23:59:59.999Z' }, 'A run can cover 60 years at most'],
    ['end at start', { end: TEST_MARKET.start }, 'End cannot be before start!'],
    [
      'before the data',
      { start: '2023-01-01T00:00:00.000Z' },
      'Price data for EURUSD:TEST unavailable before 2024-01-08',
    ],
    [
      'ticks before the data',
      { start: '2023-01-01T00:00:00.000Z', resolution: 0 },
      'Tick data for EURUSD:TEST unavailable before 2024-01-08',
    ],
    [
      'after the data',
      { start: '2025-01-01T00:00:00.000Z', end: '2025-02-01T00:00:00.000Z' },
      'Price data for EURUSD:TEST unavailable after 2024-01-11',
    ],
    ['an impossible instrument', { instrumentId: 'NO:NO' }, 'no market data for NO:NO'],
    ['an instrument without data', { instrumentId: 'GBPUSD:TEST' }, 'no market data for GBPUSD:TEST'],
    ['an instrument that is a path', { instrumentId: '../..:TEST' }, 'no market data|not an instrument|Instrument'],
    ['an unknown external', { externals: { other: 1 } }, 'The script has no external other'],
    ['an external that is not a number', { externals: { fast: '5' } }, 'Fast must be a number'],
    ['seconds without ticks', { interval: 'S5' }, 'resolution of every tick'],
    ['no balance', { initialBalance: 0 }, 'Initial balance must be more than 0'],
    ['another currency', { accountCurrency: 'EUR' }, 'USD'],
    ['an invalid date', { start: '2024-02-31' }, 'ISO'],
    ['an invalid model', { models: { prices: 'best' } }, 'Prices must be one of both, bid, '],
    [
      'margin tiers that do not begin at 0',
      { models: { margin: { model: 'tiers', tiers: [{ from: 5, rate: 0.1 }] } } },
      'Margin by quantity must begin at 0 units',
    ],
    ["somebody else's purse", { ownerId: UUID }, 'only be run for yourself'],
  ])('%s', async (_, changes, message) => {
    const answer = await user.post('/api/backtest', settings(changes))
    expect([400, 403], answer.text).toContain(answer.status)
    expect(answer.json.message).toMatch(new RegExp(message))
  })

  it('a version of another algorithm', async () => {
    const { json } = await user.post('/api/algorithms')
    const answer = await user.post('/api/backtest', settings({ algorithmVersionId: json.latestVersion.id }))
    expect(answer.status).toBe(404)
  })
})

describe('registering', () => {
  it('without fields asks for them in words', async () => {
    const answer = await new HttpClient(server.url).post('/public-api/register', {})
    expect(answer.status).toBe(400)
    expect(answer.json).toMatchObject({
      message: 'Please enter your user name',
      fields: { regEmail: 'Please enter your email address' },
    })
  })
})

describe('saving a script', () => {
  it('is refused with line, column and description', async () => {
    const script = 'function onTick() {\n  const x = ;\n}'
    const answer = await user.post(`/api/algorithms/${own.algorithmId}/versions`, { script, message: 'broken' })
    expect(answer.status).toBe(400)
    expect(answer.json.message).toMatch(/^Cannot save. Script contains errors: Line 2, column 13: /)
    expect(answer.json.details.problems[0]).toMatchObject({ line: 2, column: 13 })
  })

  it.each([
    ['with endlessly nested brackets', '['.repeat(100_000)],
    ['that uses the process', 'function onTick() { process.exit() }'],
    ['that waits', 'function onTick() { setTimeout(() => {}, 1) }'],
    ['without a handler', 'const x = 1'],
  ])('is refused for a script %s', async (_, script) => {
    const answer = await user.post(`/api/algorithms/${own.algorithmId}/versions`, { script, message: '' })
    expect(answer).toMatchObject({ status: 400, json: { code: 'script-errors' } })
  })
})

describe('prices', () => {
  it.each([
    'instrumentId=EURUSD:TEST&interval=H1&start=x&end=y',
    'instrumentId=EURUSD&interval=H1&start=2024-01-08T00:00:00Z&end=2024-01-09T00:00:00Z',
    'instrumentId=EURUSD:TEST&interval=X9&start=2024-01-08T00:00:00Z&end=2024-01-09T00:00:00Z',
    'instrumentId=EURUSD:TEST&interval=H1&start=2024-01-09T00:00:00Z&end=2024-01-08T00:00:00Z',
    'instrumentId=EURUSD:TEST&interval=H1&start=2024-01-08T00:00:00Z&end=2024-01-09T00:00:00Z&limit=0',
    'instrumentId[]=EURUSD:TEST',
    '',
  ])('%s is refused', async (query) => {
    const answer = await user.get(`/public-api/historical-prices?${query}`)
    expect(answer.status, answer.text).toBe(400)
  })
})

describe('an impossible instrument', () => {
  it.each([
    '/public-api/historical-prices?interval=H1&start=2024-01-08T00:00:00Z&end=2024-01-09T00:00:00Z&instrumentId=NO:NO',
    '/public-api/market-data/quality?instrumentId=NO:NO',
    '/api/market-data/spread?instrumentId=NO:NO',
  ])('is not found: %s', async (path) => {
    expect((await user.get(path)).status).toBe(404)
  })
})

describe('an upload', () => {
  it.each([
    ['without a file', { instrumentId: 'EURUSD:X', format: 'mt5' }, null],
    ['without an instrument', { format: 'mt5' }, 'x'],
    ['with an invalid instrument', { instrumentId: '../../x', format: 'mt5' }, 'x'],
    ['of an unknown symbol', { instrumentId: 'NOWHERE:TEST', format: 'mt5' }, 'x'],
    ['of an unknown format', { instrumentId: 'EURUSD:X', format: 'xls' }, 'x'],
    ['with a mapping that is not JSON', { instrumentId: 'EURUSD:X', format: 'csv', mapping: '{' }, 'x'],
    ['with unknown fields', { instrumentId: 'EURUSD:X', format: 'csv', path: '/etc' }, 'x'],
  ])('%s is refused', async (_, fields, file) => {
    const answer = await upload(fields, file)
    expect(answer.status, answer.text).toBe(400)
  })

  it('of garbage fails with a reason that names the file but no path of the server', async () => {
    const { status, json } = await upload({ instrumentId: 'EURUSD:X', format: 'mt5' }, 'this is no price file\n')
    expect(status).toBe(200)
    const ended = await user.until(
      `/api/market-data/imports/${json.id}`,
      (row: { status: string }) => row.status === 'Failed' || row.status === 'Completed',
    )
    expect(ended.json).toMatchObject({ status: 'Failed', files: ['passwd'] })
    expect(ended.json.detail).toContain('passwd')
    expect(ended.text).not.toContain(server.dataDir)
  })
})

describe('a number that the database cannot hold, or none at all', () => {
  const of = (rest: string) => `/optimisation/${UUID}/${rest}`
  const queries = ['after=', 'after=%20', 'after=2147483648', 'after=-1', 'limit=']
  it.each([
    ...queries.map((query) => `/public-api${of('results')}?${query}`),
    ...['', '%20', '1,,2', '2147483648'].map((list) => `/public-api${of('sparklines')}?indexes=${list}`),
    ...['', '%20', '2147483648', '1e3'].map((index) => `/api${of('monte-carlo')}?index=${index}`),
    `/api/backtest/${UUID}/orders/page?offset=`,
    `/api/backtest/${UUID}/positions/neighbor?${INSTRUMENT}&direction=next&time=`,
  ])('is refused in %s', async (path) => {
    const { status, json } = await user.get(path)
    expect([status, json.kind]).toEqual([400, 'invalid-input'])
    expect(json.message).toMatch(/^Please enter a whole number from /)
  })

  it('is refused in a body', async () => {
    const answers = [
      await user.post(`/api${of('backtests')}`, { index: 2_147_483_648 }),
      await user.call('PUT', '/api/drawings/EURUSD:SIM', { items: [], revision: 2_147_483_647 }),
    ]
    for (const { status, json } of answers) {
      expect([status, json.message]).toEqual([400, 'Please enter a whole number from 0 to 2,147,483,646'])
    }
  })
})

describe('the socket', () => {
  it('answers garbage with an error and stays open', async () => {
    const socket = await new SocketClient(user).opened()
    const nonsense = ['{', '""', 'null', '[]', '{"type":"x"}', '{"type":"subscribe","topic":"all"}']
    for (const text of nonsense) socket.send(text)
    for (const topic of ['backtest.x', 'backtest.------------------------------------']) {
      socket.send({ type: 'subscribe', topic })
    }
    socket.send({ type: 'ping' })
    await socket.next((message) => message.type === 'pong')
    await new Promise((done) => setTimeout(done, 200))
    expect(socket.messages.filter((message) => message.type === 'error')).toHaveLength(nonsense.length + 2)
    socket.close()
  })

  it.each([
    [3, 'no-such-thing', {}, 'There is no request'],
    [3, 'constructor', {}, 'There is no request'],
    [0, 'fetch-log', { id: UUID }, 'not a request of channel'],
    [3, 'fetch-log', { id: 'x' }, 'UUID'],
    [3, 'fetch-log', undefined, 'Please enter'],
    [3, 'fetch-log', { id: UUID, day: '2026-11-27' }, 'Only the log of a session'],
    [4, 'fetch-log', { id: UUID, day: '2026-11-27' }, 'Only the log of a session'],
    [6, 'fetch-log', { id: UUID, day: '2026-02-30' }, 'must be an ISO date'],
    [6, 'fetch-log', { id: UUID, day: '1492-01-01' }, 'between 1900 and 2199'],
    [4, 'fetch-results', { id: UUID, after: 2_147_483_648 }, 'Please enter a whole number'],
    [3, 'historical-prices', { instrumentId: 'EURUSD:TEST', interval: 'Tick' }, ''],
  ])('refuses request %s %s %j', async (channel, name, payload, message) => {
    const socket = await new SocketClient(user).opened()
    const reply = await socket.request(channel, name, payload)
    expect(reply.ok).toBe(false)
    expect(reply.error).toContain(message)
    socket.close()
  })

  it('closes a connection that sends too much at once, and only that one', async () => {
    const socket = await new SocketClient(user).opened()
    const closed = new Promise<number>((done) => void socket.socket.once('close', done))
    socket.socket.on('error', () => {})
    socket.send('x'.repeat(1_000_000))
    expect(await closed).toBe(1009)
    expect((await user.get('/healthz')).status).toBe(200)
  })

  it('refuses a page of another site', async () => {
    await expect(new SocketClient(user, { origin: 'https://evil.example' }).opened()).rejects.toThrow('403')
    const { status } = await user.call('POST', '/api/algorithms', {}, { origin: 'https://evil.example' })
    expect(status).toBe(403)
    const same = await user.call('POST', '/api/algorithms', {}, { origin: server.url })
    expect(same.status).toBe(200)
  })
})

/** Valid bodies of the calls that do not accept an empty one. */
const BODIES: Partial<Record<EndpointName, unknown>> = {
  updateBacktest: { status: 'Stopped' },
  setGuardianKey: { formStyle: 4, apiKey: 'key of a guardian', apiSecret: 'secret of a guardian' },
  runAlgorithmBacktest: {
    algorithmVersionId: UUID,
    instrumentId: TEST_MARKET.id,
    start: TEST_MARKET.start,
    end: TEST_MARKET.end,
  },
  deleteAlgorithmBacktests: { ids: [UUID] },
  stateOrderOutcome: { outcome: 'not-placed' },
  starBacktests: { ids: [UUID], starred: true },
  deleteOptimizationBacktests: { ids: [UUID] },
  starOptimizationBacktests: { ids: [UUID], starred: true },
  runBacktestOfOptimization: { index: 0 },
  chooseRefusedStops: { refusedStops: null },
  executeArbitrage: {
    key: 'abcdefg',
    quantity: 1,
    buy: { accountId: UUID, instrumentId: 'BTCUSDT:SIM', limitPrice: 1 },
    sell: { accountId: UUID, instrumentId: 'BTCUSDT:SIM2', limitPrice: 1 },
    maxLoss: 1,
    policy: 'close',
  },
  startDrill: { kind: 'gap', instrumentId: 'EURUSD:SIM' },
  limitAccount: { dailyLoss: 1 },
  releaseAccount: { reason: 'x' },
  renamePasskey: { name: 'x' },
  changeIssuer: { label: 'Desk', issuer: 'https://desk.example', clientId: 'x', isTrustedForEmail: false },
  markVenueConnection: { connectionId: null },
  switchVenue: { isOn: true },
  saveVersion: { script: 'function onTick() {}', message: '' },
  saveIndicator: { script: 'function onTick() {}' },
  updateIndicator: { name: 'Renamed' },
  updateUser: { packageId: 0 },
  setSeal: { sealedFrom: TEST_MARKET.start },
  setStorageQuota: { megabytes: 5 },
  starOptimization: { starred: true },
  stopOptimization: { status: 'Stopped' },
  putStopOptimization: { status: 'Stopped' },
  runOptimizationBacktest: { index: 0 },
  createSession: {
    brokerConnectionId: UUID,
    brokerAccountId: UUID,
    algorithmId: UUID,
    algorithmVersionId: UUID,
    instrumentId: TEST_MARKET.id,
    interval: 'M1',
  },
  updateSession: { status: 'Stopped' },
  shareConnection: { person: 'nobody', role: 'viewer' },
  changeShare: { role: 'viewer' },
}
const bodyFor = (name: EndpointName): unknown => BODIES[name] ?? {}
