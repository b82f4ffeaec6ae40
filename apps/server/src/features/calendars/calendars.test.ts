import { type Answer, HttpClient, signUp, startTestDatabase, TEST_MARKET, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const PATH = '/api/market-data/calendars'
const LIST = '/public-api/market-data/calendars'
/** A Wednesday in the middle of the test market, and one long after it. */
const NOON_OF_10TH = 'date,open,close\n2024-01-10,,12:00\n'
const CHRISTMAS = 'date,open,close\n2030-12-25,,\n'

let database: TestDatabase
let server: TestServer
let admin: HttpClient
let user: HttpClient

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  admin = await signUp(server.url, 'admin')
  user = await signUp(server.url, 'somebody')
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})
beforeEach(async () => {
  for (const who of [user, admin]) {
    for (const { name } of (await who.get(LIST)).json) await who.call('DELETE', `${PATH}/${encodeURIComponent(name)}`)
  }
})

function send(who: HttpClient, file: string, fields: Record<string, string> = {}): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ format: 'csv', ...fields })) form.append(name, value)
  form.append('file', new Blob([file]), '../days.csv')
  return who.call('POST', PATH, form)
}

const utc = (text: string): number => Date.parse(`${text}Z`)

describe('calendars', () => {
  it('are imported with a report, listed for everybody, and removed', async () => {
    const { status, json } = await send(admin, NOON_OF_10TH)
    const calendar = {
      name: 'forex',
      sources: ['days.csv'],
      closures: [[utc('2024-01-10T17:00'), utc('2024-01-11T05:00')]],
      isPrivate: false,
    }
    expect([status, json]).toEqual([200, { calendar, timezone: 'America/New_York', days: 1, bankHolidays: 0 }])
    expect((await new HttpClient(server.url).get(LIST)).json).toEqual([calendar])
    expect((await admin.call('DELETE', `${PATH}/forex`)).json).toEqual({ ok: true })
    expect((await admin.get(LIST)).json).toEqual([])
    expect((await admin.call('DELETE', `${PATH}/forex`)).status).toBe(404)
  })

  it('are extended on request, and replaced otherwise', async () => {
    await send(admin, NOON_OF_10TH)
    const { json } = await send(admin, CHRISTMAS, { add: 'true', timezone: 'Europe/Athens' })
    expect(json.calendar.closures).toEqual([
      [utc('2024-01-10T17:00'), utc('2024-01-11T05:00')],
      [utc('2030-12-24T22:00'), utc('2030-12-25T22:00')],
    ])
    const own = await send(admin, CHRISTMAS, { name: TEST_MARKET.id })
    expect(own.json.calendar.closures).toHaveLength(1)
    expect((await admin.get(LIST)).json.map(({ name }: { name: string }) => name)).toEqual([TEST_MARKET.id, 'forex'])
  })

  it('immediately affect data quality', async () => {
    const graded = async () =>
      (await user.get(`/public-api/market-data/quality?instrumentId=${TEST_MARKET.id}&interval=M1`)).json
    const day = Date.UTC(2024, 0, 10)
    const due = async () => (await graded()).days.find(([start]: number[]) => start === day)[1]
    expect(await due()).toBe(1440)
    await send(admin, NOON_OF_10TH)
    expect(await due()).toBe(17 * 60)
    await admin.call('DELETE', `${PATH}/forex`)
    expect(await due()).toBe(1440)
  })

  it('immediately affect runs: nothing fills while they close the market', { tags: ['full'] }, async () => {
    const script = 'function onIntervalClose() { if (positions.count === 0) buy({ quantity: 1000 })\n else closeAll() }'
    const algorithm = (await user.post('/api/algorithms')).json
    const version = (await user.post(`/api/algorithms/${algorithm.id}/versions`, { script, message: '' })).json
    const run = async () => {
      const { json } = await user.post('/api/backtest', {
        algorithmId: algorithm.id,
        algorithmVersionId: version.id,
        instrumentId: TEST_MARKET.id,
        start: TEST_MARKET.start,
        end: TEST_MARKET.end,
      })
      await user.until(`/api/backtest/${json.id}`, ({ status }: { status: string }) => status === 'Completed')
      const positions = (await user.get(`/api/backtest/${json.id}/positions`)).json as { openTime: number }[]
      return positions.filter(
        ({ openTime }) => openTime >= utc('2024-01-10T17:00') && openTime < utc('2024-01-11T05:00'),
      ).length
    }
    expect(await run()).toBeGreaterThan(10)
    await send(admin, NOON_OF_10TH)
    expect(await run()).toBe(0)
  })
})

describe('calendars of a user who is not an administrator', () => {
  const seenBy = async (who: HttpClient): Promise<unknown> =>
    (await who.get(LIST)).json.map(({ name, sources, isPrivate }: Record<string, unknown>) => [
      name,
      sources,
      isPrivate,
    ])
  const visitor = () => new HttpClient(server.url)

  it('are visible to that user alone, who may replace and remove them', async () => {
    expect((await send(user, CHRISTMAS)).json.calendar).toMatchObject({ name: 'forex', isPrivate: true })
    expect((await send(user, NOON_OF_10TH)).json.calendar.closures).toHaveLength(1)
    for (const who of [admin, visitor()]) expect(await seenBy(who)).toEqual([])
    expect(await seenBy(user)).toEqual([['forex', ['days.csv'], true]])
    // For another user, the calendar does not exist.
    expect((await admin.call('DELETE', `${PATH}/forex`)).json).toEqual(
      (await admin.call('DELETE', `${PATH}/always`)).json,
    )
    expect((await user.call('DELETE', `${PATH}/forex`)).status).toBe(200)
    expect(await seenBy(user)).toEqual([])
  })

  it('replace the shared one, or start from it', async () => {
    await send(admin, NOON_OF_10TH)
    expect((await send(user, CHRISTMAS, { add: 'true' })).json.calendar.closures).toHaveLength(2)
    expect((await send(user, CHRISTMAS)).json.calendar.closures).toHaveLength(1)
    for (const who of [admin, visitor()]) expect(await seenBy(who)).toEqual([['forex', ['days.csv'], false]])
    expect((await admin.get(LIST)).json[0].closures).toHaveLength(1)
    await user.call('DELETE', `${PATH}/forex`)
    expect(await seenBy(user)).toEqual([['forex', ['days.csv'], false]])
    const refused = await user.call('DELETE', `${PATH}/forex`)
    expect([refused.status, refused.json.code]).toEqual([403, 'administrator-only'])
    expect(await seenBy(admin)).toHaveLength(1)
  })
})

describe('an invalid calendar', () => {
  it.each([
    ['date,open,close\n2024-02-30,,\n', {}, /^days\.csv line 2: "2024-02-30" is not a date/],
    ['day\n', {}, /^days\.csv line 1: the header/],
    ['[', { format: 'json' }, /^days\.csv: is not complete JSON/],
    ['{}', { format: 'lean' }, /^days\.csv: is not a market-hours database/],
    ['', { format: 'ics' }, /^Please choose a format/],
    [CHRISTMAS, { name: '../x' }, /^Calendar must be forex/],
    [CHRISTMAS, { timezone: 'Mars/Base' }, /Time zone "Mars\/Base"/],
    [CHRISTMAS, { add: 'perhaps' }, /./],
    [CHRISTMAS, { market: 'Forex-oanda-[*]' }, /a csv file has no markets/],
    [CHRISTMAS, { other: 'x' }, /./],
  ])('is refused with the problem (%#)', async (file, fields, message) => {
    for (const who of [user, admin]) {
      const { status, json } = await send(who, file, fields)
      expect([status, json.kind]).toEqual([400, 'invalid-input'])
      expect(json.message).toMatch(message)
    }
    expect((await admin.get(LIST)).json).toEqual([])
  })

  it('is refused if it is too large or has no file', async () => {
    expect((await send(admin, ' '.repeat(17 * 1024 * 1024))).status).toBe(413)
    const form = new FormData()
    form.append('format', 'csv')
    expect((await admin.call('POST', PATH, form)).json.fields).toEqual({ file: 'Please choose a file' })
    expect((await admin.call('DELETE', `${PATH}/nothing`)).status).toBe(400)
  })
})
