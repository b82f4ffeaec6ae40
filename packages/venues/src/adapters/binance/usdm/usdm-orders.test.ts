import { expect, it } from 'vitest'
import { BTC, KEY, startFutures } from './own-futures.fixture.ts'

const STOP = { type: 'STOP', side: 'SELL', stopPrice: 59_000, reduceOnly: true } as const

it('sends what waits for a price to its own namespace, and cancels it there', async () => {
  const { lab, orders, place, account } = await startFutures()
  await place({})
  const { name, answer } = await place(STOP)
  expect(answer).toMatchObject({ kind: 'ACCEPTED', order: { type: 'STOP', stopPrice: 59_000, status: 'NEW' } })
  expect(account.algos).toMatchObject([{ clientId: name.clientId, type: 'STOP_MARKET', reduceOnly: true }])
  expect(account.orders.filter(({ clientId }) => clientId === name.clientId)).toEqual([])
  expect((await orders.openOrders()).map(({ clientId }) => clientId)).toEqual([name.clientId])
  expect(await orders.cancel(name)).toMatchObject({ kind: 'ACCEPTED' })
  expect(account.algos).toMatchObject([{ status: 'CANCELED' }])
  expect(lab.requests.filter((one) => one === 'DELETE /fapi/v1/order')).toEqual([])
  expect(await orders.lookUp(name)).toMatchObject({ order: { status: 'CANCELED', type: 'STOP' } })
})

it('keeps an order one when it is triggered and has another number in the matching engine', async () => {
  const { orders, place, quote, settled, listen } = await startFutures()
  const { of } = await listen()
  await place({})
  const { name, answer } = await place(STOP)
  const venueId = answer.kind === 'ACCEPTED' ? answer.venueId : null
  quote(58_990)
  await settled()
  const order = { clientId: name.clientId, venueId, status: 'FILLED', filled: 0.1 }
  expect(await orders.lookUp(name)).toMatchObject({ order: { ...order, type: 'STOP', stopPrice: 59_000 } })
  const fill = { clientId: name.clientId, venueId, side: 'SELL', price: 58_990, quantity: 0.1 }
  expect(
    of('fill')
      .map((one) => one.fill)
      .filter(({ side }) => side === 'SELL'),
  ).toMatchObject([fill])
  expect(of('order').at(-1)).toMatchObject({ order })
  // Lists of trades know the number alone.
  expect(await orders.fillsOf({ instrumentId: BTC, venueId: venueId ?? '' })).toMatchObject([fill])
  const listed = []
  for await (const { fills } of orders.fills(BTC, null, 0)) listed.push(...fills)
  expect(listed.at(-1)).toMatchObject(fill)
})

it('cancels a stop limit order that was triggered and waits in the matching engine', async () => {
  const { orders, place, quote, settled, account } = await startFutures()
  await place({})
  const { name } = await place({ ...STOP, type: 'STOP_LIMIT', limitPrice: 59_500 })
  quote(58_990)
  await settled()
  expect(account.algos).toMatchObject([{ status: 'TRIGGERED' }])
  expect((await orders.openOrders()).map(({ clientId }) => clientId)).toEqual([name.clientId])
  expect(await orders.cancel(name)).toMatchObject({ kind: 'ACCEPTED', order: { status: 'CANCELED' } })
  expect(await orders.lookUp(name)).toMatchObject({ order: { type: 'STOP_LIMIT', status: 'CANCELED' } })
})

it('says that a stop was rejected after it had been triggered', async () => {
  const { orders, place, quote, settled, listen } = await startFutures()
  const { of } = await listen()
  const { name } = await place({ type: 'STOP', side: 'BUY', stopPrice: 61_000, quantity: 100 })
  quote(61_000)
  await settled()
  expect(of('order').at(-1)).toMatchObject({ order: { clientId: name.clientId, status: 'REJECTED', filled: 0 } })
  expect(await orders.lookUp(name)).toMatchObject({ order: { status: 'REJECTED', filled: 0 } })
})

it('takes the quantity to which the venue cuts an order that can only reduce', async () => {
  const { place, reader } = await startFutures()
  await place({ quantity: 0.1 })
  const { answer } = await place({ side: 'SELL', quantity: 0.3, reduceOnly: true })
  expect(answer).toMatchObject({ kind: 'ACCEPTED', order: { quantity: 0.1, filled: 0.1, status: 'FILLED' } })
  expect(await reader.positions()).toEqual([])
  const { answer: second } = await place({ side: 'SELL', quantity: 0.1, reduceOnly: true })
  expect(second).toMatchObject({ kind: 'REFUSED', reason: expect.stringContaining('ReduceOnly') })
})

it('refuses what the venue would do differently, and looks up what may be there', async () => {
  const { lab, orders, place, order, reference } = await startFutures()
  const before = lab.orderNames.length
  for (const terms of [
    { stopLoss: 59_000 },
    { type: 'MARKET', timeInForce: 'FOK' },
    { type: 'STOP', stopPrice: 61_000, timeInForce: 'IOC' },
    { type: 'LIMIT', limitPrice: 59_000, timeInForce: 'GTD', expiry: lab.clock.now() + 60_000 },
  ] as const)
    expect(await place(terms)).toMatchObject({ answer: { kind: 'REFUSED' } })
  expect(await orders.place(reference(), order({ instrumentId: 'BTCUSDT:BINANCE' }))).toMatchObject({ kind: 'REFUSED' })
  expect(lab.orderNames.length).toBe(before)
  const { name } = await place({ type: 'LIMIT', limitPrice: 59_000 })
  // It works already, so that answer is no refusal of it.
  expect(await orders.place(name, order({ type: 'LIMIT', limitPrice: 59_000 }))).toMatchObject({ kind: 'UNKNOWN' })
})

it('in hedge mode names the leg of each order, and never says that it can only reduce', async () => {
  const { orders, place, account, quote, settled } = await startFutures(HEDGED)
  await place({ quantity: 0.3 })
  await place({ side: 'SELL', quantity: 0.2 })
  await place({ ...STOP, quantity: 0.3 })
  await place({ ...STOP, side: 'BUY', stopPrice: 61_000, quantity: 0.2 })
  const leg = ({ side, positionSide, reduceOnly }: (typeof account.orders)[number]) => [side, positionSide, reduceOnly]
  expect(account.orders.map(leg)).toEqual([
    ['BUY', 'LONG', false],
    ['SELL', 'SHORT', false],
  ])
  expect(account.algos.map(({ side, positionSide }) => [side, positionSide])).toEqual([
    ['SELL', 'LONG'],
    ['BUY', 'SHORT'],
  ])
  expect((await orders.openOrders()).map(({ side, leg: of }) => [side, of])).toEqual([
    ['SELL', 'LONG'],
    ['BUY', 'SHORT'],
  ])
  quote(58_990)
  await settled()
  const amounts = () => account.positionsIn('BTCUSDT').map(({ amount }) => Number(amount) / 1e8)
  expect(amounts()).toEqual([0, -0.2])
  // There is nothing left to close, and nothing is opened instead.
  const { answer } = await place({ side: 'SELL', quantity: 0.1, reduceOnly: true })
  expect(answer).toMatchObject({ kind: 'REFUSED', reason: expect.stringContaining('ReduceOnly') })
  expect(amounts()).toEqual([0, -0.2])
})

it.each([true, false])(
  'is refused what does not fit a mode that was changed, and asks for it anew: %s',
  async (first) => {
    const { lab, place, account } = await startFutures(HEDGED)
    account.isHedging = first
    await place({})
    account.isHedging = !first
    const { answer } = await place({})
    expect(answer).toMatchObject({ kind: 'REFUSED', isForNow: true, reason: expect.stringContaining('position mode') })
    expect((await place({})).answer).toMatchObject({ kind: 'ACCEPTED' })
    expect(lab.requests.filter((one) => one === 'GET /fapi/v1/accountConfig')).toHaveLength(2)
  },
)

const HEDGED = {
  accounts: [{ apiKey: KEY.key, secret: KEY.secret, balances: { USDT: '100000' }, isHedging: true }],
}
