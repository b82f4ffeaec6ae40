import {
  type Answer,
  HttpClient,
  signUp,
  SocketClient,
  startTestDatabase,
  TEST_MARKET,
  type TestDatabase,
} from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLES, sampleFile } from '../algorithms/samples.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

let database: TestDatabase
let server: TestServer
let user: HttpClient

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  user = await signUp(server.url, 'trader')
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

type Row = { status: string }
const isOver = (row: Row): boolean => !['Queued', 'In Progress'].includes(row.status)

interface Saved {
  readonly algorithmId: string
  readonly algorithmVersionId: string
}

async function save(script: string, who = user): Promise<Saved> {
  const { json } = await who.post('/api/algorithms', { name: 'Under test' })
  const saved = await who.post(`/api/algorithms/${json.id}/versions`, { script, message: 'from the test' })
  expect(saved.status, saved.text).toBe(200)
  return { algorithmId: json.id, algorithmVersionId: saved.json.id }
}

async function start(saved: Saved, changes: Record<string, unknown> = {}, who = user): Promise<string> {
  const { id, start, end } = TEST_MARKET
  const settings = { ...saved, instrumentId: id, start, end, interval: 'M1', ...changes }
  const answer = await who.post('/api/backtest', settings)
  expect(answer.status, answer.text).toBe(200)
  // A free runner may be faster than the reply.
  expect(['Queued', 'In Progress']).toContain(answer.json.status)
  return answer.json.id
}

const ended = (id: string): Promise<Answer> => user.until(`/api/backtest/${id}`, isOver)

const registration = (name: string, email: string) => ({
  regUsername: name,
  regEmail: email,
  regPassword: 'correct horse',
  regRepeatPassword: 'correct horse',
})

const upload = (client: HttpClient, text: string) => {
  const form = new FormData()
  form.append('instrumentId', 'USDCHF:HISTDATA')
  form.append('format', 'histdata')
  form.append('file', new Blob([text]), 'DAT_ASCII_USDCHF_M1_2024.csv')
  return client.call('POST', '/api/market-data/imports', form)
}
const bars = (price: number) =>
  Array.from(
    { length: 50 },
    (_, n) => `20240109 00${String(n).padStart(2, '0')}00;${price};${price};${price};${price};0`,
  )
    .join('\n')
    .concat('\n')

/** Runs long enough to be observed, and stops on request. */
const SLOW = 'let sum = 0\nfunction onTick() { for (let i = 0; i < 400000; i++) sum += Math.sqrt(i) }'

describe('accounts', () => {
  it('the first user to register administers the installation, the next one does not', async () => {
    expect((await user.get('/api/user')).json).toMatchObject({ username: 'trader', isAdmin: true, authenticated: true })
    const second = await signUp(server.url, 'Second')
    expect((await second.get('/api/user')).json).toMatchObject({ username: 'Second', isAdmin: false })
  })

  it('sign in by user name or email in any case, and sign out again', async () => {
    await signUp(server.url, 'Carol')
    for (const username of ['carol', 'CAROL', 'Carol@Example.com']) {
      const browser = new HttpClient(server.url)
      const answer = await browser.post('/login', { username, password: 'correct horse' })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.json.username).toBe('Carol')
      const cookie = browser.cookie
      expect((await browser.get('/api/keep-alive')).json).toEqual({ ok: true })
      expect((await browser.get('/api/user/logout')).json).toEqual({ ok: true })
      expect((await browser.get('/api/user')).status).toBe(401)
      // Also with a copied cookie.
      const late = new HttpClient(server.url)
      expect((await late.call('GET', '/api/user', undefined, { cookie })).status).toBe(401)
    }
  })

  it('get the same reply for a wrong name and a wrong password, and cannot guess quickly', async () => {
    const browser = new HttpClient(server.url)
    const wrongName = await browser.post('/login', { username: 'nobody-here', password: 'correct horse' })
    await signUp(server.url, 'dave')
    const wrongPassword = await browser.post('/login', { username: 'dave', password: 'wrong' })
    expect(wrongName).toMatchObject({ status: 401, json: { message: 'Wrong user name or password' } })
    expect(wrongPassword.text).toBe(wrongName.text)
    for (let n = 0; n < 9; n++) await browser.post('/login', { username: 'dave', password: 'wrong' })
    const shut = await browser.post('/login', { username: 'DAVE', password: 'correct horse' })
    expect(shut.status).toBe(429)
  })

  it('are unique regardless of case, even when two register at the same time', async () => {
    const browser = new HttpClient(server.url)
    const name = await browser.post('/public-api/register', registration('TRADER', 'other@example.com'))
    expect(name).toMatchObject({ status: 409, json: { message: 'User name is already taken' } })
    const email = await browser.post('/public-api/register', registration('other', 'Trader@EXAMPLE.com'))
    expect(email).toMatchObject({ status: 409, json: { message: 'Email address is already registered' } })
    const both = await Promise.all(
      ['Twin', 'tWin', 'twiN'].map((twin, n) =>
        new HttpClient(server.url).post('/public-api/register', registration(twin, `twin${n}@example.com`)),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('refuses logins as the owner of the samples, and its name', async () => {
    const browser = new HttpClient(server.url)
    for (const password of ['', ' ', 'tradeloom', 'null']) {
      const { status } = await browser.post('/login', { username: 'Tradeloom', password })
      expect([400, 401]).toContain(status)
    }
  })
})

describe('algorithms', () => {
  it('samples are shared, run, and can be cloned', async () => {
    const { json } = await new HttpClient(server.url).get('/public-api/algorithms')
    const samples = json.filter(({ username }: { username: string }) => username === 'Tradeloom')
    expect(samples.map(({ name }: { name: string }) => name).sort()).toEqual(SAMPLES.map(({ name }) => name).sort())
    for (const sample of samples) {
      const clone = await user.post('/api/algorithms', {
        clonedFromAlgorithm: sample.id,
        clonedFromVersion: sample.latestVersion.id,
      })
      expect(clone.json).toMatchObject({ name: `Copy of ${sample.name}`, readOnly: false, versionCount: 1 })
      expect(clone.json).toMatchObject({ clonedFromAlgorithm: sample.id, clonedFromName: sample.name, shared: false })
      // Samples on several markets run in several-markets.test.ts, which has their prices.
      if (sample.latestVersion.markets.length > 0) continue
      const id = await start({ algorithmId: clone.json.id, algorithmVersionId: clone.json.latestVersion.id })
      const result = await ended(id)
      expect(result.json, result.text.slice(0, 500)).toMatchObject({ status: 'Completed', progress: 100 })
    }
    const listed = (await user.get('/public-api/algorithms')).json
    expect(listed.find((one: { id: string }) => one.id === samples[0].id).cloneCount).toBe(1)
  })

  it('keep every version, numbered, with the externals of its script', async () => {
    const { json } = await user.post('/api/algorithms')
    expect(json).toMatchObject({ name: 'Algorithm', versionCount: 1, latestVersion: { versionNo: 1 } })
    const path = `/api/algorithms/${json.id}/versions`
    const script = "const externals: string[] = ['a', { name: 'b', defaultValue: 2 }]\nfunction onTick() { log(a, b) }"
    const saves = await Promise.all([1, 2, 3].map((n) => user.post(path, { script, message: `save ${n}` })))
    expect(saves.map((saved) => saved.json.versionNo).sort()).toEqual([2, 3, 4])
    expect(saves[0]!.json.externals).toEqual([{ name: 'a' }, { name: 'b', defaultValue: 2 }])
    const versions = (await user.get(path)).json
    expect(versions.map((version: { versionNo: number }) => version.versionNo)).toEqual([4, 3, 2, 1])
    expect((await user.get(`${path}/${saves[0]!.json.id}`)).json.script).toBe(script)
  })

  it('are shared as the owner chooses', async () => {
    const saved = await save('function onTick() { log(1) }')
    const path = `/api/algorithm/${saved.algorithmId}`
    const visitor = new HttpClient(server.url)
    const seen = async () => (await visitor.get(`/public-api/algorithms/${saved.algorithmId}/versions`)).json
    await user.call('PATCH', path, { shared: true, shareNew: true })
    expect(await seen()).toMatchObject([{ displayVersionNo: 'v1', id: saved.algorithmVersionId }])
    const next = { script: 'function onTick() { log(2) }', message: 'next' }
    expect((await user.post(`/api/algorithms/${saved.algorithmId}/versions`, next)).json.shared).toBe(true)
    expect(await seen()).toMatchObject([{ displayVersionNo: 'v2' }, { displayVersionNo: 'v1' }])
    await user.call('PATCH', path, { shareNew: false })
    expect((await user.post(`/api/algorithms/${saved.algorithmId}/versions`, next)).json.shared).toBe(false)
    expect(await seen()).toHaveLength(2)
    await user.call('PATCH', path, { shared: false })
    expect((await visitor.get(`/public-api/algorithms/${saved.algorithmId}/versions`)).status).toBe(404)
  })

  it('are deleted with everything in them, but not during a run', async () => {
    const saved = await save(SLOW)
    const id = await start(saved)
    expect((await user.call('DELETE', `/api/algorithm/${saved.algorithmId}`)).status).toBe(409)
    await user.until(`/api/backtest/${id}`, (row: Row) => row.status === 'In Progress')
    expect((await user.call('DELETE', `/api/backtest/${id}`)).status).toBe(409)
    expect((await user.call('PATCH', `/api/backtest/${id}`, { status: 'Stopped' })).status).toBe(200)
    await ended(id)
    expect((await user.call('DELETE', `/api/algorithm/${saved.algorithmId}`)).status).toBe(200)
    expect((await user.get(`/api/backtest/${id}`)).status).toBe(404)
  })
})

describe('backtests', () => {
  const cross = sampleFile('moving-average-cross.js')

  it('give identical results for identical requests', { tags: ['full'] }, async () => {
    const saved = await save(cross)
    const ids = await Promise.all([1, 2, 3].map(() => start(saved)))
    const hashes = await Promise.all(ids.map(async (id) => (await ended(id)).json.resultHash))
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(new Set(hashes).size).toBe(1)
  })

  it('report queued, started, progress and completed over the socket, with the whole row', async () => {
    const socket = await new SocketClient(user).opened()
    socket.send({ type: 'subscribe', topic: 'backtests' })
    const id = await start(await save(SLOW.replace('400000', '500')))
    const about = (event: string) => (message: { type: string; payload?: { event: string; data: unknown } }) =>
      message.payload?.event === event && (message.payload.data as { id: string }).id === id
    for (const event of ['update', 'started', 'progress', 'completed']) await socket.next(about(event))
    const events = socket.messages.flatMap((message) => (message.type === 'event' ? [message.payload.event] : []))
    expect(events.indexOf('started')).toBeLessThan(events.indexOf('progress'))
    expect(events.lastIndexOf('progress')).toBeLessThan(events.indexOf('completed'))
    socket.send({ type: 'subscribe', topic: `backtest.${id}` })
    const now = await socket.next((message) => message.type === 'event' && message.topic === `backtest.${id}`)
    expect(now).toMatchObject({ payload: { event: 'update', data: { status: 'Completed', readOnly: false } } })
    const charts = await socket.request(3, 'fetch-charts', { id })
    expect(charts.ok).toBe(true)
    socket.close()
  })

  it('keep positions, charts, log and manifest, and export positions as CSV', async () => {
    const id = await start(await save(cross), { models: { slippage: { model: 'fixed', pips: 0.1 } } })
    const { json } = await ended(id)
    expect(json.positionCount).toBeGreaterThan(2)
    expect(json.statistics.positionCount).toBe(json.positionCount)
    expect(json.metrics.length).toBeGreaterThan(20)
    expect(json.manifest).toMatchObject({ scriptHash: expect.any(String), dataSnapshot: expect.any(String), seed: 1 })
    expect(json.models).toMatchObject({ prices: 'both', slippage: { model: 'fixed', pips: 0.1 } })
    const positions = (await user.get(`/api/backtest/${id}/positions`)).json
    expect(positions).toHaveLength(json.positionCount)
    const socket = await new SocketClient(user).opened()
    const from = async (offset: number) => (await socket.request(3, 'fetch-positions', { id, offset })).data
    const total = json.positionCount
    expect(await from(0)).toEqual({ total, positions: positions.slice(0, 1000) })
    expect(await from(total - 1)).toEqual({ total, positions: positions.slice(total - 1) })
    expect(await from(total)).toEqual({ total, positions: [] })
    socket.close()
    const csv = await user.get(`/api/backtest/${id}/positions?format=CSV`)
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="positions-.*\.csv"$/)
    expect(csv.text.trim().split('\r\n')).toHaveLength(json.positionCount + 1)
    const charts = (await user.get(`/api/backtest/${id}/charts`)).json
    expect(charts.equityCurve.time.length).toBe(charts.equityCurve.equity.length)
    expect(charts.breakdowns.costs.net).toBeCloseTo(json.statistics.realizedProfit, 6)
    expect(charts.breakdowns.daily.length).toBeGreaterThan(0)
    expect(json.metrics[0]).toMatchObject({ key: 'profit', group: 'return', formula: expect.any(String), marks: [] })
    expect(csv.text.split('\r\n')[0]).toContain(',spreadCost,slippageCost,commission,swapCost,fundingCost,mae,mfe,')
    const slipped = positions.reduce((sum: number, one: { slippageCost: number }) => sum + one.slippageCost, 0)
    expect(slipped).toBeGreaterThan(0)
    expect(slipped).toBeCloseTo(json.statistics.slippageCost, 6)
    expect((await user.get(`/api/backtest/${id}/log`)).json).toMatchObject({ lines: [], dropped: 0 })
  })

  it('stop on request with the result so far', async () => {
    const id = await start(await save(SLOW))
    await user.until(`/api/backtest/${id}`, (row: { progress: number }) => row.progress > 0)
    await user.call('PATCH', `/api/backtest/${id}`, { status: 'Stopped' })
    const { json } = await ended(id)
    expect(json).toMatchObject({ status: 'Stopped', statistics: { positionCount: 0 } })
    expect(json.progress).toBeLessThan(100)
    const again = await user.call('PATCH', `/api/backtest/${id}`, { status: 'Stopped' })
    expect(again).toMatchObject({ status: 409, json: { message: 'This backtest has ended already: Stopped' } })
  })

  it('can be canceled while queued, and then never run', async () => {
    const slow = await save(SLOW)
    const busy = await Promise.all([start(slow), start(slow)])
    const waiting = await start(await save(cross))
    for (const id of busy) await user.until(`/api/backtest/${id}`, (row: Row) => row.status === 'In Progress')
    expect((await user.call('PATCH', `/api/backtest/${waiting}`, { status: 'Stopped' })).status).toBe(409)
    expect((await user.call('DELETE', `/api/backtest/${waiting}`)).json).toEqual({ ok: true })
    for (const id of busy) await user.call('PATCH', `/api/backtest/${id}`, { status: 'Stopped' })
    for (const id of busy) await ended(id)
    expect((await user.get(`/api/backtest/${waiting}`)).status).toBe(404)
  })

  it('run without a value for an external if the trader confirms, and say so', async () => {
    const id = await start(
      await save("const externals = ['size']\nfunction onStart() { log(typeof size) }\nfunction onTick() {}"),
    )
    expect((await ended(id)).json).toMatchObject({
      status: 'Completed',
      externals: {},
      warnings: expect.arrayContaining(['Externals value not set: size was undefined in the script']),
    })
    expect((await user.get(`/api/backtest/${id}/log`)).json.lines[0].message).toBe('undefined')
  })

  it('end as Errored with the place and the log if the script fails', async () => {
    const id = await start(await save("function onTick() {\n  log('before')\n  null.x\n}"))
    const { json } = await ended(id)
    expect(json).toMatchObject({ status: 'Errored', errorLine: 3, statistics: null })
    expect(json.detail).toContain('null')
    const log = (await user.get(`/api/backtest/${id}/log`)).json
    expect(log.lines[0].message).toBe('before')
  })

  it('are stored with sanitized texts, whatever a script writes and wherever it claims to have failed', async () => {
    const bad = String.raw`'a\0b\ud800\u001b'`
    const failing = await start(
      await save(
        `function onTick() {\n  log(${bad})\n  throw { message: ${bad}, stack: 'algorithm.js:99999999999:1' }\n}`,
      ),
    )
    expect((await ended(failing)).json).toMatchObject({
      status: 'Errored',
      detail: 'a�b��',
      errorLine: null,
      errorColumn: null,
    })
    const ending = await start(
      await save(
        `function onIntervalClose() {\n  log(${bad})\n  plot(${bad}, 1, { color: ${bad} })\n  buy({ quantity: 1, [${bad}]: 1 })\n}`,
      ),
    )
    expect((await ended(ending)).json).toMatchObject({ status: 'Completed' })
    expect((await user.get(`/api/backtest/${ending}/log`)).json.lines[0].message).toBe('a�b��')
  })

  it('are scheduled fairly between users', { tags: ['full'] }, async () => {
    const other = await signUp(server.url, 'neighbor')
    const light = SLOW.replace('400000', '500')
    const mine = await save(light)
    const theirs = await save(light, other)
    // All of the others wait until the runners are free.
    const slow = await save(SLOW)
    const busy = await Promise.all([start(slow), start(slow)])
    for (const id of busy) await user.until(`/api/backtest/${id}`, (row: Row) => row.status === 'In Progress')
    const many = await Promise.all(Array.from({ length: 8 }, () => start(mine)))
    const one = await start(theirs, {}, other)
    for (const id of busy) await user.call('PATCH', `/api/backtest/${id}`, { status: 'Stopped' })
    const their = await other.until(`/api/backtest/${one}`, isOver)
    const ours = await Promise.all(many.map(ended))
    const behind = ours.filter(({ json }) => json.started > their.json.started)
    expect(behind.length).toBeGreaterThan(2)
  })

  it('are listed newest first, page by page', async () => {
    const all = (await user.get('/api/backtests')).json
    const times = all.map(({ time }: { time: string }) => time)
    expect(times).toEqual(times.toSorted().toReversed())
    const page = (await user.get(`/api/backtests?limit=2&before=${times[1]}`)).json
    expect(page.map(({ time }: { time: string }) => time)).toEqual(times.slice(2, 4))
  })
})

describe('signing out', () => {
  it('closes the open sockets of that login', async () => {
    const browser = await signUp(server.url, 'leaver')
    const socket = await new SocketClient(browser).opened()
    const closed = new Promise<number>((done) => void socket.socket.once('close', done))
    await browser.get('/api/user/logout')
    expect(await closed).toBe(4001)
    expect(socket.messages.at(-1)).toMatchObject({ topic: 'user', payload: { event: 'logout', data: null } })
  })
})

describe('importing', () => {
  it('reports progress, lists the instrument, and changes nothing if repeated', async () => {
    const socket = await new SocketClient(user).opened()
    socket.send({ type: 'subscribe', topic: 'imports' })
    const first = await upload(user, bars(0.85))
    expect(first.status, first.text).toBe(200)
    const done = await socket.next(
      (message) =>
        message.type === 'event' && message.payload.event === 'import' && message.payload.data.status === 'Completed',
    )
    expect(done).toMatchObject({ payload: { data: { id: first.json.id, rows: 50, report: { imported: 50 } } } })
    const listed = (await user.get('/public-api/instruments/USD')).json
    expect(listed.map(({ id }: { id: string }) => id)).toContain('USDCHF:HISTDATA')
    const second = await upload(user, bars(0.85))
    const again = await user.until(`/api/market-data/imports/${second.json.id}`, isOver)
    expect(again.json).toMatchObject({ status: 'Completed', report: { imported: 0, unchanged: 50, replaced: 0 } })
    expect((await user.get('/api/market-data/imports')).json[0].id).toBe(second.json.id)
    socket.close()
  })

  it('is private for regular users, alongside the shared data', { tags: ['full'] }, async () => {
    const other = await signUp(server.url, 'importer')
    const path = '/public-api/historical-prices?instrumentId=USDCHF:HISTDATA&interval=D1&'
    const first = async (who: HttpClient) =>
      (await who.get(`${path}start=2000-01-01T00:00:00Z&end=2030-01-01T00:00:00Z`)).json.rows[0][1]
    const changed = await upload(other, bars(0.86))
    const own = await other.until(`/api/market-data/imports/${changed.json.id}`, isOver)
    expect(own.json).toMatchObject({ status: 'Completed', report: { imported: 50, replaced: 0 } })
    expect([await first(other), await first(user), await first(new HttpClient(server.url))]).toEqual([0.86, 0.85, 0.85])
    const mine = await upload(user, bars(0.86))
    const replaced = await user.until(`/api/market-data/imports/${mine.json.id}`, isOver)
    expect(replaced.json).toMatchObject({ status: 'Completed', report: { replaced: 50 } })
  })
})
