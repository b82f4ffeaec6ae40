import { newId, newIntent, schema } from '@tradeloom/database'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countOrders } from './count-orders.ts'

const { intents, positions, venueOrders } = schema

const BTC = 'BTCUSDT:BINANCE'
const ETH = 'ETHUSDT:BINANCE'
const AT = new Date(Date.UTC(2026, 10, 25, 12))

let database: TestDatabase
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())

it('counts what works at a venue, is on its way there or follows with a fill, and the guards that an order replaces', async () => {
  const { db } = database
  const [accountId, userId, person, session] = [newId(), newId(), newId(), newId()]
  const position = { accountId, userId, broker: 'BINANCE', direction: 'LONG', quantity: 1, openPrice: 1 } as const
  const open = { ...position, instrumentId: BTC, openTime: AT, status: 'OPEN' } as const
  const times = { time: AT, changedAt: AT, matchedRow: 0 }
  const order = { accountId, instrumentId: BTC, side: 'SELL', quantity: 1, status: 'NEW', ...times } as const
  const guard = { ...order, isProtective: true, intentId: newId(), type: 'STOP' } as const
  const stop = {
    kind: 'PLACE',
    instrumentId: BTC,
    type: 'STOP',
    side: 'BUY',
    quantity: 1,
    limitPrice: null,
    stopPrice: 2,
    timeInForce: 'GTC',
    expiry: null,
    postOnly: false,
    reduceOnly: false,
    stopLoss: null,
    takeProfit: null,
    trailingStop: null,
    stopLossDistance: null,
    takeProfitDistance: null,
  } as const
  const rows = [
    { ...order, type: 'LIMIT' },
    // Of a session, with a stop that is placed once it is filled.
    { ...order, type: 'LIMIT' },
    { ...order, type: 'STOP_LIMIT', status: 'PARTIALLY_FILLED' },
    { ...guard, positionId: person },
    { ...guard, positionId: person, type: 'LIMIT' },
    { ...guard, positionId: session },
    { ...order, type: 'LIMIT', instrumentId: ETH },
    // These are not at the venue: one is watched here, and one has ended.
    { ...guard, positionId: person, intentId: null },
    { ...order, type: 'LIMIT', status: 'CANCELED' },
  ] as const
  await db.transaction(async (tx) => {
    // The account and the session themselves do not matter here.
    await tx.execute('set local session_replication_role = replica')
    await tx.insert(positions).values([
      { ...open, id: person, brokerId: person },
      { ...open, id: session, brokerId: session, sessionId: newId() },
    ])
    await tx.insert(venueOrders).values(rows.map((row) => ({ ...row, id: newId() })))
    const asked = { userId, accountId, instrumentId: BTC, installation: 'test', decidedAt: AT.getTime() }
    const limit = { ...stop, type: 'LIMIT', limitPrice: 1, stopPrice: null, stopLossDistance: 2 } as const
    const market = { ...stop, type: 'MARKET', stopPrice: null, stopLoss: 1, takeProfit: 3 } as const
    await tx.insert(intents).values([
      newIntent({ ...asked, payload: stop }),
      // An order of a person at market replaces the protections that are there.
      newIntent({ ...asked, payload: market }),
      { ...newIntent({ ...asked, payload: market }), sessionId: newId(), no: 1 },
      { ...newIntent({ ...asked, payload: limit }), sessionId: newId(), no: 1, state: 'WORKING' },
    ])
  })
  const none = { orders: 0, stops: 0 }
  expect(Object.fromEntries(await countOrders(db, accountId))).toEqual({
    [BTC]: { orders: 9, stops: 6, replaceable: { orders: 2, stops: 1 } },
    [ETH]: { orders: 1, stops: 0, replaceable: none },
  })
})
