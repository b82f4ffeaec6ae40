import { expect, it } from 'vitest'
import { BTC, KEY, startFutures } from './own-futures.fixture.ts'

it('states positions with their margin and the price at which they are closed by force', async () => {
  const { reader, place } = await startFutures()
  await place({ side: 'SELL', quantity: 0.2 })
  expect(await reader.positions()).toEqual([
    {
      id: 'BTCUSDT',
      instrumentId: BTC,
      direction: 'SHORT',
      quantity: 0.2,
      openPrice: 60_000,
      margin: expect.closeTo(0.2 * 60_000.05 * 0.05, 6),
      liquidationPrice: 30_000,
    },
  ])
})

it('in hedge mode has a position in each direction, and funding of both', async () => {
  const { lab, account, reader, place, fund, closeByForce, listen, settled, advance } = await startFutures(HEDGED)
  expect(await reader.rights()).toMatchObject({ model: 'hedging' })
  lab.funding.setMark('BTCUSDT', '60000.0')
  const { of } = await listen()
  await place({ quantity: 0.3 })
  await place({ side: 'SELL', quantity: 0.2 })
  const [long, short] = [
    { id: 'BTCUSDT-LONG', direction: 'LONG', quantity: 0.3, openPrice: 60_000.1, isLeg: true },
    { id: 'BTCUSDT-SHORT', direction: 'SHORT', quantity: 0.2, openPrice: 60_000, isLeg: true },
  ]
  expect(await reader.positions()).toMatchObject([long, short])
  expect(of('fill').map(({ fill }) => [fill.side, fill.leg])).toEqual([
    ['BUY', 'LONG'],
    ['SELL', 'SHORT'],
  ])
  fund(0.0001)
  await settled()
  await advance(20_000)
  expect(of('financing').map(({ financing }) => financing.amount)).toEqual([1.8, -1.2])
  closeByForce(50_000, { positionSide: 'LONG' })
  await settled()
  expect(of('fill').at(-1)).toMatchObject({ fill: { isLiquidation: true, leg: 'LONG', quantity: 0.3 } })
  expect(await reader.positions()).toMatchObject([short])
  account.isHedging = false
  expect(await reader.model?.()).toBe('netting')
})

it('renews its listen key, and connects again when it has expired', async () => {
  const { lab, account, advance, listen, place, settled } = await startFutures()
  const { messages, of } = await listen()
  await advance(61 * 60_000, 10_000)
  expect(lab.requests.filter((one) => one === 'PUT /fapi/v1/listenKey')).toHaveLength(2)
  expect(messages).toEqual([{ kind: 'connected' }])
  lab.accounts.expireListenKey(account.apiKey)
  await settled()
  expect(messages.at(-1)).toEqual({ kind: 'lost', reason: 'The listen key has expired' })
  await advance(5_000)
  expect(messages.at(-1)).toEqual({ kind: 'connected' })
  await place({})
  expect(of('fill')).toHaveLength(1)
})

it('reports funding by contract, each payment once, and of what was paid while it was away', async () => {
  const { lab, fund, advance, listen, place, settled } = await startFutures()
  lab.funding.setMark('BTCUSDT', '60000.0')
  const { of } = await listen()
  await place({ quantity: 0.5 })
  fund(0.0001)
  await settled()
  await advance(15_000)
  expect(of('financing').map(({ financing }) => financing)).toMatchObject([
    { instrumentId: BTC, cost: 'funding', amount: 3 },
  ])
  lab.faults.add({ when: { connection: 'private', time: lab.clock.now() + 1 }, do: 'close' })
  lab.clock.advanceTo(lab.clock.now() + 2)
  fund(-0.0002)
  await settled()
  await advance(15_000)
  const paid = of('financing').map(({ financing }) => financing)
  expect(paid.map(({ amount }) => amount)).toEqual([3, -6])
  expect(new Set(paid.map(({ id }) => id)).size).toBe(2)
})

it.each(['autoclose-', 'adl_autoclose'])('books what the venue closes by force as %s', async (name) => {
  const { closeByForce, listen, place, settled } = await startFutures()
  const { of } = await listen()
  await place({ quantity: 0.5 })
  closeByForce(50_000, { name })
  await settled()
  expect(of('liquidation')).toEqual([{ kind: 'liquidation', instrumentId: BTC }])
  const fill = { clientId: null, side: 'SELL', price: 50_000, quantity: 0.5, isLiquidation: true, fee: 10 }
  expect(of('fill').at(-1)).toMatchObject({ fill })
  expect(of('order').at(-1)).toMatchObject({ order: { status: 'FILLED', clientId: null } })
})

/** Prices, fees and funding worked out on paper, in USDT and BNB. */
it('adds up to the last digit: fills, closings, fees in two currencies, funding and a liquidation', async () => {
  const { lab, account, fund, closeByForce, orders, listen, place, quote, units, settled, advance, reader } =
    await startFutures()
  const { of } = await listen()
  // Three fills, each at its ask: fees of 0.04 %.
  for (const [price, quantity] of [
    [60_000, 0.3],
    [60_100, 0.2],
    [60_200, 0.1],
  ] as const) {
    quote(price)
    await place({ quantity })
  }
  // (0.3 × 60,000.1 + 0.2 × 60,100.1 + 0.1 × 60,200.1) ÷ 0.6
  expect(await reader.positions()).toMatchObject([{ quantity: 0.6, openPrice: 60_066.766_66 }])
  const bought = [7.200_012, 4.808_008, 2.408_004]
  expect(of('fill').map(({ fill }) => [fill.fee, fill.feeCurrency])).toEqual(bought.map((fee) => [fee, 'USDT']))
  // Two partial closings, the second one with its fee in BNB at 600 USDT.
  quote(61_000)
  await place({ side: 'SELL', quantity: 0.2, reduceOnly: true })
  account.paysFeesIn = { asset: 'BNB', price: units(600) }
  account.receive('BNB', units(1))
  quote(59_000)
  await place({ side: 'SELL', quantity: 0.1, reduceOnly: true })
  expect(
    of('fill')
      .slice(3)
      .map(({ fill }) => [fill.fee, fill.feeCurrency]),
  ).toEqual([
    [4.88, 'USDT'],
    [0.003_933_33, 'BNB'],
  ])
  account.paysFeesIn = null
  // Three payments on 0.3 at a mark price of 60,000.
  lab.funding.setMark('BTCUSDT', '60000.0')
  for (const rate of [0.0001, -0.000_05, 0.000_333_33]) {
    fund(rate)
    await advance(20_000)
  }
  const paid = of('financing').map(({ financing }) => financing.amount)
  expect(paid).toEqual([1.8, -0.9, 5.999_94])
  closeByForce(55_000)
  await settled()
  await advance(2_000)
  // 0.2 × (61,000 − entry), 0.1 × (59,000 − entry) and 0.3 × (55,000 − entry), each without what is below 1e-8.
  const gained = 186.646_666_66 - 106.676_666_66 - 1_520.029_999_99
  const fees = 7.200_012 + 4.808_008 + 2.408_004 + 4.88 + 6.6
  const left = 100_000 + gained - fees - (1.8 - 0.9 + 5.999_94)
  expect(await reader.balances()).toEqual([
    expect.objectContaining({ currency: 'USDT', total: Number(left.toFixed(8)) }),
    expect.objectContaining({ currency: 'BNB', total: 0.996_066_67 }),
  ])
  expect(await reader.positions()).toEqual([])
  const listed = []
  for await (const { fills } of orders.fills(BTC, null, 0)) listed.push(...fills)
  expect(listed.map(({ quantity, price }) => [quantity, price])).toEqual([
    [0.3, 60_000.1],
    [0.2, 60_100.1],
    [0.1, 60_200.1],
    [0.2, 61_000],
    [0.1, 59_000],
    [0.3, 55_000],
  ])
  expect(listed.map(({ tradeId }) => tradeId)).toEqual(of('fill').map(({ fill }) => fill.tradeId))
})

const HEDGED = {
  accounts: [{ apiKey: KEY.key, secret: KEY.secret, balances: { USDT: '100000' }, isHedging: true }],
}
