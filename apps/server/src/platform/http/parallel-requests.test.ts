import { HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const IDLE = 'function onIntervalClose() {}'
const NEW = 'harmless glass of water'
/** More than there are database connections. */
const MANY = 40

let database: TestDatabase
let server: TestServer
let admin: HttpClient
let users = 0

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  admin = await signUp(server.url, 'admin')
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

const newUser = (): Promise<HttpClient> => signUp(server.url, `racer-${++users}`)
const nameOf = async (client: HttpClient): Promise<string> => (await client.get('/api/user')).json.username
const idOf = async (client: HttpClient): Promise<string> => (await client.get('/api/user')).json.id
const login = async (username: string, password: string): Promise<HttpClient> => {
  const client = new HttpClient(server.url)
  expect((await client.post('/login', { username, password })).status).toBe(200)
  return client
}

/** Makes all calls at once; returns their statuses in order, the smallest first. */
async function statuses(calls: Iterable<Promise<{ readonly status: number; readonly text: string }>>) {
  const answers = await Promise.all(calls)
  for (const { status, text } of answers) expect(status, text).toBeLessThan(500)
  return answers.map(({ status }) => status).toSorted((left, right) => left - right)
}

const times = <Value>(count: number, make: (at: number) => Value): Value[] =>
  Array.from({ length: count }, (_, at) => make(at))

describe('at the same moment', () => {
  it('one of several registrations gets the name, and one the address', async () => {
    const register = (regUsername: string, regEmail: string) =>
      new HttpClient(server.url).post('/public-api/register', {
        regUsername,
        regEmail,
        regPassword: 'correct horse',
        regRepeatPassword: 'correct horse',
      })
    const sameName = times(5, (at) => register('contested', `contested-${at}@example.com`))
    expect(await statuses(sameName)).toEqual([200, 409, 409, 409, 409])
    const sameEmail = times(3, (at) => register(`contested-${at}`, 'one@example.com'))
    expect(await statuses(sameEmail)).toEqual([200, 409, 409])
  })

  it('indicators with one name get different keys, and one of them a wanted key', async () => {
    const owner = await newUser()
    const create = (body: object) => owner.post('/api/technical-indicators', body)
    expect(await statuses(times(6, () => create({ name: 'Same name' })))).toEqual(times(6, () => 200))
    expect(await statuses(times(4, () => create({ name: 'Same', key: 'Wanted' })))).toEqual([200, 409, 409, 409])
    const own = (await owner.get('/api/technical-indicators')).json.filter(({ system }: { system: boolean }) => !system)
    expect(new Set(own.map(({ key }: { key: string }) => key)).size).toBe(7)
    const rename = ({ id }: { id: string }) => owner.call('PATCH', `/api/technical-indicator/${id}`, { key: 'Mine' })
    expect(await statuses(own.slice(0, 3).map(rename))).toEqual([200, 409, 409])
  })

  it('changes of one version all happen, however many there are', { tags: ['full'] }, async () => {
    const owner = await newUser()
    const { id, latestVersion } = (await owner.post('/api/algorithms', { template: 'blank' })).json
    const path = `/api/algorithms/${id}/versions`
    const change = (at: number) => owner.call('PATCH', `${path}/${latestVersion.id}`, { message: `no. ${at}` })
    expect(await statuses(times(MANY, change))).toEqual(times(MANY, () => 200))
    const save = () => owner.post(path, { script: IDLE, message: '', previousVersionId: latestVersion.id })
    expect(await statuses(times(MANY, save))).toEqual(times(MANY, () => 200))
    const numbers = (await owner.get(path)).json.map(({ versionNo }: { versionNo: number }) => versionNo)
    expect(numbers).toEqual(times(MANY + 1, (at) => MANY + 1 - at))
  })

  it('an algorithm is shared, saved, cloned and deleted without an error of the server', async () => {
    const owner = await newUser()
    const other = await newUser()
    for (let round = 0; round < 5; round++) {
      const { id } = (await owner.post('/api/algorithms', { template: 'blank' })).json
      await owner.call('PATCH', `/api/algorithm/${id}`, { shared: true })
      await statuses([
        other.post('/api/algorithms', { clonedFromAlgorithm: id }),
        owner.call('PATCH', `/api/algorithm/${id}`, { shareNew: true }),
        owner.post(`/api/algorithms/${id}/versions`, { script: IDLE, message: '' }),
        other.post('/api/algorithms', { clonedFromAlgorithm: id }),
        owner.call('DELETE', `/api/algorithm/${id}`),
        other.post('/api/algorithms', { clonedFromAlgorithm: id }),
        owner.call('PATCH', `/api/algorithm/${id}`, { shared: false }),
        owner.get(`/api/algorithm/${id}/export`),
      ])
      expect((await other.get(`/public-api/algorithm/${id}`)).status).toBe(404)
    }
  })

  it('an indicator is shared, cloned, used and deleted without an error of the server', async () => {
    const owner = await newUser()
    const other = await newUser()
    for (let round = 0; round < 5; round++) {
      const { id } = (await owner.post('/api/technical-indicators', { name: 'Gone', key: 'Gone' })).json
      const algorithm = (await owner.post('/api/algorithms', { template: 'blank' })).json
      const path = `/api/technical-indicator/${id}`
      await owner.call('PATCH', path, { shared: true })
      const clone = () => other.post('/api/technical-indicators', { clonedFromIndicator: id })
      await statuses([
        clone(),
        owner.post(`/api/algorithms/${algorithm.id}/versions`, {
          script: "const gone = indicators.Gone('H1')\nfunction onIntervalClose() { log(gone.value()) }",
          message: '',
        }),
        clone(),
        owner.call('DELETE', path),
        owner.post('/api/technical-indicators', { clonedFromIndicator: id }),
        owner.call('PATCH', path, { key: 'Moved' }),
        clone(),
      ])
    }
  })

  it('one of two links replaces a forgotten password, and each link once', async () => {
    const owner = await newUser()
    const username = await nameOf(owner)
    const id = await idOf(owner)
    const newLink = async () => (await admin.post(`/api/admin/user/${id}/password-reset`)).json.link.split('?key=')[1]
    const keys = [await newLink(), await newLink()]
    const choose = (key: string, password: string) =>
      new HttpClient(server.url).post(`/public-api/change-forgotten-password?key=${key}`, {
        password,
        passwordVerification: password,
      })
    const used = [...keys, ...keys].map((key, at) => choose(key, `${NEW} ${at}`))
    expect(await statuses(used)).toEqual([200, 400, 400, 400])
    const won = (await Promise.all(used)).findIndex(({ status }) => status === 200)
    await login(username, `${NEW} ${won}`)
  })

  it('one of two changes of a password wins, and the other does not sign it out', async () => {
    const one = await newUser()
    const username = await nameOf(one)
    const two = await login(username, 'correct horse')
    const change = (client: HttpClient, newPassword: string) =>
      client.call('PUT', '/api/change-password', {
        oldPassword: 'correct horse',
        newPassword,
        confirmNewPassword: newPassword,
      })
    const [first, second] = await Promise.all([change(one, `${NEW} 1`), change(two, `${NEW} 2`)])
    const winners = [first, second].filter(({ status }) => status === 200)
    expect(winners, `${first.text} ${second.text}`).toHaveLength(1)
    const winner = first.status === 200 ? one : two
    expect((await winner.get('/api/user')).status).toBe(200)
    await login(username, `${NEW} ${first.status === 200 ? 1 : 2}`)
  })

  it('administrators cannot dismiss each other until there is none', async () => {
    const others = [await newUser(), await newUser()]
    const ids = await Promise.all([admin, ...others].map(idOf))
    const appoint = (isAdmin: boolean) => (id: string) => admin.call('PATCH', `/api/admin/user/${id}`, { isAdmin })
    expect(await statuses(ids.map(appoint(true)))).toEqual([200, 200, 200])
    const dismissals = [admin, ...others].flatMap((client, at) =>
      ids
        .filter((_, other) => other !== at)
        .map((id) => client.call('PATCH', `/api/admin/user/${id}`, { isAdmin: false })),
    )
    await statuses(dismissals)
    const { rows } = await database.pool.query<{ id: string }>('select id from users where is_admin')
    expect(rows).toHaveLength(1)
    await database.pool.query('update users set is_admin = (username = $1)', ['admin'])
  })

  it('a setting is written by several windows', async () => {
    const owner = await newUser()
    const write = (at: number) => owner.call('PUT', '/api/configuration/editor-columns', { value: { docs: at } })
    expect(await statuses(times(MANY, write))).toEqual(times(MANY, () => 200))
  })

  it('a calendar is removed once', async () => {
    const owner = await newUser()
    const form = new FormData()
    form.append('format', 'csv')
    form.append('file', new Blob(['date,open,close\n2024-01-10,,\n']), 'days.csv')
    await owner.call('POST', '/api/market-data/calendars', form)
    const remove = () => owner.call('DELETE', '/api/market-data/calendars/forex')
    expect(await statuses(times(10, remove))).toEqual([200, ...times(9, () => 404)])
  })

  it('new settings and drawings stay within their limits', async () => {
    const owner = await newUser()
    const id = await idOf(owner)
    const fill = (table: string, columns: string, values: string, count: number) =>
      database.pool.query(`insert into ${table} (${columns}) select $1, ${values} from generate_series(1, $2) as n`, [
        id,
        count,
      ])
    await fill('configurations', 'user_id, path, value', "'filled-' || n, '1'", 195)
    await fill('drawings', 'user_id, instrument_id, items', "'FILLED' || n || ':SIM', '[]'", 495)
    const added = await statuses([
      ...times(MANY, (at) => owner.call('PUT', `/api/configuration/setting-${at}`, { value: at })),
      ...times(MANY, (at) => owner.call('PUT', `/api/drawings/NEW${at}:SIM`, { items: [], revision: 0 })),
    ])
    expect(added).toEqual([...times(10, () => 200), ...times(2 * MANY - 10, () => 429)])
    const kept = await owner.call('PUT', '/api/configuration/filled-1', { value: 2 })
    expect(kept.status, 'one that exists may still change').toBe(200)
  })
})

it('a package that does not exist changes nothing, not even who is an administrator', async () => {
  const id = await idOf(await newUser())
  await database.pool.query('delete from packages where id = 3')
  const refused = await admin.call('PATCH', `/api/admin/user/${id}`, { packageId: 3, isAdmin: true })
  expect(refused).toMatchObject({ status: 400, json: { fields: { packageId: 'There is no such package' } } })
  const { rows } = await database.pool.query(
    'select is_admin, package_id from users left join package_grants on user_id = users.id where users.id = $1',
    [id],
  )
  expect(rows).toEqual([{ is_admin: false, package_id: null }])
})
