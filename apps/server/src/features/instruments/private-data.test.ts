import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { historicalTicks } from '@tradeloom/contracts'
import { HttpClient, signUp, SocketClient, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLOSED_FROM_NOON, HOURS, marketOf, putCalendar, putPrices } from '../../testing/private-data.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

/** The store as an administrator, Ben and Cat see it: of the others, Ben sees only the first. */
const OWNERS = ['shared', 'own', 'another’s'] as const
type Owner = (typeof OWNERS)[number]

/** What exists before, by instrument of a separate broker, and what a user adds. */
const KINDS = ['traded', 'intrabar ticks', 'conversion', 'calendar', 'spread'] as const
type Kind = (typeof KINDS)[number]

const CASES = KINDS.flatMap((kind) => OWNERS.map((owner) => ({ kind, owner, broker: brokerOf(kind, owner) })))

function brokerOf(kind: Kind, owner: Owner): string {
  return `B${KINDS.indexOf(kind)}${OWNERS.indexOf(owner)}`
}

const idOf = ({ kind, broker }: { kind: Kind; broker: string }): string =>
  kind === 'conversion' ? `EURGBP:${broker}` : `EURUSD:${broker}`

/** Both exits are inside every minute. */
const SCRIPT =
  'function onIntervalClose() { if (positions.count === 0) buy({ quantity: 1000, stopLossPips: 5, takeProfitPips: 5 }) }'

let database: TestDatabase
let server: TestServer
let admin: HttpClient
let ben: HttpClient
let cat: HttpClient
let ids: Record<'ben' | 'cat', string>
let calendarFile: string

beforeAll(async () => {
  database = await startTestDatabase()
  const env = {
    TRADELOOM_USER_UPLOADS: '2',
    TRADELOOM_USER_FILES: '3',
    TRADELOOM_USER_UPLOAD_MB: '1',
    TRADELOOM_USER_STORAGE_MB: '1',
  }
  server = await startTestServer({ databaseUrl: database.url, env })
  admin = await signUp(server.url, 'admin')
  ben = await signUp(server.url, 'ben')
  cat = await signUp(server.url, 'cat')
  ids = { ben: (await ben.get('/api/user')).json.id, cat: (await cat.get('/api/user')).json.id }
  calendarFile = join(server.dataDir, 'closed.csv')
  await writeFile(calendarFile, CLOSED_FROM_NOON)
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

const viewOf = (owner: Owner) =>
  marketOf(server).forOwner(owner === 'shared' ? null : owner === 'own' ? ids.ben : ids.cat)

interface Runner {
  /** Asks for a backtest. */
  readonly ask: (instrumentId: string, others?: object) => ReturnType<HttpClient['post']>
  /** Starts a backtest; resolves to its id. */
  readonly start: (instrumentId: string, others?: object) => Promise<string>
  readonly algorithm: string
}

async function runnerOf(who: HttpClient, isPublic = false): Promise<Runner> {
  const algorithm = (await who.post('/api/algorithms')).json.id
  const version = (await who.post(`/api/algorithms/${algorithm}/versions`, { script: SCRIPT, message: '' })).json.id
  if (isPublic) await who.call('PATCH', `/api/algorithm/${algorithm}`, { shared: true })
  const settings = { algorithmId: algorithm, algorithmVersionId: version, ...HOURS, interval: 'M5' }
  const ask: Runner['ask'] = (instrumentId, others = {}) =>
    who.post('/api/backtest', { ...settings, instrumentId, ...others })
  return {
    algorithm,
    ask,
    start: async (instrumentId, others) => {
      const answer = await ask(instrumentId, others)
      expect(answer.status, answer.text).toBe(200)
      return answer.json.id
    },
  }
}

const isOver = ({ status }: { status: string }): boolean => status !== 'Queued' && status !== 'In Progress'

async function completed(who: HttpClient, id: string) {
  const { json } = await who.until(`/api/backtest/${id}`, isOver)
  expect(json.status, json.detail).toBe('Completed')
  return json
}

describe('runs of a user while data is added', () => {
  interface Seen {
    readonly run: string
    readonly spread: string
  }
  const before = new Map<string, Seen>()
  const after = new Map<string, Seen>()

  async function resultOf(id: string): Promise<string> {
    const { json } = await ben.until(`/api/backtest/${id}`, isOver)
    return [json.status, json.detail, json.resultHash, json.manifest.dataSnapshot].join(' ')
  }

  async function readAll(into: Map<string, Seen>): Promise<void> {
    const runner = await runnerOf(ben)
    const asked = await Promise.all(CASES.map(async (one) => [one, await runner.ask(idOf(one))] as const))
    for (const [one, answer] of asked) {
      const spread = await ben.get(`/api/market-data/spread?instrumentId=${idOf(one)}`)
      // Without prices to convert with, a run is refused.
      const run = answer.status === 200 ? await resultOf(answer.json.id) : `${answer.status} ${answer.text}`
      into.set(one.broker, {
        run,
        spread: `${spread.status} ${spread.text}`,
      })
    }
  }

  beforeAll(async () => {
    for (const one of CASES) {
      await putPrices(marketOf(server), idOf(one), one.kind === 'spread' ? 'one-price minutes' : 'minutes', 1.1)
    }
    await readAll(before)
    for (const one of CASES) {
      const view = viewOf(one.owner)
      if (one.kind === 'traded') await putPrices(view, idOf(one), 'minutes', 1.2)
      if (one.kind === 'intrabar ticks') await putPrices(view, idOf(one), 'ticks', 1.1)
      if (one.kind === 'conversion') await putPrices(view, `GBPUSD:${one.broker}`, 'minutes', 1.3)
      if (one.kind === 'calendar') await putCalendar(view, idOf(one), calendarFile)
      if (one.kind === 'spread') await putPrices(view, idOf(one), 'minutes', 1.1)
    }
    await readAll(after)
  })

  for (const { kind, owner, broker } of CASES) {
    it(`${kind}, ${owner}: ${owner === 'another’s' ? 'no bit of the result changes' : 'the new data is used'}`, () => {
      const [old, fresh] = [before.get(broker), after.get(broker)]
      if (owner === 'another’s') return expect(fresh).toEqual(old)
      expect(fresh?.run).not.toBe(old?.run)
      expect(fresh?.run).toMatch(/^Completed/)
      if (kind === 'spread') expect([old?.spread.slice(0, 3), fresh?.spread.slice(0, 3)]).toEqual(['400', '200'])
      return undefined
    })
  }
})

describe('ticks of a chart', () => {
  const ID = 'EURUSD:TICKS'
  const START = Date.parse(HOURS.start)
  const MINUTE = 60_000
  let socket: SocketClient

  beforeAll(async () => {
    await putPrices(marketOf(server), ID, 'ticks', 1.1, 20)
    // Visitors see charts too.
    socket = await new SocketClient(new HttpClient(server.url)).opened()
  })
  afterAll(() => socket?.close())

  const request = (from: number, to: number, instrumentId = ID) =>
    socket.request(2, 'historical-ticks', {
      instrumentId,
      start: new Date(from).toISOString(),
      end: new Date(to).toISOString(),
    })

  it('reads the ticks of a period with bid and ask, the end excluded', async () => {
    const reply = await request(START + MINUTE, START + 2 * MINUTE)
    const { rows, more } = historicalTicks.parse(reply.data)
    expect(more).toBe(false)
    expect(rows.map(([time]) => time - START)).toEqual([60_000, 75_000, 90_000, 105_000])
    for (const [, bid, ask] of rows) expect(ask - bid).toBeCloseTo(0.0001, 9)
    expect(rows[1]?.[1]).toBeCloseTo(1.101, 5)
  })

  it('has no ticks before and after those of an instrument', async () => {
    for (const from of [START - 10 * MINUTE, START + 20 * MINUTE, START + 90 * 24 * 60 * MINUTE]) {
      expect(await request(from, from + 10 * MINUTE)).toMatchObject({ ok: true, data: { rows: [], more: false } })
    }
  })

  it('refuses more than 30 minutes, an end before the start and an unknown instrument', async () => {
    expect(await request(START, START + 30 * MINUTE + 1)).toMatchObject({
      ok: false,
      error: expect.stringContaining('30'),
    })
    expect(await request(START, START)).toMatchObject({ ok: false, error: 'End cannot be before start!' })
    expect((await request(START, START + MINUTE, 'NO:NO')).ok).toBe(false)
  })
})

describe('private data of another user', () => {
  const SECRET = 'GBPCHF:SECRET'
  const NOTHING = 'GBPCHF:NOTHING'

  /** Every request about an instrument by name, with the name removed from the replies. */
  async function asks(who: HttpClient, id: string): Promise<unknown[]> {
    const period = `instrumentId=${id}&start=${HOURS.start}&end=${HOURS.end}`
    const answers = [
      await who.get(`/public-api/historical-prices?${period}&interval=M5`),
      await who.get(`/api/historical-availability?instrumentId=${id}&interval=M1`),
      await who.get(`/api/historical-availability?instrumentId=${id}&interval=Tick`),
      await who.get(`/public-api/market-data/quality?${period}`),
      await who.get(`/public-api/market-data/quality?instrumentId=${id}&interval=Tick`),
      await who.get(`/api/market-data/spread?instrumentId=${id}`),
      await who.call('DELETE', `/api/market-data/instruments/${id}`),
      await who.call('DELETE', `/api/market-data/instruments/${id}?interval=M1&price=quote`),
      await who.call('DELETE', `/api/market-data/instruments/${id}?shared=true`),
      await who.call('DELETE', `/api/market-data/calendars/${id}`),
    ]
    const socket = await new SocketClient(who).opened()
    const { ok, error } = await socket.request(2, 'historical-prices', { instrumentId: id, interval: 'M5', ...HOURS })
    const halfHour = { start: HOURS.start, end: '2024-01-10T08:30:00.000Z' }
    const ticks = await socket.request(2, 'historical-ticks', { instrumentId: id, ...halfHour })
    socket.close()
    const replies = [
      [ok, error],
      [ticks.ok, ticks.error],
    ]
    return [...answers.map(({ status, text }) => [status, text.replaceAll(id, 'ID')]), ...replies]
  }

  beforeAll(async () => {
    const view = viewOf('another’s')
    await putPrices(view, SECRET, 'minutes', 1.1)
    await putPrices(view, SECRET, 'ticks', 1.1)
    await putCalendar(view, SECRET, calendarFile)
  })

  for (const name of ['ben', 'admin', 'a visitor'] as const) {
    it(`answers ${name} as if the data did not exist`, async () => {
      const who = name === 'ben' ? ben : name === 'admin' ? admin : new HttpClient(server.url)
      expect(await asks(who, SECRET)).toEqual(await asks(who, NOTHING))
      for (const path of ['/public-api/instruments/USD', '/public-api/market-data/calendars']) {
        expect((await who.get(path)).text).not.toContain('SECRET')
      }
      if (name === 'a visitor') return
      expect((await who.get('/api/instruments')).text).not.toContain('SECRET')
      const algorithm = (await runnerOf(who)).algorithm
      const [version] = (await who.get(`/api/algorithms/${algorithm}/versions`)).json
      const run = async (instrumentId: string) => {
        const settings = { algorithmId: algorithm, algorithmVersionId: version.id, instrumentId, ...HOURS }
        const { status, text } = await who.post('/api/backtest', settings)
        return [status, text.replaceAll(instrumentId, 'ID')]
      }
      expect(await run(SECRET)).toEqual(await run(NOTHING))
    })
  }

  it('is listed for administrators only', async () => {
    const { json } = await admin.get('/api/market-data/private')
    expect(json.filter((one: { instrumentId: string }) => one.instrumentId === SECRET)).toMatchObject([
      { ownerId: ids.cat, owner: 'cat', interval: 'Tick', price: 'quote', rows: 1920, months: 1 },
      { ownerId: ids.cat, owner: 'cat', interval: 'M1', price: 'quote', rows: 480, months: 1 },
    ])
    const share = { ownerId: ids.cat, instrumentId: SECRET, interval: 'M1', price: 'quote' }
    const refusals = await Promise.all([
      ben.get('/api/market-data/private'),
      ben.post('/api/market-data/private/share', share),
      ben.post('/api/market-data/private/share', { ...share, ownerId: randomUUID() }),
    ])
    expect(refusals.map(({ status, text }) => [status, text])).toEqual(refusals.map(() => [403, refusals[0]?.text]))
    for (const change of [
      { ownerId: ids.ben },
      { ownerId: randomUUID() },
      { instrumentId: NOTHING },
      { price: 'trade' },
    ]) {
      const answer = await admin.post('/api/market-data/private/share', { ...share, ...change })
      expect([answer.status, answer.json.message]).toEqual([404, 'Market data not found'])
    }
  })
})

describe('a published result on private prices', () => {
  it('marks the prices as private for everybody but the owner, and shows them once they are shared', async () => {
    const id = 'USDJPY:PUBLIC'
    await putPrices(viewOf('another’s'), id, 'minutes', 1.1)
    const runner = await runnerOf(cat, true)
    const run = await runner.start(id)
    const own = await completed(cat, run)
    expect(own.prices).toBe('same')
    expect(own.manifest.data).toMatchObject([
      {
        instrumentId: id,
        use: 'traded',
        interval: 'M1',
        price: 'quote',
        owner: 'private',
        rows: 480,
        hash: expect.any(String),
      },
    ])
    const visitor = new HttpClient(server.url)
    const seen = async (who: HttpClient) =>
      (await who.get(`/${who === visitor ? 'public-api' : 'api'}/backtest/${run}`)).json.prices
    const bars = `/public-api/historical-prices?instrumentId=${id}&interval=M5&start=${HOURS.start}&end=${HOURS.end}`
    expect([await seen(visitor), await seen(ben), await seen(cat)]).toEqual(['private', 'private', 'same'])
    expect((await visitor.get(bars)).status).toBe(404)
    // Other prices of the same name are not those of the run.
    await putPrices(viewOf('own'), id, 'minutes', 1.5)
    expect(await seen(ben)).toBe('private')

    const share = { ownerId: ids.cat, instrumentId: id, interval: 'M1', price: 'quote' }
    const shared = await admin.post('/api/market-data/private/share', share)
    expect(shared.json).toEqual({ added: ['2024-01'], replaced: [], unchanged: [] })
    expect([await seen(visitor), await seen(ben), await seen(cat)]).toEqual(['same', 'private', 'same'])
    expect((await visitor.get(bars)).status).toBe(200)
    expect((await admin.call('DELETE', `/api/market-data/instruments/${id}?shared=true`)).json).toEqual({ series: 1 })
    expect([await seen(visitor), await seen(ben), await seen(cat)]).toEqual(['private', 'private', 'gone'])
  })
})

describe('sharing and deleting', () => {
  const first = async (who: HttpClient, id: string): Promise<unknown> => {
    const path = `/public-api/historical-prices?instrumentId=${id}&interval=H8&start=${HOURS.start}&end=${HOURS.end}`
    return (await who.get(path)).json.rows?.[0]?.[1] ?? null
  }

  it('replaces shared months only on request, and then removes the private ones', async () => {
    const id = 'EURUSD:MERGE'
    await putPrices(marketOf(server), id, 'minutes', 1.1)
    await putPrices(viewOf('another’s'), id, 'minutes', 1.2)
    const share = { ownerId: ids.cat, instrumentId: id, interval: 'M1', price: 'quote' }
    const refused = await admin.post('/api/market-data/private/share', share)
    expect(refused).toMatchObject({
      status: 409,
      json: {
        code: 'months-differ',
        message: `${id} is shared with other values in 2024-01`,
        details: { months: ['2024-01'] },
      },
    })
    expect([await first(ben, id), await first(cat, id)]).toEqual([1.1, 1.2])
    const done = await admin.post('/api/market-data/private/share', { ...share, replace: true })
    expect(done.json).toEqual({ added: [], replaced: ['2024-01'], unchanged: [] })
    expect([await first(ben, id), await first(cat, id)]).toEqual([1.2, 1.2])
    expect((await admin.post('/api/market-data/private/share', share)).status).toBe(404)
  })

  it('is allowed for private data of one’s own, and for shared data to administrators', async () => {
    const id = 'EURUSD:DELETE'
    await putPrices(marketOf(server), id, 'minutes', 1.1)
    await putPrices(viewOf('own'), id, 'minutes', 1.2)
    await putPrices(viewOf('own'), id, 'ticks', 1.2)
    const path = `/api/market-data/instruments/${id}`
    expect((await ben.call('DELETE', `${path}?shared=true`)).status).toBe(403)
    expect((await ben.call('DELETE', `${path}?interval=M1`)).status).toBe(400)
    expect((await ben.call('DELETE', `${path}?interval=M1&price=quote`)).json).toEqual({ series: 1 })
    expect(
      (await ben.get('/public-api/instruments/USD')).json.find((one: { id: string }) => one.id === id).series,
    ).toMatchObject([
      { interval: 'Tick', sharedMonths: 0, privateMonths: 1 },
      { interval: 'M1', sharedMonths: 1, privateMonths: 0 },
    ])
    expect((await ben.call('DELETE', path)).json).toEqual({ series: 1 })
    expect((await ben.call('DELETE', path)).status).toBe(404)
    expect([await first(ben, id), await first(cat, id)]).toEqual([1.1, 1.1])
    expect((await admin.call('DELETE', `${path}?shared=true`)).status).toBe(200)
    expect([await first(ben, id), await first(cat, id)]).toEqual([null, null])
  })
})

describe('quotas of a user who is not an administrator', () => {
  const bars = (rows: number): string =>
    Array.from({ length: rows }, (_, n) => {
      const at = new Date(Date.UTC(2024, 0, 9) + n * 60_000).toISOString().replaceAll(/[-:T]/g, '')
      return `${at.slice(0, 8)} ${at.slice(8, 14)};1.1;1.1;1.1;1.1;0`
    }).join('\n')

  const noisy = (rows: number): string =>
    bars(rows)
      .split('\n')
      .map((line, row) => line.replaceAll('1.1', (1.1 + Math.sin(row * 12.9898) / 1000).toFixed(9)))
      .join('\n')

  function send(who: HttpClient, files: readonly string[]) {
    const form = new FormData()
    form.append('instrumentId', 'EURUSD:QUOTA')
    form.append('format', 'histdata')
    for (const text of files) form.append('file', new Blob([text]), 'DAT_ASCII_EURUSD_M1_2024.csv')
    return who.call('POST', '/api/market-data/imports', form)
  }

  it('limit the files and bytes of an upload and state the figures', async () => {
    const dan = await signUp(server.url, 'dan')
    const many = await send(dan, ['1', '2', '3', '4'])
    expect([many.status, many.json.message]).toEqual([413, 'An upload may have at most 3 files'])
    const large = await send(dan, ['x'.repeat(1_100_000)])
    expect([large.status, large.json.message]).toEqual([
      413,
      'Uploads in progress may have at most 1 MB in total; this upload would exceed that',
    ])
    // They no longer count.
    expect((await send(dan, [bars(10)])).status).toBe(200)
    expect((await send(admin, ['x'.repeat(1_100_000)])).status).toBe(200)
  })

  it('limit parallel uploads that arrive at the same time', async () => {
    const eve = await signUp(server.url, 'eve')
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(eve, [bars(2000)])))
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(12)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.json.message).toBe('You have 2 uploads in progress, of at most 2. Please wait for one to finish')
  })

  it('limit stored data, and deleting frees space', { tags: ['full'] }, async () => {
    const fay = await signUp(server.url, 'fay')
    const { id } = (await fay.get('/api/user')).json
    const view = marketOf(server).forOwner(id)
    await putPrices(view, 'EURUSD:FULL', 'ticks', 1.1, 50_000)
    const usage = (await fay.get('/api/market-data/usage')).json
    expect(usage).toMatchObject({
      maxStoredBytes: 1024 ** 2,
      maxUploads: 2,
      maxFiles: 3,
      maxUploadBytes: 1024 ** 2,
    })
    expect(usage.storedBytes).toBeGreaterThan(usage.maxStoredBytes)
    const refused = await send(fay, [bars(10)])
    expect([refused.status, refused.json.code]).toEqual([413, 'storage-quota'])
    expect(refused.json.message).toMatch(/^Your market data uses [\d.]+ MB of your 1 MB quota/)
    expect((await fay.call('DELETE', '/api/market-data/instruments/EURUSD:FULL')).json).toEqual({ series: 1 })
    expect((await fay.get('/api/market-data/usage')).json.storedBytes).toBeLessThan(100_000)
    // An excess is detected before anything is committed.
    await putPrices(view, 'EURUSD:MOST', 'ticks', 1.1, 38_000)
    const last = await send(fay, [noisy(8000)])
    const ended = await fay.until(`/api/market-data/imports/${last.json.id}`, isOver)
    expect(ended.json.detail).toMatch(/of your 1 MB quota, and this adds [\d.]+ MB\. Delete data/)
    expect((await fay.get('/public-api/instruments/USD')).text).not.toContain('QUOTA')
    const small = await send(fay, [bars(10)])
    expect((await fay.until(`/api/market-data/imports/${small.json.id}`, isOver)).json.status).toBe('Completed')
  })
})
