import {
  CHANNELS,
  currency,
  endpoints,
  type EndpointName,
  type NewOptimization,
  type ServerMessage,
  type TopicName,
  topics,
} from '@tradeloom/contracts'
import {
  type Answer,
  HttpClient,
  signUp,
  SocketClient,
  startTestDatabase,
  TEST_MARKET,
  type TestDatabase,
  until,
} from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  create,
  CROSS,
  even,
  fullBacktest,
  type SavedVersion,
  saveScript,
  settingsOf,
  untilEnded,
} from '../../features/optimizations/optimizations.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { hasSpecification, specifiedCalls, specifiedMessages } from '../../testing/specified-calls.fixture.ts'

if (!hasSpecification) process.stderr.write('The folder ../shared/spec is absent: its calls are not tested.\n')

let database: TestDatabase
let server: TestServer
let owner: HttpClient
let visitor: HttpClient
let socket: SocketClient
let version: SavedVersion
let optimization: string
/** Of the optimization. */
let row: string
let backtest: string
let indicator: string

const run = () => {
  const { id: instrumentId, start, end } = TEST_MARKET
  return { ...version, instrumentId, start, end, interval: 'M15', externals: { fast: 5, slow: 20, stop: 20, idle: 0 } }
}
const small = (): NewOptimization => settingsOf(version, { externalsSettings: [even('fast', 3, 4, 2)] })
const ENDED = (answer: { ended: string | null }): boolean => answer.ended !== null

beforeAll(async () => {
  if (!hasSpecification) return
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  visitor = new HttpClient(server.url)
  owner = await signUp(server.url, 'owner')
  version = await saveScript(owner, CROSS)
  const { algorithmId, algorithmVersionId } = version
  await owner.call('PATCH', `/api/algorithm/${algorithmId}`, { shared: true })
  await owner.call('PATCH', `/api/algorithms/${algorithmId}/versions/${algorithmVersionId}`, { shared: true })
  optimization = (await untilEnded(owner, (await create(owner, small())).id)).id
  row = (await fullBacktest(owner, optimization, 0)).id
  backtest = (await owner.post('/api/backtest', run())).json.id
  await owner.until(`/api/backtest/${backtest}`, ENDED)
  indicator = (await owner.post('/api/technical-indicators', { name: 'Mine' })).json.id
  socket = await new SocketClient(owner).opened()
})
afterAll(async () => {
  socket?.close()
  await server?.stop()
  await database?.stop()
})

/** The answer, which has the shape of the contract. */
async function ok(name: EndpointName, answer: Promise<Answer>) {
  const { status, text, json } = await answer
  expect(status, `${name}: ${text}`).toBe(200)
  const isFile = typeof json !== 'object' || json === null
  return endpoints[name].response.parse(isFile ? text : json) as never
}

/** The same for its owner and, at the public address, for a visitor. */
async function both(name: EndpointName, path: string): Promise<void> {
  await ok(name, owner.get(`/api${path}`))
  await ok(name, visitor.get(`/public-api${path}`))
  expect((await visitor.get(`/api${path}`)).status, path).toBe(401)
}

const absent = async (path: string): Promise<void> => expect((await owner.get(path)).status, path).toBe(404)
const list = () => `/algorithms/${version.algorithmId}`

const CALLS: Record<string, () => Promise<unknown>> = {
  'POST /api/algorithms': () => {
    const { algorithmId: clonedFromAlgorithm, algorithmVersionId: clonedFromVersion } = version
    const body = { name: 'Copy of Cross', description: 'x', clonedFromAlgorithm, clonedFromVersion }
    return ok('createAlgorithm', owner.post('/api/algorithms', body))
  },
  'GET /public-api/algorithms': () => ok('listSharedAlgorithms', visitor.get('/public-api/algorithms')),
  'GET /api/algorithms/{id}/versions or /public-api/algorithms/{id}/versions': () =>
    both('listVersions', `${list()}/versions`),
  'GET, POST, PATCH, DELETE /api/algorithms/{id}/backtests': async () => {
    await both('listAlgorithmBacktests', `${list()}/backtests`)
    const own = `/api${list()}/backtests`
    const { algorithmId: _, ...body } = run()
    const { id } = (await ok('runAlgorithmBacktest', owner.post(own, body))) as { id: string }
    await owner.until(`/api/backtest/${id}`, ENDED)
    await ok('starBacktests', owner.call('PATCH', own, { ids: [id], starred: true }))
    expect(await ok('deleteAlgorithmBacktests', owner.call('DELETE', own, { ids: [id] }))).toMatchObject({
      deleted: [id],
    })
    const path = `${list()}/optimisations/${optimization}/backtests`
    await both('listOptimizationBacktests', path)
    expect((await visitor.get(`/public-api${path}`)).json).toMatchObject([{ id: row, optimisationId: optimization }])
    const other = (await owner.post('/api/algorithms', {})).json.id
    await absent(`/api/algorithms/${other}/optimisations/${optimization}/backtests`)
    const second = (await ok('runBacktestOfOptimization', owner.post(`/api${path}`, { index: 1 }))) as { id: string }
    await owner.until(`/api/backtest/${second.id}`, ENDED)
    const ids = [second.id, backtest]
    const starred = await ok('starOptimizationBacktests', owner.call('PATCH', `/api${path}`, { ids, starred: true }))
    expect(starred).toEqual({ updated: [second.id] })
    const deleted = await ok('deleteOptimizationBacktests', owner.call('DELETE', `/api${path}`, { ids }))
    expect(deleted).toMatchObject({ deleted: [second.id], kept: [{ id: backtest }] })
  },
  'GET /api/backtests': () => ok('listBacktests', owner.get('/api/backtests')),
  'POST /api/backtest': () => ok('getBacktest', owner.get(`/api/backtest/${backtest}`)),
  'GET /api/backtest/{id} or /public-api/backtest/{id}': () => both('getBacktest', `/backtest/${backtest}`),
  'DELETE /api/backtest/{id}': async () => {
    const { id } = (await ok('runBacktest', owner.post('/api/backtest', run()))) as { id: string }
    await owner.until(`/api/backtest/${id}`, ENDED)
    await ok('deleteBacktest', owner.call('DELETE', `/api/backtest/${id}`))
  },
  'GET /public-api/backtest/{id}/log': () => both('getBacktestLog', `/backtest/${backtest}/log`),
  'GET /api/backtest/{id}/positions?format=CSV': async () => {
    await both('getBacktestPositions', `/backtest/${backtest}/positions`)
    const file = await owner.get(`/api/backtest/${backtest}/positions?format=CSV`)
    expect(file.headers.get('content-type')).toContain('text/csv')
  },
  'GET /api/technical-indicators': () => ok('listIndicators', owner.get('/api/technical-indicators')),
  'GET, PUT, PATCH /api/technical-indicator/{id}': async () => {
    const path = `/api/technical-indicator/${indicator}`
    const { script } = (await ok('getIndicator', owner.get(path))) as { script: string }
    await ok('saveIndicator', owner.call('PUT', path, { script }))
    await ok('updateIndicator', owner.call('PATCH', path, { name: 'Renamed' }))
    await ok('updateIndicator', owner.call('PATCH', path, { key: 'Renamed' }))
  },
  'GET /public-api/system-indicator/{id}': () =>
    ok('getSystemIndicator', visitor.get('/public-api/system-indicator/SMA')),
  // What they answer for a provider that is on: features/sources/sources.test.ts.
  'GET /api/sources/dataset/{provider}/{code}[?apiKey={key}]': () => absent('/api/sources/dataset/nobody/b'),
  'GET /public-api/sources/datasets': async () => {
    await ok('listSourceDatasets', visitor.get('/public-api/sources/datasets?start=0&count=1000&search=abc'))
    await absent('/public-api/sources/datasets?start=0&count=1000&database=nowhere&search=abc')
  },
  'GET /public-api/sources/databases': () => ok('listSourceDatabases', visitor.get('/public-api/sources/databases')),
  'GET /public-api/sources/database/{provider}/{code}': () => absent('/public-api/sources/database/nobody/b'),
  'GET and save on the provider key, by provider name': () => absent('/api/sources/key/nobody'),
  'GET /api/historical-availability': () =>
    ok(
      'historicalAvailability',
      visitor.get(`/api/historical-availability?instrumentId=${TEST_MARKET.id}&interval=M1`),
    ),
  'GET /api/algorithms': () => ok('listOwnAlgorithms', owner.get('/api/algorithms')),
  'GET /api/optimisations': () => ok('listOptimizations', owner.get('/api/optimisations?limit=100')),
  'GET /api/algorithms/{id}/optimisations (public-api variant for read-only)': () =>
    both('listAlgorithmOptimizations', `${list()}/optimisations`),
  'POST /api/optimisation': () => ok('getOptimization', owner.get(`/api/optimisation/${optimization}`)),
  'DELETE /api/optimisation/{id}': async () => {
    const { id } = (await ok('createOptimization', owner.post('/api/optimisation', small()))) as { id: string }
    await untilEnded(owner, id)
    await ok('deleteOptimization', owner.call('DELETE', `/api/optimisation/${id}`))
  },
  'PUT or PATCH /api/optimisation/{id}': async () => {
    for (const method of ['PUT', 'PATCH'] as const) {
      const { id } = await create(owner, settingsOf(version, { externalsSettings: [even('fast', 3, 902, 900)] }))
      await owner.until(`/api/optimisation/${id}`, ({ status }: { status: string }) => status === 'In Progress')
      const name = method === 'PUT' ? 'putStopOptimization' : 'stopOptimization'
      const body = { status: 'Stopped', statusDetail: '' }
      const stopped = await ok(name, owner.call(method, `/api/optimisation/${id}`, body))
      expect(stopped).toMatchObject({ status: 'Stopped', statusDetail: '' })
    }
  },
  'GET /public-api/optimisation/{id}/results': async () => {
    const path = `/public-api/optimisation/${optimization}/results`
    const { id } = (await owner.get('/api/user')).json
    expect(await ok('getOptimizationResults', visitor.get(`${path}?userId=${id}`))).toMatchObject({ count: 2 })
  },
  'GET /public-api/optimisation/{id}/log': () =>
    ok('getOptimizationLog', visitor.get(`/public-api/optimisation/${optimization}/log`)),
  'GET /public-api/currencies': async () => {
    const found = (await ok('listCurrencies', visitor.get('/public-api/currencies'))) as unknown[]
    const prices = found.map((one) => currency.parse(one))
    expect(prices.map(({ symbol }) => symbol)).toEqual(expect.arrayContaining(['EUR', 'USD']))
    // The stored prices are years old: none is shown as if it were that of today.
    expect(prices.find(({ symbol }) => symbol === 'EUR')).toMatchObject({ price: null, percentChange24h: null })
    expect(prices.find(({ symbol }) => symbol === 'USD')).toMatchObject({ price: 1, percentChange24h: 0 })
  },
  'POST to an external chart export service (pictures are drawn by the browser and sent here)': async () =>
    expect((await visitor.post('/public-api/chart-image', {})).status).toBe(400),
  'POST /public-api/chart-snapshot': async () =>
    expect((await visitor.post('/public-api/chart-snapshot', { imagepath: `${'x'.repeat(22)}.png` })).status).toBe(404),
  'GET /api/instruments (authenticated or third-party mode) or GET /public-api/instruments/USD': async () => {
    await ok('listInstrumentsForUser', owner.get('/api/instruments'))
    await ok('listInstruments', visitor.get('/public-api/instruments/USD'))
  },
  'GET and PUT /api/configuration/layout.{key}': async () => {
    const layouts = [{ name: 'Mine', config: [], responsive: false }]
    const path = '/api/configuration/layout.platform'
    expect(await ok('putConfiguration', owner.call('PUT', path, layouts))).toEqual(layouts)
    expect(await ok('getConfiguration', owner.get(path))).toEqual(layouts)
  },
  'GET and PUT /api/configuration/{path}': async () => {
    for (const value of [true, { value: false }]) {
      await ok('putConfiguration', owner.call('PUT', '/api/configuration/utc-dates', value))
      const stored = typeof value === 'object' ? value.value : value
      expect(await ok('getConfiguration', owner.get('/api/configuration/utc-dates'))).toEqual({ value: stored })
    }
    expect((await owner.call('PUT', '/api/configuration/utc-dates')).status).toBe(400)
  },
}

const ask = (channel: number, name: string, payload: object) => socket.request(channel, name, payload)
async function replied(channel: number, name: string, payload: object): Promise<unknown> {
  const { ok: isOk, data, error } = await ask(channel, name, payload)
  expect(isOk, `${name}: ${error}`).toBe(true)
  return data
}
async function unknown(name: string): Promise<void> {
  expect(await socket.request(CHANNELS.admin, name, {})).toMatchObject({
    ok: false,
    error: `There is no request ${name}`,
  })
}
const has = (topic: TopicName, ...events: string[]): void =>
  expect(Object.keys(topics[topic].events)).toEqual(expect.arrayContaining(events))
const isEvent = (event: string, topic: string) => (message: ServerMessage) =>
  message.type === 'event' && message.topic === topic && message.payload.event === event

const CONSOLE = 'not yet: there is no operator console'
const OTHER_NAME = 'the live half'
const { backtestController, optimisations, indicators } = CHANNELS
const TICKS = { instrumentId: TEST_MARKET.id, start: '2024-01-08T08:00:00.000Z', end: '2024-01-08T08:10:00.000Z' }
const MESSAGES: Record<string, () => Promise<unknown> | void> = {
  [`kill (${CONSOLE})`]: () => unknown('kill'),
  'fetch-charts': () => replied(backtestController, 'fetch-charts', { id: backtest }),
  'fetch-positions': () => replied(backtestController, 'fetch-positions', { id: backtest }),
  'fetch-log': () => replied(backtestController, 'fetch-log', { id: backtest }),
  'tail-log': () => replied(backtestController, 'tail-log', { id: backtest }),
  [`inspect (${CONSOLE})`]: () => unknown('inspect'),
  [`log-tail (${CONSOLE})`]: () => unknown('log-tail'),
  [`heap-dump (${CONSOLE})`]: () => unknown('heap-dump'),
  'historical Tick price fetch by instrument, start and end': async () => {
    const { rows } = (await replied(backtestController, 'historical-prices', { ...TICKS, interval: 'Tick' })) as never
    expect(rows).toHaveLength(60)
    expect(rows[0]).toEqual([Date.parse(TICKS.start), expect.any(Number), expect.any(Number)])
    const query = new URLSearchParams({ ...TICKS, interval: 'Tick', sides: 'bid', limit: '5' })
    const answer = await visitor.get(`/public-api/historical-prices?${query}`)
    expect(answer.json).toEqual({ rows: (rows as number[][]).slice(-5).map((tick) => tick.slice(0, 2)), more: true })
  },
  ...Object.fromEntries(
    ['progress', 'progress-detail', 'update', 'started', 'completed', 'errored', 'stopped', 'failed'].map((event) => [
      `event ${event}`,
      () => has('backtests', event),
    ]),
  ),
  'event prices': () => has('backtest.{id}', 'prices'),
  'event position': () => has('backtest.{id}', 'position'),
  'fetch and test indicator data (30 s wait)': async () => {
    const { id: instrumentId, start } = TEST_MARKET
    const range = { instrumentId, interval: 'H1', start, end: '2024-01-09T00:00:00.000Z' }
    await replied(indicators, 'fetch-indicator', { ...range, key: 'SMA', parameters: [3] })
    await replied(indicators, 'test-indicator', { ...range, id: indicator, parameters: [] })
  },
  [`order book snapshot requests (${OTHER_NAME})`]: () => undefined,
  'currency.{symbol}': () => has('currency.{id}', 'currency'),
  'order-book.{instrumentId}': () => has('order-book.{id}', 'book'),
  'an arbitrage top list of ids joined by ||': () => has('arbitrage.{id}', 'arbitrage'),
  [`price.{instrumentId} (${OTHER_NAME})`]: () => has('price.{id}', 'price'),
  [`ticker.{instrumentId} (${OTHER_NAME})`]: () => has('ticker.{id}', 'ticker'),
  [`trades.{instrumentId} (${OTHER_NAME})`]: () => has('trades.{id}', 'trades'),
  [`logs (${OTHER_NAME})`]: () => has('logs'),
  'optimization messages fetch-results, fetch-log, tail-log (polled every 1 s, 8 s wait) and stop': async () => {
    const id = optimization
    for (const name of ['fetch-results', 'fetch-log', 'tail-log'] as const) await replied(optimisations, name, { id })
    expect(await ask(optimisations, 'stop', { id })).toMatchObject({
      ok: false,
      error: expect.stringContaining('ended'),
    })
  },
  'events update, backtest-update, backtest-result': async () => {
    // Each backtest takes a moment, so that a batch is seen while it runs.
    const script = `var externals = [{ name: "size" }]
let sum = 0
function onTick() { for (let i = 0; i < 4000 * size; i++) sum += Math.sqrt(i) }`
    const slow = await saveScript(owner, script, 'Slow')
    const { id } = await create(owner, settingsOf(slow, { externalsSettings: [even('size', 1, 1.5, 2)] }))
    const topic = `optimisation.${id}`
    socket.send({ type: 'subscribe', topic })
    socket.send({ type: 'subscribe', channel: optimisations })
    for (const event of ['update', 'backtest-update', 'backtest-result']) await socket.next(isEvent(event, topic))
    await socket.next(isEvent('update', 'optimisations'))
    const begun = () =>
      socket.messages
        .flatMap((one) => (one.type === 'event' && one.topic === topic ? [one.payload] : []))
        .flatMap(({ event, data }) => (event === 'backtest-update' ? data.backtests : []))
    // A busy machine tries one combination after the other.
    await until(() => begun().some(({ key }) => key === '1_5'))
    expect(begun()[0]).toMatchObject({ status: 'In Progress', progress: 0 })
  },
  [`submit 'order' with broker, symbol, side (BUY or SELL), type, quantity, stopPrice, limitPrice (${OTHER_NAME})`]:
    () => undefined,
  [`public cached-price request for an instrument (${OTHER_NAME})`]: () => undefined,
}

/** Names without what is said about them here. */
const named = (checks: Record<string, unknown>, known: readonly string[]): string[] =>
  Object.keys(checks).map((name) => known.find((one) => name === one || name.startsWith(`${one} (`)) ?? name)

describe.skipIf(!hasSpecification)('the specification', () => {
  it('has no call and no message of the socket that is not tested here', () => {
    const [calls, messages] = [specifiedCalls(), specifiedMessages()]
    expect(named(CALLS, calls).toSorted()).toEqual(calls.toSorted())
    expect(named(MESSAGES, messages).toSorted()).toEqual(messages.toSorted())
  })

  it.each(Object.keys(CALLS))('answers as specified: %s', async (name) => {
    await CALLS[name]?.()
  })

  it.each(Object.keys(MESSAGES))('answers over the socket as specified: %s', async (name) => {
    await MESSAGES[name]?.()
  })
})
