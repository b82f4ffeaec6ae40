import { sha256, verifyAccount } from '@tradeloom/database'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { clientId, closingClientId } from '@tradeloom/trading'
import { sealBox } from '@tradeloom/vault'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { OrderOutcomes } from '../../features/trading/order-outcomes.service.ts'
import { TradingRepository } from '../../features/trading/trading.repository.ts'
import { BrokersLab, COIN, LIMIT_BUY } from './brokers.fixture.ts'
import { FAKE_FENCE_MS, FAKE_RIGHTS } from './fake-venue.fixture.ts'

const KEY = 'planted-key-1234'
const SECRET = 'planted-secret-5678'

let database: TestDatabase
let lab: BrokersLab
let user: string
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())
beforeEach(async () => {
  lab = new BrokersLab(database)
  await database.pool.query('delete from exchange_keys')
  await lab.switchOn()
  user = await lab.addUser()
  lab.venue.keys.set(KEY, { secret: SECRET, rights: FAKE_RIGHTS })
})
afterEach(() => lab.end())

const add = (apiSecret = SECRET, apiKey = KEY) =>
  lab.connections.add(user, { type: 'live', broker: 'FAKE', apiKey, apiSecret })
const intents = () =>
  lab.rows<{ state: string; reason: string; filled: number }>('select * from intents where user_id = $1', [user])
const state = async () => (await intents())[0]?.state
const orders = async () =>
  lab.rows<{ id: string; status: string; filled: number; intent_id: string | null }>(
    'select * from venue_orders where account_id = $1 order by time',
    [await lab.accountId(user)],
  )
const positions = () =>
  lab.rows<{ id: string; quantity: number; open_price: number; status: string; profit: number; commission: number }>(
    'select * from positions where user_id = $1',
    [user],
  )

describe('a key', () => {
  it('is tried at once, and opens an account with the balance of the venue', async () => {
    expect(await add()).toMatchObject({ connected: true, connectionError: null, apiKey: '…1234', isRefused: false })
    const [account] = await lab.rows('select * from trading_accounts where user_id = $1 and venue = $2', [user, 'FAKE'])
    expect(account).toMatchObject({ account_no: '4711', currency: 'USDT', balance: 10_000, initial_balance: 10_000 })
  })

  it('that the venue refuses is shown as refused, and is not tried again', async () => {
    const refused = await add('wrong')
    const error = 'Invalid API-key, IP, or permissions for action'
    expect(refused).toMatchObject({ connected: false, connectionError: error, isRefused: true })
    const { calls } = lab.venue
    await lab.stop()
    lab.start()
    await expect.poll(() => lab.events.filter(({ kind }) => kind === 'ready')).toHaveLength(2)
    expect(lab.venue.calls).toBe(calls)
  })

  it('that can withdraw money is refused and erased', async () => {
    lab.venue.keys.set(KEY, { secret: SECRET, rights: { ...FAKE_RIGHTS, canWithdraw: true } })
    const added = await add()
    expect(added).toMatchObject({
      isRefused: true,
      connectionError: 'This key can withdraw money. Enter one that cannot',
    })
    const [stored] = await lab.rows('select * from exchange_keys where connection_id = $1', [added.id])
    expect(stored).toMatchObject({ credentials: null, api_key: null, api_secret: null })
  })

  it('that an earlier version has stored in two boxes is opened, too', async () => {
    const { id } = await add()
    await lab.stop()
    const seal = async (text: string, column: string) =>
      sealBox(await lab.masterKey.sealingKey(), Buffer.from(text), { table: 'exchange_keys', row: id, column })
    const boxes = [await seal(KEY, 'api_key'), await seal(SECRET, 'api_secret')]
    const change = 'update exchange_keys set credentials = null, api_key = $1, api_secret = $2 where connection_id = $3'
    await lab.rows(change, [...boxes, id])
    const { calls } = lab.venue
    lab.start()
    await expect.poll(() => lab.venue.calls).toBeGreaterThan(calls)
    await expect.poll(() => lab.connections.list(user)).toMatchObject([{ connected: true, connectionError: null }])
  })

  it('in another form than its exchange has, or for play money that it has not, is refused at its field', async () => {
    const fields = { username: 'u', password: 'p' }
    await expect(lab.connections.add(user, { type: 'live', broker: 'FAKE', ...fields })).rejects.toMatchObject({
      fields: { formStyle: 'Keys of Fake venue are entered in another form' },
    })
    const practice = { type: 'practice', broker: 'FAKE', apiKey: KEY, apiSecret: SECRET } as const
    await expect(lab.connections.add(user, practice)).rejects.toMatchObject({
      fields: { type: 'Fake venue has no practice accounts here' },
    })
    expect(await lab.connections.list(user)).toEqual([])
  })

  it('that cannot trade is refused, and one without a list of addresses warns', async () => {
    lab.venue.keys.set(KEY, { secret: SECRET, rights: { ...FAKE_RIGHTS, canTrade: false } })
    expect((await add()).connectionError).toMatch(/^This key cannot trade/)
    lab.venue.keys.set(KEY, { secret: SECRET, rights: { ...FAKE_RIGHTS, isBoundToAddresses: false } })
    expect((await add()).warning).toMatch(/^This key works from every address/)
  })

  it('is tried again while the venue does not answer, and no text quotes what a library says', async () => {
    lab.venue.isAway = true
    const added = await add()
    expect(added).toMatchObject({ connectionError: 'Fake venue does not answer', isRefused: false })
    lab.venue.isAway = false
    await expect.poll(() => lab.status(added.id)).toBe(true)
    expect(await lab.connections.list(user)).toMatchObject([{ connectionError: null, connected: true }])
    expect(JSON.stringify(lab.events)).not.toContain(SECRET)
  })

  it('of an account that is connected already is refused', async () => {
    await add()
    lab.venue.keys.set('another-key-9999', { secret: SECRET, rights: FAKE_RIGHTS })
    expect(await add(SECRET, 'another-key-9999')).toMatchObject({
      isRefused: true,
      connectionError: 'This account is connected already, with another key',
    })
  })

  it('of an account that was set to another model goes on with it, unless positions are open', async () => {
    const setTo = (model: 'spot' | 'netting') =>
      lab.venue.keys.set(KEY, { secret: SECRET, rights: { ...FAKE_RIGHTS, model } })
    const model = async () =>
      (
        await lab.rows<{ model: string }>('select model from trading_accounts where id = $1', [
          await lab.accountId(user),
        ])
      )[0]?.model
    setTo('netting')
    await add()
    expect(await model()).toBe('netting')
    await lab.stop()
    setTo('spot')
    lab.start()
    await expect.poll(model).toBe('spot')
    await lab.sends(user, LIMIT_BUY)
    await expect.poll(() => lab.venue.orders.size).toBe(1)
    lab.venue.fill('1000', 0.5, 60_000)
    await expect.poll(positions).toHaveLength(1)
    await lab.stop()
    setTo('netting')
    lab.start()
    const error = async () => (await lab.connections.list(user))[0]?.connectionError
    await expect.poll(error).toMatch(/^The account is netting now and was spot, with positions open here/)
    expect(await model()).toBe('spot')
    expect(await verifyAccount(database.db, await lab.accountId(user))).toEqual([])
  })

  it('of an account that another user has connected is refused, until the key of that user is refused or deleted', async () => {
    const first = await add()
    const other = await lab.addUser()
    lab.venue.keys.set('another-key-9999', { secret: SECRET, rights: FAKE_RIGHTS })
    const addOther = () =>
      lab.connections.add(other, { type: 'live', broker: 'FAKE', apiKey: 'another-key-9999', apiSecret: SECRET })
    const refused = await addOther()
    expect(refused).toMatchObject({
      isRefused: true,
      connectionError: 'This account is connected already, with another key',
    })
    expect(await lab.rows(`select id from trading_accounts where user_id = $1 and venue = 'FAKE'`, [other])).toEqual([])
    await lab.connections.remove(refused.id, other)
    await lab.connections.remove(first.id, user)
    expect(await addOther()).toMatchObject({ connectionError: null })
    await expect(lab.accountId(other)).resolves.not.toBe(await lab.accountId(user))
  })

  it('that replaces a deleted one goes on with the same account', async () => {
    const first = await add()
    const accountId = await lab.accountId(user)
    await lab.connections.remove(first.id, user)
    expect(await lab.connections.list(user)).toEqual([])
    await lab.stop()
    expect(await add()).toMatchObject({ connected: true })
    expect(await lab.accountId(user)).toBe(accountId)
    await lab.stop()
    expect(await verifyAccount(database.db, accountId)).toEqual([])
  })

  it('is sent nowhere while its venue is off', async () => {
    await database.pool.query(`update venue_settings set is_on = false`)
    await expect(add()).rejects.toThrow('Fake venue is switched off. An administrator can switch it on')
    await database.pool.query(`update venue_settings set is_on = true`)
    const { id } = await add()
    await database.pool.query(`update venue_settings set is_on = false`)
    await lab.stop()
    const { calls } = lab.venue
    lab.start()
    await expect.poll(() => lab.events.filter(({ kind }) => kind === 'ready').length).toBeGreaterThan(1)
    expect(lab.venue.calls).toBe(calls)
    expect(id).toBeTruthy()
    await database.pool.query(`update venue_settings set is_on = true`)
  })
})

describe('an order at a venue', () => {
  beforeEach(async () => void (await add()))
  afterEach(async () => {
    await lab.stop()
    expect(await verifyAccount(database.db, await lab.accountId(user))).toEqual([])
  })

  it('is placed, filled in parts and booked once, whoever tells it and however often', async () => {
    await lab.write(user, LIMIT_BUY)
    await expect.poll(state).toBe('WORKING')
    expect(await orders()).toMatchObject([{ status: 'NEW', filled: 0 }])
    const [venueId = ''] = lab.venue.orders.keys()
    lab.venue.fill(venueId, 0.2, 59_000)
    await expect.poll(state).toBe('PARTIAL')
    // Nobody hears of it: it is read after the connection was lost.
    lab.venue.fill(venueId, 0.3, 60_000, false)
    lab.venue.tell({ kind: 'connected' })
    await expect.poll(state).toBe('FILLED')
    const [known] = lab.venue.fills
    if (known) lab.venue.tell({ kind: 'fill', fill: known })
    await expect.poll(orders).toMatchObject([{ status: 'FILLED', filled: 0.5 }])
    const [position] = await positions()
    expect(position).toMatchObject({ quantity: 0.5, status: 'OPEN' })
    expect(position?.open_price).toBeCloseTo(59_600, 8)
    expect(position?.commission).toBeCloseTo(29.8, 8)
    expect(await lab.rows('select * from fills where account_id = $1', [await lab.accountId(user)])).toHaveLength(2)
  })

  it('closes the position that an earlier one opened', async () => {
    await lab.write(user, { ...LIMIT_BUY, type: 'MARKET', limitPrice: null })
    await expect.poll(() => lab.venue.orders.size).toBe(1)
    lab.venue.fill('1000', 0.5, 60_000)
    await expect.poll(positions).toHaveLength(1)
    const [position] = await positions()
    await lab.write(user, { kind: 'CLOSE', positionId: position?.id ?? '', quantity: 0.5 })
    await expect.poll(() => lab.venue.orders.size).toBe(2)
    expect(lab.venue.orders.get('1001')).toMatchObject({ side: 'SELL', type: 'MARKET', quantity: 0.5 })
    // Sent at the last moment, it may arrive until its fence: others sell afterwards.
    const [{ sent_at: sentAt, fence_at: fenceAt } = {}] = await lab.rows<{ sent_at?: Date; fence_at?: Date }>(
      `select sent_at, fence_at from intents where kind = 'CLOSE' and account_id = $1`,
      [await lab.accountId(user)],
    )
    expect(lab.venue.sendUntil).toBe((sentAt?.getTime() ?? 0) + 5_000)
    expect(fenceAt?.getTime()).toBe((lab.venue.sendUntil ?? 0) + FAKE_FENCE_MS)
    lab.venue.fill('1001', 0.5, 61_000)
    await expect.poll(async () => (await positions())[0]?.status).toBe('CLOSED')
    // 500 without the fees of 30 and 30.5.
    expect((await positions())[0]?.profit).toBeCloseTo(439.5, 8)
  })

  it('is canceled', async () => {
    const intentId = await lab.write(user, LIMIT_BUY)
    await expect.poll(state).toBe('WORKING')
    await lab.write(user, { kind: 'CANCEL', intentId })
    await expect.poll(async () => (await orders())[0]?.status).toBe('CANCELED')
    await expect.poll(async () => (await intents()).map((one) => one.state).toSorted()).toEqual(['CANCELED', 'DONE'])
  })

  it('whose answer is lost is unknown until it is found by its client id, and is at the venue once', async () => {
    lab.venue.next = 'lose-answer'
    await lab.write(user, LIMIT_BUY)
    await expect.poll(state).toBe('WORKING')
    expect(lab.venue.placed).toHaveLength(1)
    // It is found by a look-up or among the open orders, whichever comes first.
    const kinds = await lab.rows<{ kind: string }>('select kind from journal where account_id = $1 order by n', [
      await lab.accountId(user),
    ])
    expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['SENDING', 'UNKNOWN']))
    await expect.poll(orders).toMatchObject([{ status: 'NEW' }])
  })

  it('that never arrived is absent after the fence, and is not sent again', async () => {
    lab.venue.next = 'lose-request'
    await lab.write(user, LIMIT_BUY)
    await expect.poll(state).toBe('ABSENT')
    expect([lab.venue.placed.length, lab.venue.orders.size]).toEqual([1, 0])
  })

  it('that opens is not sent while nobody guards its account', async () => {
    lab.isGuarded = false
    await lab.write(user, LIMIT_BUY)
    await expect
      .poll(intents)
      .toMatchObject([{ state: 'UNSENT', reason: 'the guardian of the account does not answer' }])
    expect(lab.venue.placed).toEqual([])
  })

  it('that the venue refuses has the text of the venue', async () => {
    lab.venue.next = 'refuse'
    await lab.write(user, LIMIT_BUY)
    await expect
      .poll(intents)
      .toMatchObject([{ state: 'REJECTED', reason: 'Account has insufficient balance for requested action.' }])
  })

  it('of a session that was stopped while the venue was away is not sent when it is back', async () => {
    const session = await lab.addSession(user)
    lab.venue.isAway = true
    lab.venue.tell({ kind: 'connected' })
    await expect.poll(() => lab.events.some(({ kind }) => kind === 'failed')).toBe(true)
    await lab.stop()
    for (const payload of [LIMIT_BUY, { ...LIMIT_BUY, quantity: 0.3 }]) await lab.write(user, payload, session)
    await database.pool.query(`update sessions set status = 'Stopped' where id = $1`, [session])
    lab.venue.isAway = false
    lab.start()
    const unsent = { state: 'UNSENT', reason: 'its session has ended' }
    await expect.poll(intents).toMatchObject([unsent, unsent])
    expect(lab.venue.placed).toEqual([])
  })

  it('that arrives after it was proven absent is canceled, what it bought is sold, and nothing is opened', async () => {
    lab.venue.next = 'lose-request'
    const id = await lab.write(user, LIMIT_BUY)
    await expect.poll(state).toBe('ABSENT')
    const [{ client_id: clientId } = { client_id: '' }] = await lab.rows<{ client_id: string }>(
      'select client_id from intents where id = $1',
      [id],
    )
    const { instrumentId, type, side, quantity, limitPrice, stopPrice } = LIMIT_BUY
    const terms = { instrumentId, type, side, quantity, limitPrice, stopPrice, clientId, venueId: '8' } as const
    lab.venue.orders.set('8', { ...terms, status: 'NEW', filled: 0, time: Date.now() })
    lab.venue.fill('8', 0.2, 60_000)
    await expect.poll(() => lab.venue.orders.get('8')?.status).toBe('CANCELED')
    const stray = () => lab.rows('select state, filled from intents where id = $1', [id])
    expect(await stray()).toEqual([{ state: 'STRAY', filled: 0.2 }])
    const sale = () => [...lab.venue.orders].find(([, order]) => order.side === 'SELL')
    await expect.poll(sale).toMatchObject([expect.any(String), { type: 'MARKET', quantity: 0.2 }])
    lab.venue.fill(sale()?.[0] ?? '', 0.2, 60_000)
    await expect.poll(async () => (await positions())[0]?.status).toBe('CLOSED')
    const level = 'select level, reason from account_control where account_id = $1'
    expect(await lab.rows(level, [await lab.accountId(user)])).toEqual([
      { level: 'NO_NEW', reason: expect.stringContaining(clientId) },
    ])
    expect(
      await lab.rows(`select from notifications where user_id = $1 and kind = 'guardian-level'`, [user]),
    ).toHaveLength(1)
  })

  it.each([
    ['works', 0],
    ['was filled in part', 0.2],
    ['was filled', 0.5],
  ])(
    'that its owner gave up while nobody was asked, and that %s, is canceled, and what it bought is sold',
    async (_, filled) => {
      lab.venue.next = 'leave'
      const id = await lab.sends(user, LIMIT_BUY)
      const stateOf = async () => (await lab.rows('select state from intents where id = $1', [id]))[0]?.['state']
      await expect.poll(stateOf).toBe('UNKNOWN')
      if (filled > 0) lab.venue.fill('1000', filled, 60_000, false)
      const [connection] = await lab.connections.list(user)
      await lab.connections.remove(connection?.id ?? '', user)
      await lab.stop()
      const outcomes = new OrderOutcomes({
        db: database.db,
        repository: new TradingRepository(database.db),
        now: Date.now,
      })
      expect(await outcomes.notPlaced(id, user)).toMatchObject({ state: 'ABSENT' })
      lab.venue.isAway = false
      await add()
      await expect.poll(() => lab.rows('select state from intents where id = $1', [id])).toEqual([{ state: 'STRAY' }])
      const sale = () => [...lab.venue.orders].find(([, order]) => order.side === 'SELL')
      if (filled < 0.5) await expect.poll(() => lab.venue.orders.get('1000')?.status).toBe('CANCELED')
      if (filled > 0) await expect.poll(sale).toMatchObject([expect.any(String), { type: 'MARKET', quantity: filled }])
      const level = 'select level from account_control where account_id = $1'
      await expect.poll(async () => lab.rows(level, [await lab.accountId(user)])).toEqual([{ level: 'NO_NEW' }])
      expect(lab.venue.orders.size).toBe(filled > 0 ? 2 : 1)
    },
  )

  it('that its owner gave up after a quarter of an hour, and that was filled, is found by its trade when the venue is back', async () => {
    lab.venue.next = 'leave'
    const id = await lab.write(user, LIMIT_BUY)
    await expect.poll(state).toBe('UNKNOWN')
    const [parts, now] = [{ db: database.db, repository: new TradingRepository(database.db) }, Date.now()]
    await expect(new OrderOutcomes({ ...parts, now: () => now }).notPlaced(id, user)).rejects.toThrow(
      'still being queried',
    )
    const late = new OrderOutcomes({ ...parts, now: () => now + 16 * 60_000 })
    expect(await late.notPlaced(id, user)).toMatchObject({ state: 'ABSENT' })
    lab.venue.fill('1000', 0.5, 60_000, false)
    lab.venue.isAway = false
    lab.venue.tell({ kind: 'connected' })
    await expect.poll(() => lab.rows('select state from intents where id = $1', [id])).toEqual([{ state: 'STRAY' }])
    await expect
      .poll(() => [...lab.venue.orders.values()].find(({ side }) => side === 'SELL'))
      .toMatchObject({ quantity: 0.5 })
  })

  it('that a restored database lacks is adopted with what it has executed, however much was traded elsewhere', async () => {
    await lab.stop()
    const accountId = await lab.accountId(user)
    const { instrumentId, type, side, quantity, limitPrice, stopPrice } = LIMIT_BUY
    const terms = { instrumentId, type, side, quantity, limitPrice, stopPrice, status: 'NEW', filled: 0 } as const
    for (let n = 0; n < 60; n++) {
      lab.venue.orders.set(`f${n}`, { ...terms, clientId: null, venueId: `f${n}`, time: Date.now() })
      lab.venue.fill(`f${n}`, 0.5, 60_000, false)
    }
    const name = clientId(sha256, { installation: 'test', accountId, intentId: 'lost', leg: 0 })
    lab.venue.orders.set('own', { ...terms, clientId: name, venueId: 'own', time: Date.now() })
    lab.venue.fill('own', 0.2, 60_000, false)
    lab.start()
    await expect.poll(intents).toMatchObject([{ state: 'PARTIAL', filled: 0.2, client_id: name, venue_id: 'own' }])
    expect(lab.venue.namings).toBe(50)
    lab.venue.fill('own', 0.3, 60_000)
    await expect.poll(state).toBe('FILLED')
    expect(await positions()).toMatchObject([{ quantity: 30.5 }])
  })

  it('that was placed elsewhere is shown, and never touched', async () => {
    const foreign = { instrumentId: COIN, type: 'LIMIT', side: 'SELL', quantity: 1, limitPrice: 90_000 } as const
    const order = { ...foreign, stopPrice: null, clientId: 'web_1', venueId: '7', status: 'NEW', filled: 0 } as const
    lab.venue.orders.set('7', { ...order, time: Date.now() })
    lab.venue.tell({ kind: 'connected' })
    await expect.poll(orders).toMatchObject([{ status: 'NEW', intent_id: null }])
    lab.venue.orders.delete('7')
    lab.venue.tell({ kind: 'connected' })
    await expect.poll(orders).toMatchObject([{ status: 'CANCELED' }])
    expect(lab.venue.placed).toEqual([])
  })

  it('that was placed elsewhere and filled while nobody listened is filled, and booked', async () => {
    const terms = { instrumentId: 'ETHUSDT:FAKE', type: 'LIMIT', side: 'SELL', quantity: 1, limitPrice: 3_000 } as const
    const order = { ...terms, stopPrice: null, clientId: null, venueId: '7', status: 'NEW', filled: 0 } as const
    lab.venue.orders.set('7', { ...order, time: Date.now() })
    lab.venue.tell({ kind: 'connected' })
    await expect.poll(orders).toMatchObject([{ status: 'NEW', intent_id: null }])
    lab.venue.fill('7', 1, 3_000, false)
    lab.venue.tell({ kind: 'connected' })
    await expect.poll(orders).toMatchObject([{ status: 'FILLED', filled: 1 }])
    const accountId = await lab.accountId(user)
    const fills = () => lab.rows('select reason from fills where account_id = $1', [accountId])
    await expect.poll(fills).toEqual([{ reason: 'not placed here' }])
  })

  it('with which the guardian has closed a position is known by its name, also where only the trade is read', async () => {
    await lab.write(user, { ...LIMIT_BUY, type: 'MARKET', limitPrice: null })
    await expect.poll(() => lab.venue.orders.size).toBe(1)
    lab.venue.fill('1000', 0.5, 60_000)
    await expect.poll(positions).toHaveLength(1)
    const accountId = await lab.accountId(user)
    const [{ id: positionId } = { id: '' }] = await lab.rows<{ id: string }>(
      'select id from positions where user_id = $1',
      [user],
    )
    const clientId = closingClientId(sha256, { installation: 'test', accountId, positionId, attempt: 3 })
    const terms = { instrumentId: COIN, type: 'MARKET', side: 'SELL', quantity: 0.5, limitPrice: null } as const
    const order = { ...terms, stopPrice: null, clientId, venueId: '9', status: 'NEW', filled: 0 } as const
    lab.venue.orders.set('9', { ...order, time: Date.now() })
    lab.venue.fill('9', 0.5, 61_000, false)
    lab.venue.tell({ kind: 'connected' })
    await expect.poll(async () => (await positions())[0]?.status).toBe('CLOSED')
    const fills = await lab.rows('select reason from fills where account_id = $1 order by time', [accountId])
    expect(fills.at(-1)).toEqual({ reason: 'closed by the guardian' })
    expect(await positions()).toMatchObject([{ close_reason: 'guardian' }])
  })

  it('that was filled while the process was away is booked at its start', async () => {
    await lab.write(user, LIMIT_BUY)
    await expect.poll(state).toBe('WORKING')
    await lab.stop()
    lab.venue.fill('1000', 0.5, 60_000, false)
    lab.start()
    await expect.poll(state).toBe('FILLED')
    expect(await positions()).toMatchObject([{ quantity: 0.5 }])
  })
})
