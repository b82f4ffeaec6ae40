import { randomUUID } from 'node:crypto'
import { CHANNELS, type Endpoint, endpoints, type SocketRequest, socketRequests } from '@tradeloom/contracts'
import { putListings, verifyAccount } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { HttpClient, signUp, SocketClient, startTestDatabase, type TestDatabase, until } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LiveTicks } from '../../testing/live-ticks.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const EURUSD = 'EURUSD:TEST'
/** Again if it is refused: an order that a busy machine has delayed by five seconds is not sent. */
const BUYER = `
  let bought = false
  function onTick() {
    if (bought) return
    bought = true
    buy({ quantity: 1000, stopLoss: 1.05 })
  }
  function onOrder(order) { if (order.status === 'REJECTED') bought = false }`
const WAITER = 'function onTick() {}'

type Row = Record<string, unknown>
const ROLES = ['owner', 'trader', 'viewer', 'stranger'] as const
type Role = (typeof ROLES)[number]

let database: TestDatabase
let server: TestServer
let ticks: LiveTicks
let people: Record<Role, HttpClient>
let sockets: Record<Role, SocketClient>
let account: { id: string; connectionId: string }
/** Of the owner. */
let things: { account: string; connection: string; position: string; order: string; session: string; closed: string }
let keys = 0

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  const instrument = defineInstrument(EURUSD, { simulated: true, calendar: 'always', lotSize: 1000, minQuantity: 1000 })
  await putListings(database.db, [listInstrument(instrument, { status: 'active', tradingOpen: true })])
  ticks = new LiveTicks(server.dataDir, EURUSD)
  ticks.keep(1.1)
  people = {} as typeof people
  sockets = {} as typeof sockets
  for (const role of ROLES) {
    people[role] = await signUp(server.url, role)
    sockets[role] = await new SocketClient(people[role]).opened()
  }
  account = (await people.owner.get('/api/accounts')).json[0]
  const connected = () => request('owner', 'initialize-broker-connection', { connectionId: account.connectionId })
  await until(async () => ((await connected()).data as { isConnected?: boolean } | null)?.isConnected === true)
  await shareWith(account.connectionId, 'trader', 'trader')
  await shareWith(account.connectionId, 'viewer', 'viewer')
  things = await makeThings()
})
afterAll(async () => {
  for (const socket of Object.values(sockets ?? {})) socket.close()
  ticks?.stop()
  await server?.stop()
  await database?.stop()
})

const request = (role: Role, name: string, payload: object) => sockets[role].request(CHANNELS.brokers, name, payload)
const listed = async (who: HttpClient, path: string): Promise<Row[]> => (await who.get(path)).json
const sharesOf = async (who: HttpClient) => (await who.get('/api/connection-shares')).json

const key = (): string => `k${String((keys += 1)).padStart(6, '0')}`

function buying(accountId: string, more: object = {}) {
  const terms = {
    key: key(),
    tag: 'test',
    instrumentId: EURUSD,
    direction: 'LONG',
    quantity: 1000,
    price: 1.1,
  }
  return { ...terms, accountId, ...more }
}

const limitOrder = (accountId: string) => ({
  accountId,
  broker: 'TEST',
  symbol: 'EURUSD',
  side: 'BUY',
  type: 'LIMIT',
  quantity: 1000,
  limitPrice: 1.01,
})

async function invite(owner: HttpClient, connectionId: string, person: string, role: 'trader' | 'viewer') {
  return owner.post(`/api/connections/${connectionId}/shares`, { person, role })
}

/** Invites one of the people to a connection of the owner, who accepts. Returns the id of the share. */
async function shareWith(connectionId: string, person: Role, role: 'trader' | 'viewer'): Promise<string> {
  const { id } = (await invite(people.owner, connectionId, person, role)).json
  expect((await people[person].post(`/api/connection-shares/${id}/accept`)).status).toBe(200)
  return id
}

async function algorithmOf(who: HttpClient, script: string) {
  const { id } = (await who.post('/api/algorithms', { name: `Script ${randomUUID()}` })).json
  const saved = await who.post(`/api/algorithms/${id}/versions`, { script, message: 'test' })
  return { algorithmId: id as string, algorithmVersionId: saved.json.id as string }
}

async function startSession(who: HttpClient, script: string) {
  const named = await algorithmOf(who, script)
  const on = { brokerConnectionId: account.connectionId, brokerAccountId: account.id, instrumentId: EURUSD }
  const terms = { ...named, ...on, interval: 'M1', externals: {}, status: 'Active' }
  return who.post(`/api/algorithms/${named.algorithmId}/sessions`, terms)
}

/** A position, a closed one, a working order and a session of the owner. */
async function makeThings() {
  const { owner } = people
  expect(await request('owner', 'open-position', buying(account.id))).toMatchObject({ ok: true })
  await until(async () => (await listed(owner, '/api/positions/open')).length === 1)
  const [first] = await listed(owner, '/api/positions/open')
  await request('owner', 'close-position', { key: key(), positionId: first?.['id'] })
  await until(async () => (await listed(owner, '/api/positions/open')).length === 0)
  expect(await request('owner', 'open-position', buying(account.id))).toMatchObject({ ok: true })
  await until(async () => (await listed(owner, '/api/positions/open')).length === 1)
  expect(await request('owner', 'order', limitOrder(account.id))).toMatchObject({ ok: true })
  const working = async () =>
    (await listed(owner, '/api/orders')).filter(({ isAtBroker, status }) => isAtBroker && status === 'NEW')
  await until(async () => (await working()).length === 1)
  const session = await startSession(owner, WAITER)
  expect(session.status, session.text).toBe(200)
  return {
    account: account.id,
    connection: account.connectionId,
    position: (await listed(owner, '/api/positions/open'))[0]?.['id'] as string,
    closed: first?.['id'] as string,
    order: (await working())[0]?.['id'] as string,
    session: session.json.id as string,
  }
}

/** What trader, viewer and stranger get; the owner gets 200 or is not asked, where it would change what the others ask for. */
type Answers = readonly [trader: number, viewer: number, stranger: number]
const SEEN: Answers = [200, 200, 404]
const OWNERS: Answers = [403, 403, 404]
/** What somebody runs is for whoever runs it, and for the owner of the account. */
const OF_ITS_USER: Answers = [404, 404, 404]

const window = 'start=2020-01-01T00:00:00Z&end=2040-01-01T00:00:00Z'
const place = 'time=0&direction=next'
const NAMES = { account: ':id', connection: ':id', position: ':id', closed: ':id', order: ':id', session: ':id' }
const GUARDIAN_KEY = { formStyle: 4, apiKey: 'k', apiSecret: 's' }
const CALLS: readonly (readonly [string, (of: typeof things) => string, Answers, object?])[] = [
  ['GET', (of) => `/api/accounts/${of.account}/guard`, OWNERS],
  ['GET', (of) => `/api/accounts/${of.account}/drills`, OWNERS],
  ['POST', (of) => `/api/accounts/${of.account}/drills`, OWNERS, { kind: 'gap', instrumentId: EURUSD }],
  ['POST', (of) => `/api/accounts/${of.account}/reset`, OWNERS],
  ['PUT', (of) => `/api/accounts/${of.account}/refused-stops`, OWNERS, { refusedStops: 'hold' }],
  ['PUT', (of) => `/api/accounts/${of.account}/limits`, OWNERS, { dailyLoss: 1 }],
  ['POST', (of) => `/api/accounts/${of.account}/release`, OWNERS, { reason: 'mine' }],
  ['GET', (of) => `/api/position/${of.position}/orders`, SEEN],
  ['GET', (of) => `/api/position/${of.position}/custody`, SEEN],
  ['DELETE', (of) => `/api/position/${of.closed}`, OWNERS],
  ['GET', (of) => `/api/session/${of.session}`, OF_ITS_USER],
  ['PUT', (of) => `/api/session/${of.session}`, OF_ITS_USER, { status: 'Stopped', statusDetail: null, stopped: null }],
  ['GET', (of) => `/api/session/${of.session}/positions`, OF_ITS_USER],
  ['GET', (of) => `/api/session/${of.session}/positions/closed`, OF_ITS_USER],
  ['GET', (of) => `/api/session/${of.session}/positions/window?${window}`, OF_ITS_USER],
  ['GET', (of) => `/api/session/${of.session}/positions/neighbor?${place}`, OF_ITS_USER],
  ['GET', (of) => `/api/session/${of.session}/orders`, OF_ITS_USER],
  ['GET', (of) => `/api/session/${of.session}/analysis`, OF_ITS_USER],
  ['POST', (of) => `/api/connections/${of.connection}/shares`, OF_ITS_USER, { person: 'x', role: 'viewer' }],
  ['DELETE', (of) => `/api/exchange-api-keys/${of.connection}`, OF_ITS_USER],
  ['PUT', (of) => `/api/exchange-api-keys/${of.connection}/guardian-key`, OF_ITS_USER, GUARDIAN_KEY],
  ['DELETE', (of) => `/api/exchange-api-keys/${of.connection}/guardian-key`, OF_ITS_USER],
]

describe('what is shared over HTTP', () => {
  it.each(CALLS.map((one) => [`${one[0]} ${one[1](NAMES)}`, one] as const))('%s', async (_, call) => {
    const [method, path, answers, body] = call
    for (const [at, role] of (['trader', 'viewer', 'stranger'] as const).entries()) {
      const answer = await people[role].call(method, path(things), body)
      expect(answer.status, `${role}: ${answer.text}`).toBe(answers[at])
    }
    if (method === 'GET') expect((await people.owner.get(path(things))).status).toBe(200)
  })

  it('each call that names an account, a connection, a session or a position is listed', () => {
    const known = CALLS.map(([method, path]) => `${method} ${path(NAMES).split('?')[0]}`)
    const named = Object.values<Endpoint>(endpoints)
      .filter(({ path }) => /^\/api\/(accounts|connections|session|position|exchange-api-keys)\/:id/.test(path))
      .map(({ method, path }) => `${method} ${path}`)
    expect(named.filter((one) => !known.includes(one))).toEqual([])
  })

  it('lists hold what somebody sees, and say whose it is', async () => {
    const lists = ['accounts', 'positions/open', 'broker/positions', 'orders', 'executions']
    for (const list of lists) {
      const [theirs, trader, viewer, stranger] = await Promise.all(
        ROLES.map(async (role) => JSON.stringify(await listed(people[role], `/api/${list}`)).includes(account.id)),
      )
      expect([theirs, trader, viewer, stranger], list).toEqual([true, true, true, false])
    }
    for (const role of ['trader', 'viewer'] as const) {
      const [own, shared] = await listed(people[role], '/api/accounts')
      expect([own, shared]).toMatchObject([{ share: null }, { id: account.id, share: { owner: 'owner', role } }])
      const orders = await listed(people[role], '/api/orders')
      expect(orders.find(({ id }) => id === things.order)).toMatchObject({ placedBy: 'owner' })
    }
    const mine = await listed(people.owner, '/api/orders')
    expect(mine.find(({ id }) => id === things.order)).toMatchObject({ placedBy: null })
    const closed = async (role: Role) => (await people[role].get('/api/positions/closed')).json.positions.length
    expect(await Promise.all(ROLES.map(closed))).toEqual([1, 1, 1, 0])
    const sessions = async (role: Role) => (await listed(people[role], '/api/sessions/active')).length
    expect(await Promise.all(ROLES.map(sessions))).toEqual([1, 0, 0, 0])
    const chart = async (role: Role) =>
      (await people[role].get(`/api/positions/window?${window}&instrumentId=${EURUSD}`)).json.count
    expect(await Promise.all(ROLES.map(chart))).toEqual([2, 2, 2, 0])
  })

  it('a key of an account is on no list but that of its owner', async () => {
    for (const role of ['trader', 'viewer', 'stranger'] as const) {
      expect(await listed(people[role], '/api/exchange-api-keys')).toEqual([])
      expect((await people[role].get('/api/kill-accounts')).text).not.toContain(account.id)
    }
  })
})

const NOT_TRADED = /as viewer: you can see it, and not trade/
const NONE = /not found/

/** How a request ends for trader, viewer and stranger: an error, or null where it is taken, or is refused for other reasons. */
type Ends = readonly [trader: RegExp | null, viewer: RegExp | null, stranger: RegExp]
const REQUESTS: Partial<Record<keyof typeof socketRequests, readonly [(of: typeof things) => object, Ends]>> = {
  requestConnected: [(of) => ({ connectionId: of.connection }), [null, null, NONE]],
  requestAccount: [(of) => ({ accountId: of.account }), [null, null, NONE]],
  initializeBrokerConnection: [(of) => ({ connectionId: of.connection }), [null, null, NONE]],
  teardown: [(of) => ({ connectionId: of.connection }), [null, null, NONE]],
  requestConnectionLog: [(of) => ({ connectionId: of.connection }), [/Only the owner/, /Only the owner/, NONE]],
  requestAccountLog: [(of) => ({ accountId: of.account }), [/Only owner/, /Only owner/, NONE]],
  openPosition: [(of) => buying(of.account), [null, NOT_TRADED, NONE]],
  placeOrder: [(of) => limitOrder(of.account), [null, NOT_TRADED, NONE]],
  protectPosition: [(of) => ({ key: key(), positionId: of.position, stopLoss: 1.02 }), [null, NOT_TRADED, NONE]],
  changeOrder: [(of) => ({ key: key(), orderId: of.order, limitPrice: 1.02 }), [null, NOT_TRADED, NONE]],
  closePosition: [(of) => ({ key: key(), positionId: of.position }), [null, NOT_TRADED, NONE]],
  fetchSessionCharts: [(of) => ({ id: of.session }), [NONE, NONE, NONE]],
  fetchSessionLogDays: [(of) => ({ id: of.session }), [NONE, NONE, NONE]],
  fetchSessionLog: [(of) => ({ id: of.session }), [NONE, NONE, NONE]],
  tailSessionLog: [(of) => ({ id: of.session }), [NONE, NONE, NONE]],
}

const ALL_REQUESTS: Readonly<Record<string, SocketRequest>> = socketRequests

describe('what is shared over the socket', () => {
  it.each(Object.entries(REQUESTS))('%s', async (key, [payload, ends]) => {
    const { name, channels } = ALL_REQUESTS[key] as SocketRequest
    // Those who may not first: a position can be closed once.
    for (const at of [2, 1, 0] as const) {
      const role = (['trader', 'viewer', 'stranger'] as const)[at]
      const reply = await sockets[role].request(CHANNELS[channels[0]], name, payload(things))
      if (ends[at] === null) expect(reply, role).toMatchObject({ ok: true })
      else expect(reply.error, role).toMatch(ends[at])
    }
  })

  it('each request that names an account, a connection, a session, an order or a position is listed', () => {
    const named = Object.entries<SocketRequest>(socketRequests).filter(
      ([key, { channels }]) =>
        (channels as readonly string[]).some((one) => one === 'tradingSessions') ||
        /Position$|Order$|Account|Connect|teardown/.test(key),
    )
    const others = ['subscribeStatus']
    expect(named.map(([key]) => key).filter((key) => !(key in REQUESTS) && !others.includes(key))).toEqual([])
  })

  it('orders name the person who has placed them, and only a trader cancels', async () => {
    const byTrader = async () =>
      (await listed(people.owner, '/api/orders')).find(
        ({ placedBy, status }) => placedBy === 'trader' && status === 'NEW',
      )
    await expect.poll(byTrader).toMatchObject({ isAtBroker: true })
    const { id } = (await byTrader()) as Row
    expect((await listed(people.trader, '/api/orders')).find((one) => one['id'] === id)).toMatchObject({
      placedBy: null,
    })
    expect((await people.stranger.call('DELETE', `/api/order/${id}`)).status).toBe(404)
    expect((await people.viewer.call('DELETE', `/api/order/${id}`)).status).toBe(403)
    expect((await people.trader.call('DELETE', `/api/order/${id}`)).status).toBe(200)
    await expect
      .poll(async () => (await listed(people.viewer, '/api/orders')).find((one) => one['id'] === id))
      .toMatchObject({
        status: 'CANCELED',
      })
    const unknown = randomUUID()
    await database.pool.query(
      `insert into intents (id, account_id, user_id, kind, instrument_id, payload, payload_hash, client_id, cid, cid_date, state, decided_at)
       select $1::uuid, id, user_id, 'CANCEL', $3, '{"kind":"CANCEL"}', '', $1::text, 1, '2026-01-01', 'ABSENT', now()
       from trading_accounts where id = $2`,
      [unknown, account.id, EURUSD],
    )
    const state = (role: Role) => people[role].post(`/api/order/${unknown}/outcome`, { outcome: 'not-placed' })
    const answers = await Promise.all([state('trader'), state('viewer'), state('stranger')])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 404])
    await database.pool.query('delete from intents where id = $1', [unknown])
    expect(await verifyAccount(database.db, account.id)).toEqual([])
  })

  it('the same key of an order means another order for another person', async () => {
    const key = { key: 'samekey' }
    const mine = await request('owner', 'open-position', buying(account.id, key))
    const theirs = await request('trader', 'open-position', buying(account.id, key))
    expect([mine, theirs]).toMatchObject([{ ok: true }, { ok: true }])
    expect(mine.data).not.toEqual(theirs.data)
    expect(await request('trader', 'open-position', buying(account.id, key))).toEqual({
      ...theirs,
      id: expect.anything(),
    })
  })

  it('without a named account, nobody trades that of somebody else', async () => {
    const reply = await request('trader', 'open-position', buying(account.id, { accountId: undefined }))
    expect(reply).toMatchObject({
      ok: true,
      data: { accountId: (await listed(people.trader, '/api/accounts'))[0]?.['id'] },
    })
  })

  it('topics tell each who sees the account, and nobody else', async () => {
    for (const role of ROLES) {
      for (const topic of ['orders', 'executions', 'balances', 'positions', 'tradingSessions'])
        sockets[role].send({ type: 'subscribe', topic })
      await expect.poll(() => heard(role, 'balance').length).toBeGreaterThan(0)
    }
    const before = heard('trader', 'execution').length
    expect(await request('owner', 'open-position', buying(account.id))).toMatchObject({ ok: true })
    await expect.poll(() => heard('viewer', 'execution').filter(isNews).length).toBeGreaterThan(0)
    await expect.poll(() => heard('trader', 'execution').length).toBeGreaterThan(before)
    expect(heard('owner', 'session').length).toBeGreaterThan(0)
    for (const role of ['trader', 'viewer', 'stranger'] as const) expect(heard(role, 'session')).toEqual([])
    expect(JSON.stringify(sockets.stranger.messages)).not.toContain(account.id)
  })
})

interface Heard {
  readonly event: string
  readonly data: Row
}

function heard(role: Role, event: string): Row[] {
  return sockets[role].messages.flatMap((message) => {
    const { type, payload } = message as { type: string; payload?: Heard }
    return type === 'event' && payload?.event === event && payload.data ? [payload.data] : []
  })
}

const isNews = ({ snapshot }: Row): boolean => snapshot === false

describe('a session of a trader', () => {
  it('is refused to a viewer and a stranger', async () => {
    expect((await startSession(people.viewer, WAITER)).status).toBe(403)
    expect((await startSession(people.stranger, WAITER)).status).toBe(404)
  })

  it('trades the account, is seen by its owner, and ends when the share is lowered; stops stay', async () => {
    const { owner, trader } = people
    const created = await startSession(trader, BUYER)
    expect(created, created.text).toMatchObject({ status: 200, json: { startedBy: null } })
    const { id } = created.json
    const open = async () => (await owner.get(`/api/session/${id}/positions`)).json as Row[]
    await expect.poll(open).toMatchObject([{ sessionId: id, stopLoss: 1.05 }])
    expect((await owner.get(`/api/session/${id}`)).json).toMatchObject({ startedBy: 'trader', status: 'Active' })
    expect((await people.viewer.get(`/api/session/${id}`)).status).toBe(404)
    const share = (await sharesOf(owner)).given.find(({ person }: Row) => person === 'trader')
    expect((await owner.call('PUT', `/api/connection-shares/${share.id}`, { role: 'viewer' })).status).toBe(200)
    expect((await trader.get(`/api/session/${id}`)).json).toMatchObject({ status: 'Stopped' })
    expect(await open()).toMatchObject([{ sessionId: id, stopLoss: 1.05 }])
    expect((await request('trader', 'open-position', buying(account.id))).error).toMatch(NOT_TRADED)
    expect((await owner.call('PUT', `/api/connection-shares/${share.id}`, { role: 'trader' })).status).toBe(200)
    expect(await request('trader', 'open-position', buying(account.id))).toMatchObject({ ok: true })
    expect(await verifyAccount(database.db, account.id)).toEqual([])
  })
})

describe('a share that ends', () => {
  it('refuses what was asked before, cancels what waits, and ends what is heard', async () => {
    const { owner, trader } = people
    expect(await request('trader', 'order', limitOrder(account.id))).toMatchObject({ ok: true })
    const waiting = async () =>
      (await listed(owner, '/api/orders')).filter(
        ({ placedBy, status, isAtBroker }) => placedBy === 'trader' && status === 'NEW' && isAtBroker,
      )
    await expect.poll(waiting).toHaveLength(1)
    const share = (await sharesOf(owner)).given.find(({ person }: Row) => person === 'trader')
    const writtenBy = await database.pool.query(`select id from users where username = 'trader'`)
    // A request that was accepted a moment ago, and that its process claims after the share is withdrawn.
    expect((await owner.call('DELETE', `/api/connection-shares/${share.id}`)).status).toBe(200)
    const late = randomUUID()
    await database.pool.query(
      `insert into intents (id, account_id, user_id, placed_by, kind, instrument_id, payload, payload_hash, client_id, cid,
         cid_date, state, decided_at)
       select $1::uuid, account_id, user_id, $3, kind, instrument_id, payload, payload_hash, $1::text, 2, cid_date, 'WRITTEN', now()
       from intents where account_id = $2 and kind = 'PLACE' and placed_by = $3 limit 1`,
      [late, account.id, writtenBy.rows[0].id],
    )
    await database.pool.query(`select pg_notify('tradeloom_intents', $1)`, [account.id])
    const state = async () =>
      (await database.pool.query('select state, reason from intents where id = $1', [late])).rows[0]
    await expect.poll(state).toEqual({
      state: 'UNSENT',
      reason: 'the account is no longer shared with the person who placed it',
    })
    await expect.poll(waiting).toHaveLength(0)
    expect(await listed(trader, '/api/accounts')).toHaveLength(1)
    expect(JSON.stringify(await listed(trader, '/api/orders'))).not.toContain(account.id)
    await expect.poll(() => sockets.trader.messages.some((one) => JSON.stringify(one).includes('"missed"'))).toBe(true)
    const [before, told] = [sockets.trader.messages.length, heard('viewer', 'execution').length]
    expect(await request('owner', 'open-position', buying(account.id))).toMatchObject({ ok: true })
    await expect.poll(() => heard('viewer', 'execution').length).toBeGreaterThan(told)
    expect(JSON.stringify(sockets.trader.messages.slice(before))).not.toContain(account.id)
  })

  it('may be left, and both are told', async () => {
    const { owner, viewer } = people
    const [share] = (await sharesOf(viewer)).received
    expect(share).toMatchObject({ owner: 'owner', role: 'viewer', isAccepted: true })
    expect((await viewer.call('DELETE', `/api/connection-shares/${share.id}`)).status).toBe(200)
    expect(await listed(viewer, '/api/accounts')).toHaveLength(1)
    for (const one of [owner, viewer]) {
      const { notifications } = (await one.get('/api/notifications')).json
      expect(notifications[0]).toMatchObject({ subject: 'viewer has left the accounts of owner on PAPER' })
    }
  })
})

describe('an invitation', () => {
  it('looks the same whether or not somebody has the name, and shows nothing before it is accepted', async () => {
    const { owner, stranger } = people
    const real = await invite(owner, account.connectionId, 'Stranger', 'viewer')
    const none = await invite(owner, account.connectionId, 'Nobody', 'viewer')
    const shown = { status: 200, json: { isAccepted: false, role: 'viewer' } }
    expect([real, none]).toMatchObject([shown, shown])
    expect([real.json.person, none.json.person]).toEqual(['stranger', 'nobody'])
    expect(Object.keys(real.json)).toEqual(Object.keys(none.json))
    expect(await listed(stranger, '/api/accounts')).toHaveLength(1)
    expect((await sharesOf(stranger)).received).toMatchObject([{ owner: 'owner', isAccepted: false }])
    // To decline it tells the owner nothing.
    expect((await stranger.call('DELETE', `/api/connection-shares/${real.json.id}`)).status).toBe(200)
    expect((await sharesOf(stranger)).received).toEqual([])
    const given = (await sharesOf(owner)).given
    expect(given.map(({ person, isAccepted }: Row) => [person, isAccepted])).toEqual([
      ['stranger', false],
      ['nobody', false],
    ])
    expect((await stranger.post(`/api/connection-shares/${real.json.id}/accept`)).status).toBe(404)
  })

  it('is refused for oneself, twice, and beyond ten', async () => {
    const { owner } = people
    const statuses = async (...names: string[]) => {
      const found: number[] = []
      for (const name of names) found.push((await invite(owner, account.connectionId, name, 'viewer')).status)
      return found
    }
    expect(await statuses('owner', 'OWNER@example.com', 'NOBODY', ' ')).toEqual([400, 400, 409, 400])
    expect(await statuses('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8')).toEqual(Array(8).fill(200))
    expect(await statuses('a9')).toEqual([429])
    for (const { id } of (await sharesOf(owner)).given)
      expect((await owner.call('DELETE', `/api/connection-shares/${id}`)).status).toBe(200)
    expect((await sharesOf(owner)).given).toEqual([])
  })

  it('by name and by address of one person is accepted once', async () => {
    const { owner, viewer } = people
    const byName = (await invite(owner, account.connectionId, 'viewer', 'viewer')).json
    const byAddress = (await invite(owner, account.connectionId, 'viewer@example.com', 'trader')).json
    expect((await viewer.post(`/api/connection-shares/${byName.id}/accept`)).status).toBe(200)
    expect((await viewer.post(`/api/connection-shares/${byAddress.id}/accept`)).status).toBe(409)
    expect((await owner.call('DELETE', `/api/connection-shares/${byAddress.id}`)).status).toBe(200)
  })
})

describe('people who leave', () => {
  it('a guest leaves sessions and orders to the owner of the account, whose journal stays whole', async () => {
    const { owner } = people
    const guest = await signUp(server.url, 'guest')
    const { id } = (await invite(owner, account.connectionId, 'guest', 'trader')).json
    await guest.post(`/api/connection-shares/${id}/accept`)
    const session = (await startSession(guest, BUYER)).json
    await expect.poll(async () => (await owner.get(`/api/session/${session.id}/positions`)).json).toHaveLength(1)
    const leave = () => guest.post('/api/account/delete', { username: 'guest' })
    expect((await leave()).status).toBe(409)
    await owner.call('PUT', `/api/session/${session.id}`, { status: 'Stopped', statusDetail: null, stopped: null })
    expect((await guest.get(`/api/session/${session.id}`)).json.status).toBe('Stopped')
    const left = await leave()
    expect(left.status, left.text).toBe(200)
    expect((await owner.get(`/api/session/${session.id}`)).json).toMatchObject({ startedBy: null, status: 'Stopped' })
    expect((await sharesOf(owner)).given.map(({ person }: Row) => person)).toEqual(['viewer'])
    const orders = await listed(owner, '/api/orders')
    expect(orders.some(({ placedBy }) => placedBy === 'deleted user')).toBe(true)
    expect(await verifyAccount(database.db, account.id)).toEqual([])
  })

  it('an owner takes the accounts along', async () => {
    const host = await signUp(server.url, 'host')
    const [theirs] = await listed(host, '/api/accounts')
    const { id } = (await invite(host, theirs?.['connectionId'] as string, 'viewer', 'viewer')).json
    await people.viewer.post(`/api/connection-shares/${id}/accept`)
    expect(await listed(people.viewer, '/api/accounts')).toHaveLength(3)
    expect((await host.post('/api/account/delete', { username: 'host' })).status).toBe(200)
    expect(await listed(people.viewer, '/api/accounts')).toHaveLength(2)
    const { notifications } = (await people.viewer.get('/api/notifications')).json
    expect(notifications[0].subject).toContain('host has deleted their account')
  })
})
