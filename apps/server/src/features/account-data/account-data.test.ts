import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { schema } from '@tradeloom/database'
import { type Answer, HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { marketOf, putPrices } from '../../testing/private-data.fixture.ts'
import { runScript } from '../../testing/run-script.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { enableTwoFactor } from '../../testing/two-factor.fixture.ts'
import { filesOf } from '../../testing/zip.fixture.ts'
import { EXPORTED, NOT_EXPORTED } from './exported-tables.ts'
import { forgetJournals } from './forget-journals.ts'

let database: TestDatabase
let server: TestServer
let admin: HttpClient

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  admin = await signUp(server.url, 'admin')
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

const idOf = async (user: HttpClient): Promise<string> => (await user.get('/api/user')).json.id
const ask = async (text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await database.pool.query(text, [...values])).rows
const countOf = async (text: string, values: readonly unknown[] = []): Promise<number> =>
  Number((await ask(`select count(*) as n from ${text}`, values))[0]?.['n'])

async function exported(user: HttpClient, body?: object): Promise<{ id: string; files: ReadonlyMap<string, Buffer> }> {
  const begun = await user.post('/api/account/export', body)
  expect(begun, begun.text).toMatchObject({ status: 200, json: { status: 'Queued' } })
  const { json } = await user.until('/api/account', (state: { export: { status: string } | null }) =>
    ['Completed', 'Failed'].includes(state.export?.status ?? ''),
  )
  expect(json.export).toMatchObject({ status: 'Completed', detail: null })
  const answer = await fetch(`${server.url}/api/account/export/${json.export.id}`, { headers: { cookie: user.cookie } })
  expect(answer.headers.get('content-type')).toBe('application/zip')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.length).toBe(json.export.bytes)
  return { id: json.export.id, files: await filesOf(bytes) }
}

async function makeLate(user: HttpClient): Promise<void> {
  await ask(`update logins set verified_at = now() - interval '1 hour' where user_id = $1`, [await idOf(user)])
}

describe('every table', () => {
  it('is exported, or left out for a reason', () => {
    const known = [...EXPORTED.map(({ table }) => table as string), ...Object.keys(NOT_EXPORTED)]
    // Some are in two files.
    expect([...new Set(known)].toSorted()).toEqual(Object.keys(schema).toSorted())
  })
})

describe('an export', () => {
  it('holds what the user has made, and no secret', async () => {
    const ann = await signUp(server.url, 'ann')
    const { backtest, algorithm } = await runScript(ann)
    const { backupCodes } = await enableTwoFactor(ann)
    const { key, secret } = (await ann.post('/api/api-keys', { label: 'My program' })).json
    const id = await idOf(ann)
    const planted = await plantSecrets(id)
    const { files } = await exported(ann)
    const text = (name: string): string => String(files.get(name))
    expect(JSON.parse(text('profile.json'))).toMatchObject([{ id, username: 'ann', email: 'ann@example.com' }])
    expect(JSON.parse(text('algorithms/algorithms.json'))).toMatchObject([{ id: algorithm }])
    expect(text(`algorithms/${algorithm}/version-1.js`)).toContain('onIntervalClose')
    expect(JSON.parse(text('backtests/backtests.json'))).toMatchObject([{ id: backtest, status: 'Completed' }])
    expect(JSON.parse(text(`backtests/${backtest}/result.json`))).toMatchObject({ id: backtest })
    expect(text(`backtests/${backtest}/positions.csv`)).toMatch(/^id,instrumentId,direction/)
    expect(JSON.parse(text('account/api-keys.json'))).toMatchObject([{ key, label: 'My program' }])
    expect(JSON.parse(text('trading/accounts.json'))).toHaveLength(1)
    const actions = JSON.parse(text('account/activity.json')).map(({ action }: { action: string }) => action)
    expect(actions).toContain('export-requested')
    const secrets = [secret, ...backupCodes, ...backupCodes.map((code) => code.replaceAll('-', '')), ...planted]
    const loginToken = /session_token=([^.;]+)/.exec(ann.cookie)?.[1] ?? 'none'
    for (const [name, bytes] of files) {
      for (const one of [...secrets, loginToken]) expect(bytes.includes(one), `${one} in ${name}`).toBe(false)
    }
  }, 120_000)

  it('holds the prices that the user has imported on request, and none of others', async () => {
    const mia = await signUp(server.url, 'mia')
    const market = marketOf(server)
    const own = market.forOwner(await idOf(mia))
    await putPrices(own, 'EURUSD:MIA', 'minutes', 1.1, 3)
    await putPrices(market.forOwner(null), 'GBPUSD:ALL', 'minutes', 1.3, 3)
    const marketFiles = (files: ReadonlyMap<string, Buffer>) =>
      [...files].filter(([name]) => name.startsWith('market-data/') && name.endsWith('.csv'))
    expect(marketFiles((await exported(mia)).files)).toEqual([])
    const { files } = await exported(mia, { marketData: true })
    const [[name, bytes] = ['', Buffer.of()], ...others] = marketFiles(files)
    expect([name, others]).toEqual(['market-data/EURUSD-MIA-M1.csv', []])
    const lines = String(bytes).trim().split('\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toMatch(/^2024-01-10T08:00:00.000Z,1\.1/)
  })

  it('requires a recent login for an export, makes one at a time, and shows it to its owner only', async () => {
    const ben = await signUp(server.url, 'ben')
    const id = await idOf(ben)
    await ask(`insert into account_exports (id, user_id) values (gen_random_uuid(), $1)`, [id])
    expect(await ben.post('/api/account/export')).toMatchObject({ status: 409 })
    await ask('delete from account_exports where user_id = $1', [id])
    const { id: file } = await exported(ben)
    expect((await admin.get(`/api/account/export/${file}`)).status).toBe(404)
    await makeLate(ben)
    expect((await ben.post('/api/account/export')).json.code).toBe('recent-login-required')
    await ask(`update account_exports set expires_at = now() where id = $1`, [file])
    expect((await ben.get(`/api/account/export/${file}`)).status).toBe(404)
    expect((await ben.get('/api/account')).json.export).toBeNull()
  })
})

/** Secrets in every place that holds some; as texts that would be found. */
async function plantSecrets(userId: string): Promise<string[]> {
  const planted = (place: string): string => `planted-secret-in-${place}`
  const connection = (
    await ask(
      `insert into broker_connections (id, user_id, type, broker) values (gen_random_uuid(), $1, 'live', 'NONE') returning id`,
      [userId],
    )
  )[0]?.['id']
  await ask(`insert into exchange_keys (connection_id, api_key, api_secret, masked_key) values ($1, $2, $3, '…1234')`, [
    connection,
    Buffer.from(planted('key')),
    Buffer.from(planted('key-secret')),
  ])
  await ask(`update second_factors set secret = $2 where user_id = $1`, [userId, Buffer.from(planted('factor'))])
  await ask(`update credentials set password = $2, access_token = $3 where user_id = $1`, [
    userId,
    planted('password'),
    planted('token'),
  ])
  await ask(
    `insert into account_links (key_hash, user_id, purpose, expires_at) values ($2, $1, 'login', now() + interval '1 hour')`,
    [userId, planted('link')],
  )
  await ask(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, host, name)
     values (gen_random_uuid(), $1, $2, $3, 0, '{}', 'localhost', 'Mine')`,
    [userId, planted('passkey'), Buffer.from(planted('public-key'))],
  )
  await ask(
    `insert into source_keys (id, user_id, provider, api_key, masked_key, saved_at)
     values (gen_random_uuid(), $1, 'none', $2, '…1234', now())`,
    [userId, Buffer.from(planted('provider'))],
  )
  await ask(
    `insert into notification_channels (id, user_id, kind, name, address, secret)
     values (gen_random_uuid(), $1, 'webhook', 'Mine', $2, $3)`,
    [userId, planted('webhook'), Buffer.from(planted('signature'))],
  )
  await ask(`insert into repeatable_calls (user_id, key, request, answer) values ($1, $2, '', $3)`, [
    userId,
    planted('call'),
    planted('answer'),
  ])
  const places = [
    'key',
    'key-secret',
    'factor',
    'password',
    'token',
    'link',
    'passkey',
    'public-key',
    'call',
    'answer',
    'provider',
    'webhook',
    'signature',
  ]
  return places.flatMap((place) => [
    planted(place),
    Buffer.from(planted(place)).toString('hex'),
    Buffer.from(planted(place)).toString('base64').slice(0, 20),
  ])
}

describe('an account', () => {
  const remove = (user: HttpClient, username: string): Promise<Answer> => user.post('/api/account/delete', { username })

  it('is deleted with everything in it once its name is typed, and stays deleted after a restore', async () => {
    const carl = await signUp(server.url, 'Carl')
    const id = await idOf(carl)
    await runScript(carl)
    await exported(carl)
    const [account] = (await carl.get('/api/accounts')).json
    await ask(
      `insert into journal (account_id, n, at, kind, body, prev, hash) values ($1, 1, now(), 'test', '{}', '', 'x')`,
      [account.id],
    )
    expect((await remove(carl, 'somebody')).json.fields).toEqual({ username: 'This is not your user name' })
    await makeLate(carl)
    expect((await remove(carl, 'carl')).json.code).toBe('recent-login-required')
    await carl.post('/api/confirm-login', { password: 'correct horse' })
    expect(await remove(carl, 'CARL')).toMatchObject({ status: 200, json: { deletion: null } })
    expect((await carl.get('/api/user')).status).toBe(401)
    for (const table of ['algorithms', 'backtests', 'trading_accounts', 'logins', 'account_exports']) {
      expect(await countOf(`${table} where user_id = $1`, [id]), table).toBe(0)
    }
    expect(await countOf('journal where account_id = $1', [account.id])).toBe(1)
    expect(readdirSync(join(server.dataDir, 'exports'))).not.toContain(`${id}.zip`)
    expect(readFileSync(join(server.dataDir, 'deleted-accounts'), 'utf8')).toContain(id)
    const lines = await ask(`select action from audit_log where object = $1 order by n`, [id])
    expect(lines.map(({ action }) => action).slice(-2)).toEqual(['account-deleted', 'deletion-requested'])
  }, 120_000)

  it('is not deleted while something of it trades, nor that of the last administrator', async () => {
    const dora = await signUp(server.url, 'dora')
    const id = await idOf(dora)
    const [account] = (await dora.get('/api/accounts')).json
    const session = (
      await ask(
        `insert into sessions (id, user_id, algorithm_name, broker_connection_id, broker_account_id, instrument_id,
           interval, externals, initial_balance, status, spec, spec_hash, engine_version)
         values (gen_random_uuid(), $1, 'Mine', $2, $3, 'EURUSD:SIM', 'M1', '{}', 1000, 'Active', '{}', '', '')
         returning id`,
        [id, account.connectionId, account.id],
      )
    )[0]?.['id']
    expect(await remove(dora, 'dora')).toMatchObject({
      status: 409,
      json: { message: 'A live trading session is running. Please stop it first' },
    })
    await ask(`update sessions set status = 'Stopped' where id = $1`, [session])
    await ask(
      `insert into positions (id, account_id, user_id, session_id, broker_id, broker, instrument_id, direction, quantity,
         open_time, open_price, status)
       values (gen_random_uuid(), $1, $2, $3, '1', 'SIM', 'EURUSD:SIM', 'LONG', 1000, now(), 1.1, 'OPEN')`,
      [account.id, id, session],
    )
    expect((await remove(dora, 'dora')).json.message).toBe('Positions are open. Please close them first')
    await ask(`update positions set status = 'CLOSED' where user_id = $1`, [id])
    expect((await remove(dora, 'dora')).status).toBe(200)
    expect((await remove(admin, 'admin')).json.message).toContain('You are the last administrator')
  })

  it('keeps shared versions that others cloned, without the name of their author', async () => {
    const eve = await signUp(server.url, 'eve')
    const { algorithm, version } = await runScript(eve)
    const other = (await eve.post('/api/algorithms', { name: 'Of no use to others' })).json
    await eve.call('PATCH', `/api/algorithms/${algorithm}/versions/${version}`, { shared: true })
    await eve.post(`/api/algorithms/${algorithm}/versions`, { script: '// a secret idea', message: 'Private' })
    const fred = await signUp(server.url, 'fred')
    const cloned = await fred.post('/api/algorithms', { clonedFromAlgorithm: algorithm, clonedFromVersion: version })
    expect(cloned.status, cloned.text).toBe(200)
    expect((await remove(eve, 'eve')).status).toBe(200)
    const [row] = await ask(
      `select u.display_username as owner, (select count(*)::int from algorithm_versions where algorithm_id = a.id) as versions
       from algorithms a join users u on u.id = a.user_id where a.id = $1`,
      [algorithm],
    )
    expect(row).toEqual({ owner: 'deleted user', versions: 1 })
    expect(await countOf('algorithms where id = $1', [other.id])).toBe(0)
    const listed = (await fred.get('/public-api/algorithms')).text
    expect(listed).toContain('deleted user')
  }, 120_000)
})

it('journals of accounts that are gone are forgotten after the years that the operator wants, and no others', async () => {
  const [account] = (await admin.get('/api/accounts')).json
  const insert = async (id: string, years: number): Promise<void> => {
    await ask(
      `insert into journal (account_id, n, at, kind, body, prev, hash)
       select $1, coalesce(max(n), 0) + 1, now() - $2 * interval '1 year', 'test', '{}', '', 'x' from journal
       where account_id = $1`,
      [id, years],
    )
  }
  const [old, active] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const [id, years] of [
    [old, 12],
    [old, 11],
    [active, 11],
    [active, 9],
    [account.id, 11],
  ] as const)
    await insert(id, years)
  await forgetJournals(database.db, 10, Date.now())
  const left = await ask(
    'select account_id as id, count(*)::int as n from journal where account_id = any($1) group by 1',
    [[old, active, account.id]],
  )
  expect(new Map(left.map(({ id, n }) => [id, n]))).toEqual(
    new Map([
      [active, 2],
      [account.id, 1],
    ]),
  )
  expect(await ask(`select action, object from audit_log where action = 'journal-forgotten'`)).toEqual([
    { action: 'journal-forgotten', object: old },
  ])
})

describe('where strangers register', () => {
  it('an account is deleted after seven days, until then its user can keep it, and a restored one is deleted again', async () => {
    const hosted = await startTestServer({ databaseUrl: database.url, env: { TRADELOOM_PROFILE: 'hosted' } })
    try {
      const gil = await signUp(hosted.url, 'gil')
      const id = await idOf(gil)
      const { deletion } = (await gil.post('/api/account/delete', { username: 'gil' })).json
      expect(Date.parse(deletion) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
      expect((await gil.get('/api/account')).json).toMatchObject({ deletion, undoDays: 7 })
      expect((await gil.post('/api/account/keep')).status).toBe(200)
      expect((await gil.get('/api/account')).json.deletion).toBeNull()
      await gil.post('/api/account/delete', { username: 'gil' })
      await ask(`update account_deletions set due_at = now() where user_id = $1`, [id])
      // A server looks when it starts; the second time a backup has brought the user back.
      for (let round = 0; round < 2; round++) {
        const next = await startTestServer({ databaseUrl: database.url, dataDir: hosted.dataDir })
        try {
          await expect.poll(() => countOf('users where id = $1', [id]), { timeout: 60_000 }).toBe(0)
        } finally {
          await next.stop()
        }
        if (round === 0) {
          await ask(
            `insert into users (id, name, username, display_username, email) values ($1, 'gil', 'gil', 'gil', 'gil@example.com')`,
            [id],
          )
        }
      }
    } finally {
      await hosted.stop()
    }
  })
})
