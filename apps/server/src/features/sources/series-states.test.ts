import type { SeriesState } from '@tradeloom/contracts'
import { type HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { type SourceLabs, startSourceLabs } from './source-labs.fixture.ts'

const KEY = 'abcdef0123456789abcdef0123456789'
/** 08:30 in New York, in daylight saving time since two days before. */
const REVISED = Date.parse('2024-03-12T12:30:00.000Z')
const NEXT = Date.parse('2024-04-10T12:30:00.000Z')
const FIRST = Date.parse('2024-02-13T13:30:00.000Z')
const [JANUARY, FEBRUARY, MARCH] = [Date.UTC(2024, 0), Date.UTC(2024, 1), Date.UTC(2024, 2)]

let database: TestDatabase
let labs: SourceLabs
let server: TestServer
let ann: HttpClient
let bob: HttpClient

beforeAll(async () => {
  database = await startTestDatabase()
  labs = await startSourceLabs()
  server = await startTestServer({ databaseUrl: database.url, env: labs.env })
  const admin = await signUp(server.url, 'admin')
  ann = await signUp(server.url, 'ann')
  bob = await signUp(server.url, 'bob')
  for (const name of ['fred', 'cftc', 'nasdaq'])
    expect((await admin.call('PATCH', `/api/admin/source/${name}`, { isOn: true })).status).toBe(200)
  for (const user of [ann, bob])
    expect((await user.call('PUT', '/api/sources/key/fred', { key: KEY })).status).toBe(200)
})
afterAll(async () => {
  await server?.stop()
  await labs?.stop()
  await database?.stop()
})

const stateOf = async (user: HttpClient, id: string): Promise<SeriesState> =>
  (await user.get(`/api/sources/series?series=${encodeURIComponent(id)}`)).json[0]
const fetchAs = (user: HttpClient, series: string) => user.post('/api/sources/series', { series })
const knownAs = (user: HttpClient, series: string, at: string) =>
  user.get(`/api/sources/series/known?series=${encodeURIComponent(series)}&at=${at}`)

describe('a dataset', () => {
  it('lists a series with what prevents reading it, and fetches it on request', async () => {
    const names = ['FRED:CPIAUCSL', 'NOBODY:X', 'ECB:EXR/D', 'NASDAQ:A/B']
    const { json } = await ann.get(`/api/sources/series?series=${encodeURIComponent(names.join(','))}`)
    expect(json.map(({ id, stored, problem }: SeriesState) => [id, stored, problem])).toEqual([
      ['FRED:CPIAUCSL', null, null],
      ['NOBODY:X', null, expect.stringContaining('There is no data provider NOBODY')],
      ['ECB:EXR/D', null, expect.stringContaining('is switched off here')],
      ['NASDAQ:A/B', null, expect.stringContaining('does not allow its values to be kept')],
    ])
    expect((await fetchAs(ann, 'FRED:NOSUCHSERIES')).json.message).toBe('FRED has no series FRED:NOSUCHSERIES')
    const fetched = await fetchAs(ann, 'FRED:CPIAUCSL')
    expect(fetched.status, fetched.text).toBe(200)
    expect(fetched.json).toEqual(await stateOf(ann, 'FRED:CPIAUCSL'))
    expect(fetched.json).toMatchObject({
      provider: { name: 'fred', title: 'FRED' },
      stored: {
        values: 3,
        revisions: 5,
        firstPeriod: JANUARY,
        lastPeriod: MARCH,
        first: FIRST,
        last: NEXT,
        since: FIRST,
        qualities: ['vintage'],
        problem: null,
      },
      fetching: null,
      needsKey: false,
      problem: null,
    })
  })

  it('that one user has fetched with a key is not there for others', async () => {
    expect((await stateOf(bob, 'FRED:CPIAUCSL')).stored).toBeNull()
    expect((await knownAs(bob, 'FRED:CPIAUCSL', '2024-03-12T23:59:59.999Z')).status).toBe(404)
    expect((await bob.get('/api/sources/series/steps?series=FRED:CPIAUCSL')).status).toBe(404)
    expect((await bob.call('PUT', '/api/sources/key/fred', { key: null })).status).toBe(200)
    expect(await stateOf(bob, 'FRED:CPIAUCSL')).toMatchObject({ stored: null, needsKey: true, problem: null })
    expect((await fetchAs(bob, 'FRED:CPIAUCSL')).json.message).toContain('needs your key for FRED')
  })

  it('is at a time what was known then, and has a step for each newest value', async () => {
    const at = async (time: string): Promise<unknown> => (await knownAs(ann, 'FRED:CPIAUCSL', time)).json
    expect(await at('2024-02-12T23:59:59.999Z')).toEqual({ periods: [], values: [], known: [], qualities: [] })
    expect(await at('2024-03-11T23:59:59.999Z')).toMatchObject({
      periods: [JANUARY],
      values: [308.417],
      known: [FIRST],
    })
    expect(await at('2024-03-12T23:59:59.999Z')).toMatchObject({ values: [308.5], known: [REVISED] })
    expect(await at('2024-04-10T23:59:59.999Z')).toEqual({
      periods: [JANUARY, FEBRUARY, MARCH],
      values: [308.5, 310.326, 312.332],
      known: [REVISED, NEXT, NEXT],
      qualities: ['vintage', 'vintage', 'vintage'],
    })
    expect((await ann.get('/api/sources/series/steps?series=FRED:CPIAUCSL')).json).toEqual({
      known: [FIRST, REVISED, NEXT],
      periods: [JANUARY, JANUARY, MARCH],
      values: [308.417, 308.5, 312.332],
      qualities: ['vintage', 'vintage', 'vintage'],
    })
  })

  it('without revisions is observed from now on, and everybody may read it', async () => {
    const id = 'CFTC:099741#lev_money_net'
    const { json, text, status } = await fetchAs(ann, id)
    expect(status, text).toBe(200)
    const { stored } = await stateOf(bob, id)
    expect(stored).toEqual(json.stored)
    expect(stored?.qualities[0]).toBe('lagged')
    expect(stored?.values).toBeGreaterThan(0)
  })

  it('is listed by the version of an algorithm that reads it, for those who may see that version', async () => {
    const { json } = await ann.post('/api/algorithms', { name: 'Macro' })
    const script = "const it = series('FRED:CPIAUCSL')\nfunction onIntervalClose() { log(it.value) }"
    const saved = await ann.post(`/api/algorithms/${json.id}/versions`, { script, message: '' })
    const path = `/api/sources/series?algorithmId=${json.id}&algorithmVersionId=${saved.json.id}`
    expect((await ann.get(path)).json).toEqual([await stateOf(ann, 'FRED:CPIAUCSL')])
    expect((await bob.get(path)).status).toBe(404)
    expect((await ann.get('/api/sources/series')).status).toBe(400)
    expect((await ann.get(`${path}&series=FRED:X`)).status).toBe(400)
  })
})
