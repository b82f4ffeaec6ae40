import { CHANNELS } from '@tradeloom/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BinanceServer } from '../../testing/binance-server.fixture.ts'

/** Taker and maker pay the same without discounts. */
const FEE = 0.001
const ASK = 60_001

let venue: BinanceServer
beforeAll(async () => {
  venue = await BinanceServer.start([])
  await venue.priced()
})
afterAll(() => venue?.stop())

let keys = 0
const order = (terms: object) =>
  venue.socket.request(CHANNELS.brokers, 'order', {
    key: `p${String((keys += 1)).padStart(6, '0')}`,
    broker: 'BINANCE',
    symbol: 'BTC/USDT',
    side: 'BUY',
    type: 'MARKET',
    quantity: 0.1,
    ...terms,
  })
const paper = async () =>
  ((await venue.user.get('/api/accounts')).json as { id: string; type: string; balance: number }[]).find(
    ({ type }) => type === 'paper',
  )
const fills = async () =>
  (
    await venue.database.pool.query<{ price: number; quantity: number; fee: number; liquidity: string }>(
      'select price, quantity, fee, liquidity from fills order by time, trade_id',
    )
  ).rows

describe('a paper account that trades at the prices of Binance', () => {
  it('is refused what the venue would not take, in the words of its rules, and nothing is sent there', async () => {
    const refused = async (terms: object): Promise<string> => JSON.stringify(await order(terms))
    expect(await refused({ quantity: 0.000001 })).toContain('Minimum trade size for BTC/USDT is 0.00001')
    expect(await refused({ quantity: 10_000 })).toContain('Maximum trade size for BTC/USDT is 9000')
    expect(await refused({ quantity: 0.100001 })).toContain('Lot size is 0.00001')
    expect(await refused({ quantity: 0.00008 })).toContain('Minimum order value for BTC/USDT is 5 USDT')
    expect(await refused({ type: 'LIMIT', limitPrice: 59_000.005 })).toContain('0.01')
    expect(await fills()).toEqual([])
  })

  it('trades where no account is named, and pays the fees of the venue as taker and as maker', async () => {
    expect(await order({})).toMatchObject({ ok: true, data: { accountId: (await paper())?.id } })
    await expect.poll(fills).toMatchObject([{ price: ASK, quantity: 0.1, liquidity: 'taker' }])
    expect((await fills())[0]?.fee).toBeCloseTo(0.1 * ASK * FEE, 9)
    expect(await order({ type: 'LIMIT', quantity: 0.02, limitPrice: 59_500 })).toMatchObject({ ok: true })
    const resting = () => venue.database.pool.query(`select from venue_orders where is_resting and status = 'NEW'`)
    await expect.poll(async () => (await resting()).rowCount).toBe(1)
    venue.quote(59_498)
    await expect.poll(async () => (await fills()).length).toBe(2)
    const [, rested] = await fills()
    expect(rested).toMatchObject({ price: 59_500, quantity: 0.02, liquidity: 'maker' })
    expect(rested?.fee).toBeCloseTo(0.02 * 59_500 * FEE, 9)
    const paid = 0.1 * ASK * FEE + 0.02 * 59_500 * FEE
    expect((await paper())?.balance).toBeCloseTo(10_000 - paid, 2)
    const sent = venue.lab.requests.filter((one) => !/ \/api\/v3\/(exchangeInfo|klines|time|depth)$/.test(one))
    expect(sent).toEqual([])
  })
})
