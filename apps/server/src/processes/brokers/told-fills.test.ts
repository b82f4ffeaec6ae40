import { describe, expect, it } from 'vitest'
import { type BinanceDesk, deskForEach, MARKET_BUY } from './binance-desk.fixture.ts'

let desk: BinanceDesk
deskForEach((opened) => (desk = opened))

const MANY = 500
const MAX_COMMITS = 20
const LIMIT = { ...MARKET_BUY, type: 'LIMIT', quantity: 1, limitPrice: 59_000 } as const

async function works(): Promise<string> {
  const id = await desk.write(LIMIT)
  await expect.poll(() => desk.state(id)).toBe('WORKING')
  return id
}

describe('executions at Binance', () => {
  it('that only the answer to a cancellation states are booked with it', async () => {
    const id = await works()
    desk.lab.faults.add({ when: { message: 'executionReport*', times: 99 }, do: 'drop' })
    // Nothing else can find it out.
    desk.lab.faults.add({ when: { request: 'GET /api/v3/openOrders', times: 99 }, do: '503' })
    desk.fill(desk.openAtVenue[0], '0.3', '59000')
    await desk.write({ kind: 'CANCEL', intentId: id })
    await expect.poll(() => desk.state(id)).toBe('CANCELED')
    expect(await desk.fills()).toMatchObject([{ intentId: id, quantity: 0.3, price: 59_000 }])
    expect(await desk.orders()).toMatchObject([{ status: 'CANCELED', filled: 0.3 }])
    expect(await desk.position()).toMatchObject({ status: 'OPEN', quantity: expect.closeTo(0.2997, 9) })
  })

  it(`of which ${MANY} are told in one piece are all booked`, async () => {
    const id = await works()
    const [order] = desk.openAtVenue
    // No list of trades says it instead.
    desk.lab.faults.add({ when: { request: 'GET /api/v3/myTrades', times: 99 }, do: '503' })
    desk.lab.sockets.together(() => {
      for (let n = 0; n < MANY; n++) desk.fill(order, (1 / MANY).toFixed(3), '59000')
    })
    await expect.poll(() => desk.state(id)).toBe('FILLED')
    const fills = await desk.fills()
    expect(new Set(fills.map(({ tradeId }) => tradeId)).size).toBe(MANY)
    const query = `select count(distinct journal.xmin::text)::int as commits, count(*)::int as trades
      from journal, jsonb_array_elements(body::jsonb->'rows') as stated
      where account_id = $1 and stated->>'table' = 'fills'`
    const [{ commits, trades }] = (await desk.database.pool.query(query, [desk.accountId])).rows
    expect([trades, commits <= MAX_COMMITS]).toEqual([MANY, true])
    expect(await desk.position()).toMatchObject({ quantity: expect.closeTo(0.999, 9) })
  })
})
