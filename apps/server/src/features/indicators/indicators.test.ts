import type { Algorithm, Indicator, IndicatorDetail, IndicatorValues } from '@tradeloom/contracts'
import {
  type Answer,
  HttpClient,
  signUp,
  SocketClient,
  startTestDatabase,
  TEST_MARKET,
  type TestDatabase,
} from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const CHANNEL = 5
const SCRIPT = `// Range of a bar
const pane = 'study'
function onTick(factor = 2, shift) { return factor * (bar.high - bar.low) + (shift ?? 0) }
`

let database: TestDatabase
let server: TestServer
let owner: HttpClient
let visitor: HttpClient
let users = 0

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  visitor = new HttpClient(server.url)
})
beforeEach(async () => {
  owner = await newUser()
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

function newUser(): Promise<HttpClient> {
  return signUp(server.url, `author-${++users}`)
}

async function create(body: object, client = owner): Promise<IndicatorDetail> {
  const answer = await client.post('/api/technical-indicators', body)
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}

const pathOf = ({ id }: { readonly id: string }): string => `/api/technical-indicator/${id}`
const change = (indicator: Indicator, body: object, client = owner): Promise<Answer> =>
  client.call('PATCH', pathOf(indicator), body)
const save = (indicator: Indicator, script: string, client = owner): Promise<Answer> =>
  client.call('PUT', pathOf(indicator), { script })

describe('an indicator', () => {
  it('is created with a script that works and a key from its name', async () => {
    const created = await create({ name: 'My first average' })
    expect(created).toMatchObject({
      name: 'My first average',
      key: 'MyFirstAverage',
      system: false,
      readOnly: false,
      shared: false,
      parameters: [{ name: 'period', defaultValue: 20 }],
    })
    expect(created.script).toContain('function onTick(period = 20)')
    expect((await create({ name: 'My first average' })).key).toBe('MyFirstAverage2')
    expect((await create({ name: 'RSI' })).key).toBe('RSI2')
    expect((await create({ name: '50 %' })).key).toBe('Indicator50')
  })

  it('is listed for its owner before the indicators of the program', async () => {
    await create({ name: 'zeta' })
    await create({ name: 'Alpha' })
    const listed = (await owner.get('/api/technical-indicators')).json as Indicator[]
    expect(listed.slice(0, 3).map(({ name, system }) => [name, system])).toEqual([
      ['Alpha', false],
      ['zeta', false],
      ['Average price', true],
    ])
    expect(listed.some(({ key }) => key === 'RSI')).toBe(true)
  })

  it('reads its parameters and its description from the saved script', async () => {
    const indicator = await create({ name: 'Range' })
    const saved = await save(indicator, SCRIPT)
    expect(saved.json).toMatchObject({
      script: SCRIPT,
      description: 'Range of a bar',
      parameters: [
        { name: 'factor', defaultValue: 2 },
        { name: 'shift', defaultValue: null },
      ],
      warnings: [],
    })
    expect((await owner.get(pathOf(indicator))).json.script).toBe(SCRIPT)
  })

  it('refuses a script with errors and names line, column and description', async () => {
    const indicator = await create({ name: 'Broken' })
    const refused = await save(indicator, 'function onTick() {\n  return buy()\n}')
    expect(refused).toMatchObject({ status: 400 })
    expect(refused.json.message).toBe(
      'Cannot save. Script contains errors: Line 2, column 10: buy can only be used in algorithms',
    )
    expect(refused.json.details.problems).toEqual([
      { message: 'buy can only be used in algorithms', line: 2, column: 10 },
    ])
    expect((await owner.get(pathOf(indicator))).json.script).toBe(indicator.script)
  })

  it('is renamed without changing its key, and gets another key without changing its name', async () => {
    const indicator = await create({ name: 'Old', key: 'old' })
    expect((await change(indicator, { name: 'New' })).json).toMatchObject({ name: 'New', key: 'old' })
    expect((await change(indicator, { key: '$new_1' })).json).toMatchObject({ name: 'New', key: '$new_1' })
    expect(await change(indicator, { name: 'a', key: 'b' })).toMatchObject({ status: 400 })
    expect(await change(indicator, {})).toMatchObject({ status: 400 })
  })

  it.each([
    ['my key', 'Key cannot contain spaces'],
    ['1st', 'Key must be a valid JavaScript identifier'],
    ['class', 'Key must be a valid JavaScript identifier'],
    ['await', 'Key must be a valid JavaScript identifier'],
    ['my-key', 'Key must be a valid JavaScript identifier'],
    ['', 'Please enter a key'],
    ['RSI', 'There is a system indicator with the key RSI'],
    ['taken', 'You have another indicator with the key taken'],
    ['process', 'process is a reserved word and cannot be used'],
    ['setTimeout', 'setTimeout is a reserved word and cannot be used'],
    ['bars', 'bars is a reserved word and cannot be used'],
    ['__proto__', '__proto__ is a reserved word and cannot be used'],
  ])('cannot get the key %j', async (key, message) => {
    await create({ name: 'Other', key: 'taken' })
    const indicator = await create({ name: 'One' })
    const refused = await change(indicator, { key })
    expect(refused.json.fields).toEqual({ key: message })
    expect((await owner.post('/api/technical-indicators', { name: 'Two', key })).json.fields).toEqual({ key: message })
  })

  it('may have the key of another user’s indicator', async () => {
    await create({ name: 'Mine', key: 'same' })
    expect((await create({ name: 'Theirs', key: 'same' }, await newUser())).key).toBe('same')
  })

  it('is gone after it was deleted', async () => {
    const indicator = await create({ name: 'Short-lived' })
    expect((await owner.call('DELETE', pathOf(indicator))).json).toEqual({ ok: true })
    expect(await owner.get(pathOf(indicator))).toMatchObject({
      status: 404,
      json: { message: 'Technical indicator not found!' },
    })
  })
})

describe('a system indicator', () => {
  it('shows its source to visitors by its key, and cannot be changed', async () => {
    const { json } = await visitor.get('/public-api/system-indicator/RSI')
    expect(json).toMatchObject({ id: 'RSI', system: true, readOnly: true, group: 'Oscillators' })
    expect(json.script).toContain('function onTick(period = 14)')
    expect((await owner.get('/api/technical-indicator/RSI')).json).toEqual(json)
    expect(await visitor.get('/public-api/system-indicator/NoSuchOne')).toMatchObject({ status: 404 })
    expect(await change(json, { name: 'Mine' })).toMatchObject({ status: 404 })
    expect(await save(json, SCRIPT)).toMatchObject({ status: 404 })
    expect(await owner.call('DELETE', '/api/technical-indicator/RSI')).toMatchObject({ status: 404 })
  })

  it('is listed for visitors with its group, parameters and description', async () => {
    const listed = (await visitor.get('/public-api/system-indicators')).json as Indicator[]
    expect(listed.find(({ key }) => key === 'MACD')).toMatchObject({
      group: 'Oscillators',
      parameters: [
        { name: 'fast', defaultValue: 12 },
        { name: 'slow', defaultValue: 26 },
        { name: 'signal', defaultValue: 9 },
      ],
    })
  })

  it('can be cloned under a free key', async () => {
    const clone = await create({ clonedFromIndicator: 'RSI' })
    expect(clone).toMatchObject({ name: 'Copy of Relative strength index', key: 'RSI2', system: false })
    expect(clone.script).not.toMatch(/^const (key|group)/m)
    expect(await save(clone, clone.script)).toMatchObject({ status: 200 })
  })
})

describe('sharing an indicator', () => {
  it('lets all users read and clone a shared indicator, and none change it', async () => {
    const indicator = await create({ name: 'Public one', key: 'publicOne' })
    const other = await newUser()
    await change(indicator, { shared: true })
    expect((await other.get(pathOf(indicator))).json).toMatchObject({ readOnly: true, shared: true })
    expect((await visitor.get(`/public-api/technical-indicator/${indicator.id}`)).json.script).toBe(indicator.script)
    const listed = (await visitor.get('/public-api/technical-indicators')).json as Indicator[]
    expect(listed.find(({ id }) => id === indicator.id)).toMatchObject({ name: 'Public one', readOnly: true })
    expect(await save(indicator, SCRIPT, other)).toMatchObject({ status: 404 })
    expect(await change(indicator, { shared: false }, other)).toMatchObject({ status: 404 })
    const clone = await create({ clonedFromIndicator: indicator.id }, other)
    expect(clone).toMatchObject({ name: 'Copy of Public one', key: 'PublicOne', clonedFromIndicator: indicator.id })
    await change(indicator, { shared: false })
    expect(await other.get(pathOf(indicator))).toMatchObject({ status: 404 })
    expect(await other.get(pathOf(clone))).toMatchObject({ status: 200 })
  })
})

describe('an algorithm that names a custom indicator', () => {
  const useOf = (key: string): string => `const mine = indicators.${key}('H1')\nfunction onTick() { log(mine.value()) }`

  async function newAlgorithm(client = owner): Promise<Algorithm> {
    return (await client.post('/api/algorithms', { name: 'User of an indicator' })).json
  }
  const saveVersion = (id: string, script: string, client = owner): Promise<Answer> =>
    client.post(`/api/algorithms/${id}/versions`, { script, message: '' })

  const isOver = ({ status }: { status: string }): boolean => !['Queued', 'In Progress'].includes(status)

  async function backtest(client: HttpClient, algorithmId: string, algorithmVersionId: string): Promise<Answer> {
    const { id: instrumentId, start, end } = TEST_MARKET
    const settings = { algorithmId, algorithmVersionId, instrumentId, start, end, interval: 'H1' }
    const started = await client.post('/api/backtest', settings)
    expect(started.status, started.text).toBe(200)
    return client.until(`/api/backtest/${started.json.id}`, isOver)
  }

  async function lastLine(id: string, client: HttpClient): Promise<string> {
    const { lines } = (await client.get(`/api/backtest/${id}/log`)).json
    return lines.at(-1)?.message
  }

  /** Saves an indicator and a version that logs its values; returns a function that runs the version. */
  async function versionWith(key: string, script: string) {
    const { id: algorithmId } = await newAlgorithm()
    const indicator = await create({ name: key, key })
    expect((await save(indicator, script)).status).toBe(200)
    const { json } = await saveVersion(algorithmId, useOf(key))
    return Object.assign((client: HttpClient) => backtest(client, algorithmId, json.id), { algorithmId, indicator })
  }

  it('cannot be saved when there is no such indicator', async () => {
    const { id } = await newAlgorithm()
    const refused = await saveVersion(id, useOf('Missing'))
    expect(refused.status).toBe(400)
    expect(refused.json.details.problems).toEqual([{ message: 'There is no indicator Missing', line: 1, column: 25 }])
  })

  it('is listed among the uses of the indicator, with the number of its versions', async () => {
    const { id } = await newAlgorithm()
    const indicator = await create({ name: 'Used', key: 'Used' })
    expect((await owner.get(`${pathOf(indicator)}/uses`)).json).toEqual([])
    expect((await saveVersion(id, useOf('Used'))).status).toBe(200)
    expect((await saveVersion(id, `${useOf('Used')}\n`)).status).toBe(200)
    expect((await owner.get(`${pathOf(indicator)}/uses`)).json).toEqual([
      { algorithmId: id, algorithmName: 'User of an indicator', versionCount: 2, isOutdated: false },
    ])
    await save(indicator, 'function onIntervalClose() { return 2 }')
    expect((await owner.get(`${pathOf(indicator)}/uses`)).json).toMatchObject([{ isOutdated: true }])
    await saveVersion(id, `${useOf('Used')}\n\n`)
    expect((await owner.get(`${pathOf(indicator)}/uses`)).json).toMatchObject([{ versionCount: 3, isOutdated: false }])
  })

  it('says of each version whether the indicator has changed, was renamed or is gone, to its owner alone', async () => {
    const { id } = await newAlgorithm()
    const indicator = await create({ name: 'Carried', key: 'Carried' })
    const first = (await saveVersion(id, useOf('Carried'))).json
    const carriedBy = (version: string, client = owner) =>
      client.get(`/api/algorithms/${id}/versions/${version}/indicators`)
    const key = 'Carried'
    const ownId = pathOf(indicator).split('/').at(-1)
    expect((await carriedBy(first.id)).json).toEqual([{ key, state: 'current', ownId, ownKey: key }])
    await save(indicator, 'function onIntervalClose() { return 2 }')
    expect((await carriedBy(first.id)).json).toEqual([{ key, state: 'changed', ownId, ownKey: key }])
    const second = (await saveVersion(id, useOf('Carried'))).json
    expect((await carriedBy(second.id)).json).toMatchObject([{ state: 'current' }])
    await owner.call('PATCH', pathOf(indicator), { key: 'Anew' })
    expect((await carriedBy(second.id)).json).toEqual([{ key, state: 'renamed', ownId, ownKey: 'Anew' }])
    await owner.call('DELETE', pathOf(indicator))
    expect((await carriedBy(second.id)).json).toEqual([{ key, state: 'gone', ownId: null, ownKey: null }])
    const another = await create({ name: 'Another', key })
    expect((await carriedBy(second.id)).json).toMatchObject([
      { state: 'other', ownId: pathOf(another).split('/').at(-1) },
    ])
    await owner.call('PATCH', `/api/algorithm/${id}`, { shared: true })
    expect((await carriedBy(second.id, await newUser())).status).toBe(404)
  })

  it('keeps its copy in clones and in their next versions', async () => {
    const { id } = await newAlgorithm()
    const indicator = await create({ name: 'Copied', key: 'Copied' })
    await saveVersion(id, useOf('Copied'))
    await owner.call('PATCH', `/api/algorithm/${id}`, { shared: true })
    const other = await newUser()
    const clone = (await other.post('/api/algorithms', { clonedFromAlgorithm: id })).json as Algorithm
    await owner.call('DELETE', pathOf(indicator))
    expect((await saveVersion(clone.id, `${useOf('Copied')}\n`, other)).status).toBe(200)
    expect((await saveVersion(clone.id, useOf('Other'), other)).status).toBe(400)
  })

  it('runs with the copy of its version, also after the original has changed, and says which', async () => {
    const run = await versionWith('Constant', 'function onIntervalClose() { return 1 }')
    const { json: first } = await run(owner)
    await save(run.indicator, 'function onIntervalClose() { return 2 }')
    const { json: second } = await run(owner)
    await owner.call('DELETE', pathOf(run.indicator))
    const { json: third } = await run(owner)
    for (const { id, status, detail } of [first, second, third]) {
      expect(status, detail).toBe('Completed')
      expect(await lastLine(id, owner)).toBe('1')
    }
    expect(first.manifest.indicators).toEqual([{ key: 'Constant', hash: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  })

  it('runs with the copy in the clone of another user, who cannot name the original', async () => {
    const run = await versionWith('Theirs', 'function onIntervalClose() { return 7 }')
    await owner.call('PATCH', `/api/algorithm/${run.algorithmId}`, { shared: true })
    const other = await newUser()
    const clone = (await other.post('/api/algorithms', { clonedFromAlgorithm: run.algorithmId })).json as Algorithm
    const ended = await backtest(other, clone.id, clone.latestVersion?.id ?? '')
    expect(ended.json.status, ended.json.detail).toBe('Completed')
    expect(await lastLine(ended.json.id, other)).toBe('7')
    const { id } = await newAlgorithm(other)
    expect((await saveVersion(id, useOf('Theirs'), other)).status).toBe(400)
  })

  it('fails with the name and the line of the indicator', async () => {
    const run = await versionWith('Broken', 'function onIntervalClose() {\n  return null.x\n}')
    const { json } = await run(owner)
    expect(json.status).toBe('Errored')
    expect(json.detail).toContain('Broken, line 2: TypeError')
  })
})

describe('indicators over the socket', () => {
  const request = (extra: object): object => ({
    instrumentId: TEST_MARKET.id,
    interval: 'H1',
    start: TEST_MARKET.start,
    end: TEST_MARKET.end,
    parameters: [],
    ...extra,
  })
  async function ask(
    name: string,
    payload: object,
    client = owner,
  ): Promise<{ data: IndicatorValues; error?: string }> {
    const socket = await new SocketClient(client).opened()
    const reply = await socket.request(CHANNEL, name, payload)
    socket.close()
    return reply as never
  }

  it('sends changes and deletions to their owner, by name and by channel number', async () => {
    const socket = await new SocketClient(owner).opened()
    const stranger = await new SocketClient(await newUser()).opened()
    for (const one of [socket, stranger]) one.send({ type: 'subscribe', channel: CHANNEL } as never)
    const indicator = await create({ name: 'Watched' })
    const isAbout = (event: string) => (message: { type: string }) =>
      JSON.stringify(message) ===
      JSON.stringify({ type: 'event', topic: 'indicators', payload: { event, data: { id: indicator.id } } })
    await socket.next(isAbout('indicator-changed'))
    await owner.call('DELETE', pathOf(indicator))
    await socket.next(isAbout('indicator-deleted'))
    expect(stranger.messages.filter(({ type }) => type === 'event')).toEqual([])
    // Administration has no topic.
    socket.send({ type: 'subscribe', channel: 0 } as never)
    await socket.next((message) => message.type === 'error' && message.message === 'Topic not found')
    socket.close()
    stranger.close()
  })

  it('answers values of a system indicator to everybody', async () => {
    const { data } = await ask('fetch-indicator', request({ key: 'SMA', parameters: [3] }), visitor)
    expect(data).toMatchObject({ state: 'initialized', outputs: [{ name: 'value', pane: 'overlay' }], log: [] })
    if (data.state !== 'initialized') throw new Error('no values')
    const values = data.outputs[0]?.values ?? []
    expect(values).toHaveLength(data.times.length)
    expect(values.slice(0, 2)).toEqual([null, null])
    expect(values.slice(2).every((value) => typeof value === 'number')).toBe(true)
    expect((await ask('test-indicator', request({ id: 'SMA', parameters: [3] }))).data).toEqual(data)
  })

  it('answers arguments that do not fit with the reason', async () => {
    expect((await ask('test-indicator', request({ id: 'SMA', parameters: [-1] }))).data).toMatchObject({
      state: 'errored',
      message: 'SMA: period must be a whole number from 1 to 1,000,000, not -1',
    })
  })

  it('refuses unknown indicators, and periods that are too long', async () => {
    expect((await ask('test-indicator', request({ id: 'NoSuchOne' }))).error).toBe('Technical indicator not found!')
    expect((await ask('fetch-indicator', request({ key: 'NoSuchOne' }))).error).toBe('Technical indicator not found!')
    const backwards = request({ key: 'SMA', start: TEST_MARKET.end, end: TEST_MARKET.start })
    expect((await ask('fetch-indicator', backwards)).error).toBe('End cannot be before start!')
  })

  it('answers the values that a longer period has at the same bars, for charts', async () => {
    const start = new Date(Date.parse(TEST_MARKET.start) + 2 * 86_400_000).toISOString()
    const indicator = await create({ name: 'Own mean', key: 'OwnMean' })
    await save(
      indicator,
      `const warmup = 40
let closes = null
function onTick(period = 20) {
  closes ??= ring(period)
  closes.push(bar.close)
  return closes.full ? closes.mean() : null
}`,
    )
    for (const [key, parameters] of [
      ['SMA', [40]],
      ['RSI', [2]],
      ['OwnMean', [40]],
    ] as const) {
      const whole = (await ask('fetch-indicator', request({ key, parameters }))).data
      const part = (await ask('fetch-indicator', request({ key, parameters, start }))).data
      if (whole.state !== 'initialized' || part.state !== 'initialized') throw new Error('no values')
      expect(part.times[0]).toBe(Date.parse(start))
      const from = whole.times.indexOf(part.times[0]!)
      expect(part.times).toEqual(whole.times.slice(from))
      const values = part.outputs[0]!.values
      expect(values.every((value) => typeof value === 'number')).toBe(true)
      for (const [at, value] of whole.outputs[0]!.values.slice(from).entries())
        expect(values[at]).toBeCloseTo(value!, 6)
      // A test shows what the indicator does on these bars alone.
      const id = key === 'OwnMean' ? indicator.id : key
      const tested = (await ask('test-indicator', request({ id, parameters, start }))).data
      expect(tested).toMatchObject({ outputs: [{ values: expect.arrayContaining([null]) }] })
    }
  })

  it('compares with a second instrument, whose closes it takes at the same times', async () => {
    expect((await ask('test-indicator', request({ id: 'CorrelationCoefficient' }))).data).toMatchObject({
      state: 'errored',
      message: 'CorrelationCoefficient compares two series: choose the instrument to compare with',
    })
    const otherInstrumentId = TEST_MARKET.id
    const { data } = await ask('test-indicator', request({ id: 'Beta', parameters: [5], otherInstrumentId }))
    if (data.state !== 'initialized') throw new Error('no values')
    const values = data.outputs[0]!.values.filter((value) => value !== null)
    expect(values.length).toBeGreaterThan(50)
    // With itself.
    for (const value of values) expect(value).toBeCloseTo(1, 9)
    const script = 'function onTick() { return bar.close - other() }'
    const own = await ask('test-indicator', request({ script, otherInstrumentId }))
    expect(own.data).toMatchObject({ state: 'initialized' })
    if (own.data.state === 'initialized') expect(new Set(own.data.outputs[0]!.values)).toEqual(new Set([0]))
    expect((await ask('test-indicator', request({ script }))).data).toMatchObject({
      state: 'errored',
      message: 'Indicator compares two series: choose the instrument to compare with',
    })
    const unknown = request({ script, otherInstrumentId: 'NOTHING:TEST' })
    expect((await ask('test-indicator', unknown)).error).toBe('Instrument not found')
  })

  it('answers values of a custom indicator, saved or not, with its log', async () => {
    const indicator = await create({ name: 'Mean', key: 'Mean' })
    await save(
      indicator,
      `const pane = 'overlay'
const colors = ['#ff0000']
let closes = null
function onTick(period = 20) {
  closes ??= ring(period)
  closes.push(bar.close)
  if (bar.time === ${Date.parse(TEST_MARKET.start)}) log('first', period)
  return closes.full ? closes.mean() : null
}`,
    )
    const system = (await ask('fetch-indicator', request({ key: 'SMA', parameters: [3] }))).data
    if (system.state !== 'initialized') throw new Error('no values')
    const { data } = await ask('fetch-indicator', request({ key: 'Mean', parameters: [3] }))
    expect(data).toMatchObject({ state: 'initialized', times: system.times })
    const [output] = data.state === 'initialized' ? data.outputs : []
    expect(output).toEqual({ name: 'value', pane: 'overlay', color: '#ff0000', values: system.outputs[0]?.values })
    const log = [expect.objectContaining({ message: 'first 3' })]
    const tested = await ask('test-indicator', request({ id: indicator.id, parameters: [3] }))
    expect(tested.data).toEqual({ ...data, log })
    const unsaved = await ask('test-indicator', request({ script: 'function onTick() {\n  return null.x\n}' }))
    expect(unsaved.data).toMatchObject({ state: 'errored', line: 2, message: expect.stringContaining('TypeError') })
  })

  it('runs custom indicators for their owners only', async () => {
    const indicator = await create({ name: 'Secret', key: 'Secret' })
    const other = await newUser()
    const missing = 'Technical indicator not found!'
    expect((await ask('test-indicator', request({ id: indicator.id }), other)).error).toBe(missing)
    expect((await ask('fetch-indicator', request({ key: 'Secret' }), other)).error).toBe(missing)
    const script = 'function onTick() { return 1 }'
    expect((await ask('test-indicator', request({ script }), visitor)).error).toBe('Please log in to test indicators')
  })
})
