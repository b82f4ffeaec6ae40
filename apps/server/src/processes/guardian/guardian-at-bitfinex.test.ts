import { CHANNELS, type ExchangeConnection, type TradingAccount } from '@tradeloom/contracts'
import { verifyAccount } from '@tradeloom/database'
import { requestFlatten } from '@tradeloom/kill-switch'
import { type HttpClient, signUp, SocketClient, startTestDatabase, type TestDatabase, until } from '@tradeloom/testkit'
import { type BitfinexLab, LabClock, startBitfinexLab } from '@tradeloom/venue-lab'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { signalProcess } from '../../testing/signal-process.fixture.ts'

const BTC = 'BTCUSD:BITFINEX'
const KEY = { apiKey: 'a key of orders at Bitfinex', apiSecret: 'a secret of these orders' }
const OWN = { apiKey: 'a key of the guardian there', apiSecret: 'a secret of the guardian' }
const STRONG = { apiKey: 'a key that can withdraw coins', apiSecret: 'a secret of withdrawals' }
const STRANGE = { apiKey: 'a key of somebody else there', apiSecret: 'a secret of somebody' }
const CANCEL = 'POST /v2/auth/w/order/cancel'
const QUOTE_MS = 100
const PATIENT = { interval: 20 }

type Account = TradingAccount & { readonly connectionId: string }

let database: TestDatabase
let lab: BitfinexLab
let server: TestServer
let user: HttpClient
let socket: SocketClient
let connectionId: string
const bid = 60_000

beforeAll(async () => {
  database = await startTestDatabase()
  await database.pool.query(`insert into venue_settings (venue_id, is_on) values ('BITFINEX', true)`)
  const clock = new LabClock(Date.now())
  const login = ({ apiKey, apiSecret: secret }: typeof KEY) => ({ apiKey, secret })
  const moreKeys = [login(OWN), { ...login(STRONG), canWithdraw: true }]
  lab = await startBitfinexLab({
    clock,
    accounts: [
      { ...login(KEY), moreKeys, exchange: { USD: '100000' }, margin: { USD: '200000' } },
      { ...login(STRANGE), userId: 269_500, margin: { USD: '100' } },
    ],
  })
  const quote = (): void => {
    lab.markets.quote('tBTCUSD', { bid, ask: bid + 1, amount: 50 })
    lab.markets.trade('tBTCUSD', bid)
  }
  quote()
  clock.every(QUOTE_MS, quote)
  clock.run(1)
  const { rest, streams, authenticated } = lab
  const urls = { rest, publicRest: rest, publicStreams: streams, streams: authenticated }
  server = await startTestServer({
    databaseUrl: database.url,
    env: { TRADELOOM_SIMULATED_VENUES: 'off', TRADELOOM_VENUE_URLS: JSON.stringify({ BITFINEX: urls }) },
  })
  user = await signUp(server.url, 'bitfinex')
  socket = await new SocketClient(user).opened()
  await until(async () => (await user.get('/public-api/instruments/USD')).text.includes(BTC))
  // Prices are received for whoever looks at them.
  socket.send({ type: 'subscribe', topic: `price.${BTC}` })
  const added = await user.post('/api/exchange-api-keys', { formStyle: 4, type: 'live', broker: 'Bitfinex', ...KEY })
  expect(added.status, added.text).toBe(200)
  connectionId = (added.json as ExchangeConnection).id
  await until(async () => (await account('netting'))?.connected === true)
})
afterAll(async () => {
  socket?.close()
  await server?.stop()
  await lab?.stop()
  await database?.stop()
})

const account = async (model: string) =>
  ((await user.get('/api/accounts')).json as Account[]).find((one) => one.type === 'live' && one.model === model)
const own = () => {
  const [found] = lab.accounts
  if (!found) throw new Error('The stand-in has no account')
  return found
}
const keyOf = ({ apiKey }: typeof KEY) => {
  const found = own().keys.find((one) => one.apiKey === apiKey)
  if (!found) throw new Error('The stand-in has no such key')
  return found
}
const path = () => `/api/exchange-api-keys/${connectionId}/guardian-key`
const guardianKey = async () =>
  ((await user.get('/api/exchange-api-keys')).json as ExchangeConnection[])[0]?.guardianKey
const enter = (key: typeof KEY) => user.call('PUT', path(), { formStyle: 4, ...key })
const held = () => Number(own().position('tBTCUSD').amount) / 1e8
const working = () => own().orders.filter(({ isOpen }) => isOpen).length
const booked = async (accountId: string) =>
  (await database.pool.query(`select from positions where account_id = $1 and status = 'OPEN'`, [accountId])).rowCount

/** A position with its stop in the margin wallet, whose account is returned. */
async function opened(): Promise<string> {
  const { id = '' } = (await account('netting')) ?? {}
  const order = { accountId: id, broker: 'BITFINEX', symbol: 'BTCUSD', side: 'BUY', type: 'MARKET' }
  const terms = { ...order, quantity: 0.3, stopLoss: 59_000 }
  const onTheWay = async () =>
    (
      await database.pool.query(
        `select from intents where account_id = $1 and kind = 'PLACE' and state in ('WRITTEN', 'SENDING', 'UNKNOWN')`,
        [id],
      )
    ).rowCount
  // Until there is a price of now and a guardian. On a busy machine, an order that is on its way is no reason for another one.
  const isHeld = async (): Promise<boolean> => {
    if (held() === 0 && (await onTheWay()) === 0) await socket.request(CHANNELS.brokers, 'order', terms)
    return held() !== 0
  }
  await expect.poll(isHeld, { interval: 1_000 }).toBe(true)
  await expect.poll(working).toBe(1)
  await expect.poll(() => booked(id)).toBe(1)
  expect(held()).toBe(0.3)
  return id
}

const flatten = (id: string): void =>
  void requestFlatten(server.dataDir, { accounts: [id], by: 'a person', at: Date.now() })

const level = async () => (await account('netting'))?.level

async function released(id: string): Promise<void> {
  await user.post('/api/confirm-login', { password: 'correct horse' })
  expect((await user.post(`/api/accounts/${id}/release`, { reason: 'Looked at' })).status).toBe(200)
  expect(await verifyAccount(database.db, id)).toEqual([])
}

it('without a key of its own it only raises the level, and the process of the orders closes the account down', async () => {
  const brokers = (await user.get('/api/exchange-brokers')).json as { broker: string; guardianHasOwnKey: boolean }[]
  expect(brokers.filter(({ guardianHasOwnKey }) => guardianHasOwnKey)).toMatchObject([{ broker: 'BITFINEX' }])
  const id = await opened()
  expect(signalProcess('brokers', 'SIGSTOP')).toBe(1)
  try {
    flatten(id)
    await expect.poll(level, PATIENT).toBe('FLATTEN')
    const asked = `select from intents where account_id = $1 and kind = 'CLOSE'`
    await expect.poll(async () => (await database.pool.query(asked, [id])).rowCount, PATIENT).toBe(1)
    expect([held(), working()]).toEqual([0.3, 1])
    // Nobody else is kept from it.
    const holder = 'select holder from account_control where account_id = $1'
    expect((await database.pool.query(holder, [id])).rows).toEqual([{ holder: null }])
  } finally {
    signalProcess('brokers', 'SIGCONT')
  }
  await expect.poll(() => [held(), working()], PATIENT).toEqual([0, 0])
  await expect.poll(() => booked(id)).toBe(0)
  expect(own().orders.filter(({ amount, original }) => original < 0n && amount === 0n)).toHaveLength(1)
  await released(id)
})

it.each([
  ['one that can withdraw', STRONG, 'This key can withdraw money. Enter one that cannot'],
  ['one of another user', STRANGE, 'This key opens another account than that of the connection'],
  ['that of the connection', KEY, 'This is the key of the connection itself. The guardian needs another one'],
  ['one that does not exist', { ...OWN, apiSecret: 'wrong' }, 'apikey: digest invalid'],
])('a key of the guardian is refused: %s', async (_, key, problem) => {
  const entered = await enter(key)
  expect(entered.json, entered.text).toMatchObject({ guardianKey: { isAccepted: false } })
  expect(entered.text).not.toContain(key.apiSecret)
  await expect.poll(guardianKey).toMatchObject({ isAccepted: false, problem: expect.stringContaining(problem) })
  const kept = await database.pool.query('select credentials is null as erased from guardian_keys')
  expect(kept.rows).toEqual([{ erased: key === STRONG || key === KEY }])
})

it('refuses what is no key of that form', async () => {
  expect((await user.call('PUT', path(), { formStyle: 5, apiKey: 'a token' })).status).toBe(400)
  expect((await user.call('PUT', path(), { formStyle: 4, ...OWN, more: 1 })).status).toBe(400)
})

it('closes an account down with a key of its own while the process of the orders is frozen', async () => {
  await enter(OWN)
  await expect.poll(guardianKey).toEqual({ apiKey: '…here', isAccepted: true, problem: null })
  const id = await opened()
  // The guardian has opened it once a private stream of it is there.
  await expect.poll(() => keyOf(OWN).lastNonce > 0n).toBe(true)
  const first = keyOf(KEY).lastNonce
  expect(signalProcess('brokers', 'SIGSTOP')).toBe(1)
  // What it had sent before may still arrive.
  await expect
    .poll(async () => {
      const before = keyOf(KEY).lastNonce
      await new Promise((resolve) => setTimeout(resolve, 500))
      return keyOf(KEY).lastNonce === before
    })
    .toBe(true)
  const frozen = keyOf(KEY).lastNonce
  try {
    flatten(id)
    await expect.poll(() => [held(), working()], PATIENT).toEqual([0, 0])
    expect([first > 0n, keyOf(KEY).lastNonce]).toEqual([true, frozen])
  } finally {
    signalProcess('brokers', 'SIGCONT')
  }
  await expect.poll(level, PATIENT).toBe('FLATTEN')
  await expect.poll(() => booked(id)).toBe(0)
  await released(id)
})

it('counts the requests of the two keys apart: none of either is out of turn', async () => {
  // The clock of the guardian's key is far ahead at the venue: its counter leaps, and that of the other key does not.
  keyOf(OWN).lastNonce += 30_000_000n
  const before = keyOf(KEY).lastNonce
  const id = await opened()
  flatten(id)
  await expect.poll(() => [held(), working()], PATIENT).toEqual([0, 0])
  await expect.poll(() => booked(id)).toBe(0)
  expect(keyOf(KEY).lastNonce - before).toBeLessThan(600_000_000n)
  expect(keyOf(OWN).lastNonce).toBeGreaterThan(keyOf(KEY).lastNonce)
  await released(id)
})

it('closes an account down once when it is killed between a cancellation and the closing', async () => {
  const id = await opened()
  const [before, asked] = [own().orders.length, lab.requests.length]
  lab.faults.add({ when: { request: CANCEL }, do: 'delay', ms: 1_500 })
  flatten(id)
  await expect.poll(() => lab.requests.slice(asked), { interval: 10 }).toContain(CANCEL)
  expect(signalProcess('guardian')).toBe(1)
  await expect.poll(() => [held(), working()], PATIENT).toEqual([0, 0])
  await expect.poll(() => booked(id)).toBe(0)
  expect(own().orders.slice(before)).toHaveLength(1)
  await released(id)
})

it('asks the process of the orders once its own key was revoked, and tells the owner', async () => {
  const id = await opened()
  keyOf(OWN).isRevoked = true
  flatten(id)
  await expect.poll(() => [held(), working()], PATIENT).toEqual([0, 0])
  expect(await guardianKey()).toMatchObject({ isAccepted: false, problem: 'apikey: invalid (10100)' })
  const told = await database.pool.query(`select subject from notifications where kind = 'key-refused'`)
  expect(told.rows).toEqual([{ subject: 'Bitfinex refuses the key of the guardian of your account' }])
  await expect.poll(() => booked(id)).toBe(0)
  await released(id)
  expect((await user.call('DELETE', path())).json).toMatchObject({ guardianKey: null })
  expect((await user.call('DELETE', path())).status).toBe(404)
})
