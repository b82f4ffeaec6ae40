import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { CHANNELS, type TradingOrder } from '@tradeloom/contracts'
import { until } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BinanceServer } from '../../testing/binance-server.fixture.ts'

const PATH = '/api/exchange-api-keys'
const RIGHTS = { balances: { USDT: '200000', BTC: '5' } }
const GOOD = {
  apiKey: 'plantedkeyGOODplantedkeyGOODplantedkeyGOODplanted1234',
  secret: 'plantedsecretGOODplantedsecretGOODplantedsecretGOOD',
}
const RICH = {
  apiKey: 'plantedkeyRICHplantedkeyRICHplantedkeyRICHplanted5678',
  secret: 'plantedsecretRICHplantedsecretRICHplantedsecretRICH',
}
const WRONG = 'plantedsecretWRONGplantedsecretWRONGplantedsecretWRONG'
/** Nothing of these may be found anywhere. */
const PLANTED = [GOOD.apiKey, GOOD.secret, RICH.apiKey, RICH.secret, WRONG, 'plantedkey', 'plantedsecret']

let venue: BinanceServer
let log = ''
beforeAll(async () => {
  const accounts = [
    { ...GOOD, ...RIGHTS },
    { ...RICH, ...RIGHTS, rights: { enableWithdrawals: true } },
  ]
  const write = (chunk: unknown, _: unknown, done: () => void): void => ((log += String(chunk)), done())
  venue = await BinanceServer.start(accounts, { env: { LOG_LEVEL: 'trace' }, log: new Writable({ write }) })
  await venue.priced()
})
afterAll(() => venue?.stop())

/** A key as it is listed once it was tried: where the machine is busy, the answer comes before the exchange's. */
async function add(apiKey: string, apiSecret: string) {
  const added = await venue.addKey(apiKey, apiSecret)
  expect(added.status, added.text).toBe(200)
  const listed = async () => {
    const keys = (await venue.user.get(PATH)).json as { id: string; connected: boolean | null; isRefused: boolean }[]
    return keys.find(({ id }) => id === added.json.id)
  }
  await until(async () => (await listed())?.connected !== null)
  return { json: (await listed()) as Record<string, unknown> }
}
const orders = async () =>
  (await venue.user.get('/api/orders')).json as { brokerOrderId: string | null; status: string; broker: string }[]
const account = () => venue.account()
const order = (terms: object) => venue.order(terms)
const state = async () =>
  (await venue.database.pool.query<{ state: string }>('select state from intents order by id desc limit 1')).rows[0]
    ?.state

describe('an account at Binance', () => {
  it('is not opened by a wrong secret, whose error is shown', async () => {
    const { json } = await add(GOOD.apiKey, WRONG)
    expect(json).toMatchObject({ isRefused: true, connected: false, connectionError: expect.stringMatching(/./) })
    expect((await venue.user.call('DELETE', `${PATH}/${json['id']}`)).status).toBe(200)
  })

  it('is not opened by a key that can withdraw, which is not kept', async () => {
    const { json } = await add(RICH.apiKey, RICH.secret)
    expect(json).toMatchObject({
      isRefused: true,
      connectionError: 'This key can withdraw money. Enter one that cannot',
    })
    const { rows } = await venue.database.pool.query('select credentials, api_key, api_secret from exchange_keys')
    expect(rows).toEqual([{ credentials: null, api_key: null, api_secret: null }])
    expect((await venue.user.call('DELETE', `${PATH}/${json['id']}`)).status).toBe(200)
  })

  it('is never called practice: its orders cost real money', async () => {
    const key = { formStyle: 4, type: 'practice', broker: 'Binance', apiKey: GOOD.apiKey, apiSecret: GOOD.secret }
    const { status, json } = await venue.user.post(PATH, key)
    expect([status, json.fields]).toEqual([400, { type: 'Binance has no practice accounts here' }])
  })

  it('is opened by its key, and is in the lists of its user', async () => {
    const { json } = await add(GOOD.apiKey, GOOD.secret)
    expect(json).toMatchObject({ broker: 'BINANCE', apiKey: '…1234', connected: true, connectionError: null })
    await expect.poll(account).toMatchObject({ balance: 200_000, available: 200_000, type: 'live' })
    expect((await venue.user.get('/api/user')).json.accounts).toHaveLength(2)
  })

  it('places a limit order, and cancels it', async () => {
    const asked = await order({ side: 'BUY', type: 'LIMIT', limitPrice: 59_000 })
    expect(asked).toMatchObject({ ok: true })
    // What the machine was too busy for is in the list as well, and is not at the exchange.
    const working = async () => (await orders()).filter(({ status }) => status === 'NEW')
    await expect.poll(working).toMatchObject([{ broker: 'BINANCE' }])
    await expect.poll(state).toBe('WORKING')
    // By the number that the venue shows, and canceled by the name that it had at first.
    const [placed] = venue.lab.accounts.get(GOOD.apiKey).orders
    const brokerOrderId = String(placed?.id)
    expect(await working()).toMatchObject([{ brokerOrderId }])
    const { intentId } = (asked as { data: { intentId: string } }).data
    expect((await venue.user.call('DELETE', `/api/order/${intentId}`)).status).toBe(200)
    await expect
      .poll(async () => (await orders()).find((one) => one.brokerOrderId === brokerOrderId)?.status)
      .toBe('CANCELED')
    expect(venue.lab.accounts.get(GOOD.apiKey).orders).toHaveLength(1)
  })

  it('changes a working order, which stays one, also where the answer is lost', async () => {
    const placed = (await order({ side: 'BUY', type: 'LIMIT', limitPrice: 57_000 })) as { data: { intentId: string } }
    const orderId = placed.data.intentId
    const working = () =>
      venue.lab.accounts
        .get(GOOD.apiKey)
        .orders.filter(({ status }) => status === 'NEW' || status === 'PARTIALLY_FILLED')
    await expect.poll(() => working().length).toBe(1)
    await expect.poll(state).toBe('WORKING')
    let keys = 0
    const change = (terms: object) =>
      venue.socket.request(CHANNELS.brokers, 'change-order', { key: `change${(keys += 1)}`, orderId, ...terms })
    const listed = async () =>
      ((await venue.user.get('/api/orders')).json as TradingOrder[])
        .filter(({ status }) => status === 'NEW')
        .map(({ limitPrice, quantity }) => [limitPrice, quantity])
    const [[, quantity] = []] = await listed()
    expect(await change({ limitPrice: 57_500 })).toMatchObject({ ok: true })
    await expect.poll(listed).toEqual([[57_500, quantity]])
    await expect.poll(state).toBe('DONE')
    venue.lab.faults.add({ when: { request: 'POST /api/v3/order/cancelReplace' }, do: 'lostAck' })
    expect(await change({ limitPrice: 58_000 })).toMatchObject({ ok: true })
    await expect.poll(listed).toEqual([[58_000, quantity]])
    expect(working()).toHaveLength(1)
    expect(await change({ quantity: 0.000001 })).toMatchObject({ ok: false })
    expect((await venue.user.call('DELETE', `/api/order/${orderId}`)).status).toBe(200)
    await expect.poll(() => working().length).toBe(0)
  })

  it('buys at the market, and closes the position that this opened in two parts', async () => {
    expect(await order({ side: 'BUY', type: 'MARKET' })).toMatchObject({ ok: true })
    const open = async () => (await venue.user.get('/api/positions/open')).json as { id: string; quantity: number }[]
    await expect.poll(open).toHaveLength(1)
    const [position] = await open()
    // The fee of 0.1% was paid in coins.
    expect(position?.quantity).toBeCloseTo(0.4995, 10)
    const close = (key: string, part: object) =>
      venue.socket.request(CHANNELS.brokers, 'close-position', { key, positionId: position?.id, ...part })
    expect(await close('close01', { quantity: 0.000005 })).toMatchObject({ ok: false })
    expect(await close('close02', { quantity: 0.2 })).toMatchObject({ ok: true })
    await expect.poll(async () => (await open()).map(({ quantity }) => quantity)).toEqual([expect.closeTo(0.2995, 10)])
    expect(await close('close03', {})).toMatchObject({ ok: true })
    await expect.poll(open).toEqual([])
  })

  it('has an order whose answer was lost once, found by its client id', async () => {
    const before = venue.lab.accounts.get(GOOD.apiKey).orders.length
    venue.lab.faults.add({ when: { request: 'POST /api/v3/order' }, do: 'lostAck' })
    expect(await order({ side: 'BUY', type: 'LIMIT', limitPrice: 58_000 })).toMatchObject({ ok: true })
    await expect.poll(state).toBe('WORKING')
    expect(venue.lab.accounts.get(GOOD.apiKey).orders).toHaveLength(before + 1)
    const { rows } = await venue.database.pool.query(`select distinct kind from journal where kind = 'UNKNOWN'`)
    expect(rows).toHaveLength(1)
  })

  it('leaves no secret in logs, answers, the database, files, or the start of processes', async () => {
    const answers = [await venue.user.get(PATH), await venue.user.get('/public-api/bootstrap')]
    expect(venue.socket.messages.length).toBeGreaterThan(10)
    const told = JSON.stringify([answers, venue.socket.messages])
    for (const planted of PLANTED) {
      expect(log.includes(planted), `log: ${planted}`).toBe(false)
      expect(told.includes(planted), `answers: ${planted}`).toBe(false)
    }
    expect(await tablesWith(['coins@'])).toContain('users')
    expect(await tablesWith(PLANTED.flatMap((text) => [text, Buffer.from(text).toString('hex')]))).toEqual([])
    for (const file of filesIn(venue.server.dataDir)) {
      const bytes = readFileSync(file)
      for (const planted of PLANTED) expect([file, bytes.includes(planted)]).toEqual([file, false])
    }
    const master = readFileSync(join(venue.server.dataDir, 'keys', 'master'))
    const forms = [...PLANTED, master.toString('latin1'), master.toString('hex'), master.toString('base64')]
    const starts = descendants(process.pid).map((pid) => startOf(pid))
    expect(starts.filter((start) => start.includes('processes/brokers/main.ts'))).toHaveLength(1)
    for (const start of starts) for (const planted of forms) expect(start.includes(planted)).toBe(false)
  })
})

/** Tables with rows in which one of these texts is. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { rows } = await venue.database.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const query = `select from ${name} one where one::text ilike any ($1) limit 1`
    const { rowCount } = await venue.database.pool.query(query, [texts.map((text) => `%${text}%`)])
    if (rowCount !== 0) found.push(name.split('.').at(-1) ?? '')
  }
  return found
}

/** Environment and arguments of a process; nothing once it has ended. */
function startOf(pid: number): string {
  try {
    return ['environ', 'cmdline'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'latin1')).join(' ')
  } catch {
    return ''
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
}

function descendants(pid: number): number[] {
  const list = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = list
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const of = (parent: number): number[] =>
    pairs.flatMap(([child = 0, its]) => (its === parent ? [child, ...of(child)] : []))
  return of(pid)
}
