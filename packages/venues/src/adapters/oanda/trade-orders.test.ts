import { describe, expect, it } from 'vitest'
import { EURUSD, HEDGING, NOON, order, reference, start } from './own-account.fixture.ts'

const STOPS = { stopLoss: 1.07, takeProfit: 1.1 } as const

/** An account with one trade, and its name at the venue. */
async function withTrade(options: Parameters<typeof start>[0] = HEDGING, terms: Parameters<typeof order>[0] = {}) {
  const run = await start(options)
  expect(await run.orders.place(reference(), order(terms))).toMatchObject({ kind: 'ACCEPTED' })
  const [trade] = run.lab.account().openTrades()
  if (!trade) throw new Error('The order has opened no trade')
  const levels = () =>
    run.lab
      .account()
      .protectionsOf(trade)
      .map(({ fields }) => [fields.type, fields.price])
  return { ...run, trade, levels }
}

describe('a stop that goes with an order', () => {
  it('is at the venue from the execution on, and is no order of somebody else', async () => {
    const { levels, orders } = await withTrade(HEDGING, STOPS)
    expect(levels()).toEqual([
      ['TAKE_PROFIT', '1.10000'],
      ['STOP_LOSS', '1.07000'],
    ])
    expect(await orders.openOrders()).toEqual([])
  })

  it('follows the price from the execution on, unless its distance is one that the venue refuses', async () => {
    const { levels, lab, orders, trade } = await withTrade(HEDGING, { trailingStop: 0.005 })
    lab.quote('EUR_USD', '1.09000', '1.09012')
    expect(levels()).toEqual([['TRAILING_STOP_LOSS', undefined]])
    expect(await orders.openOrders()).toEqual([])
    const guard = { instrumentId: EURUSD, side: 'SELL', quantity: 1_000, closes: trade.id, distance: 0.004 } as const
    const stop = reference()
    expect(await orders.placeTrailing(stop, guard)).toMatchObject({ kind: 'ACCEPTED' })
    const moved = { clientId: stop.clientId, closes: trade.id, stopPrice: 1.086, trailingDistance: 0.004 }
    expect(await orders.openOrders()).toMatchObject([moved])
    for (const trailingStop of [0.000_49, 1.1, 0.005_001])
      expect(await orders.place(reference(), order({ trailingStop }))).toMatchObject({ kind: 'ACCEPTED' })
    expect(await orders.openOrders()).toHaveLength(1)
    expect(lab.account().pendingOrders()).toHaveLength(1)
  })

  it.each([
    ['hedging', HEDGING],
    ['netting', {}],
  ])('is replaced by the one of its position at a %s account, and there are never two', async (_, options) => {
    const { levels, orders, trade } = await withTrade(options, STOPS)
    const closes = options === HEDGING ? { closes: trade.id } : {}
    const guard = { side: 'SELL', reduceOnly: true, ...closes } as const
    const stop = reference()
    const placed = await orders.place(stop, order({ ...guard, type: 'STOP', stopPrice: 1.075 }))
    expect(placed).toMatchObject({ kind: 'ACCEPTED', order: { type: 'STOP', stopPrice: 1.075, status: 'NEW' } })
    expect(levels()).toEqual([
      ['TAKE_PROFIT', '1.10000'],
      ['STOP_LOSS', '1.07500'],
    ])
    const stated = { clientId: stop.clientId, instrumentId: EURUSD, side: 'SELL', quantity: 1_000 }
    expect(await orders.openOrders()).toMatchObject([stated])
    expect(await orders.lookUp(stop)).toMatchObject({ kind: 'FOUND', order: stated })
    expect(await orders.cancel(stop)).toMatchObject({ kind: 'ACCEPTED' })
    expect(levels()).toEqual([['TAKE_PROFIT', '1.10000']])
  })

  it('is not sent where the position has other trades, whose stop covers them all', async () => {
    const { orders, lab } = await withTrade({}, STOPS)
    await orders.place(reference(), order({ ...STOPS, quantity: 500 }))
    expect(lab.account().pendingOrders()).toHaveLength(2)
    const stop = reference()
    const guard = { side: 'SELL', reduceOnly: true, type: 'STOP', stopPrice: 1.075, quantity: 1_500 } as const
    expect(await orders.place(stop, order(guard))).toMatchObject({ kind: 'ACCEPTED' })
    // Those of single trades are taken away.
    expect(
      lab
        .account()
        .pendingOrders()
        .map(({ fields }) => [fields.type, fields.positionFill]),
    ).toEqual([['STOP', 'REDUCE_ONLY']])
    lab.quote('EUR_USD', '1.07400', '1.07412')
    expect(lab.account().openTrades()).toEqual([])
  })

  it('that the market has passed keeps the order from being filled', async () => {
    const { orders, lab } = await start(HEDGING)
    const answer = await orders.place(reference(), order({ stopLoss: 1.09 }))
    expect(answer).toMatchObject({ kind: 'REFUSED', reason: expect.stringContaining('STOP_LOSS_ON_FILL_LOSS') })
    expect(lab.account().openTrades()).toEqual([])
  })
})

describe('the end of one trade of a hedging account', () => {
  it('is found by its name, although the venue takes none with it', async () => {
    const { orders, trade, lab, listen, settled } = await withTrade()
    await orders.place(reference(), order({ quantity: 300 }))
    const messages = await listen()
    const name = reference()
    const closing = order({ side: 'SELL', reduceOnly: true, closes: trade.id, quantity: 400 })
    const answer = await orders.place(name, closing)
    expect(answer).toMatchObject({ kind: 'ACCEPTED', order: { status: 'FILLED', filled: 400 } })
    expect(
      lab
        .account()
        .openTrades()
        .map(({ units }) => Number(units) / 1e12),
    ).toEqual([600, 300])
    const stated = {
      clientId: name.clientId,
      type: 'MARKET',
      side: 'SELL',
      quantity: 400,
      status: 'FILLED',
      filled: 400,
    }
    expect(await orders.lookUp(name)).toMatchObject({ kind: 'FOUND', order: stated })
    const venueId = answer.kind === 'ACCEPTED' ? (answer.venueId ?? '') : ''
    expect(await orders.orderOf(EURUSD, venueId)).toMatchObject({ order: stated })
    await settled()
    const heard = messages.flatMap((one) => (one.kind === 'fill' ? [one.fill] : []))
    const fill = { clientId: name.clientId, venueId, quantity: 400, position: { id: trade.id, isOpening: false } }
    expect(heard).toMatchObject([fill])
    const listed = []
    for await (const { fills } of orders.fills(EURUSD, null, 0)) listed.push(...fills)
    expect(listed.at(-1)).toMatchObject(fill)
  })

  it.each(['lostAck', 'unknown503'] as const)('is found by its name when its answer is lost: %s', async (fault) => {
    const { orders, trade, lab } = await withTrade()
    lab.faults.add({ when: { request: 'PUT /v3/accounts/{accountID}/trades/{tradeSpecifier}/close' }, do: fault })
    const name = reference()
    const closing = order({ side: 'SELL', reduceOnly: true, closes: trade.id })
    expect(await orders.place(name, closing)).toMatchObject({ kind: 'UNKNOWN' })
    expect(await orders.lookUp(name)).toMatchObject({ kind: 'FOUND', order: { status: 'FILLED', filled: 1_000 } })
  })

  it('that never arrived is not there, and neither is that of a trade which is closed', async () => {
    const { orders, trade, lab } = await withTrade()
    lab.faults.add({ when: { request: 'PUT /v3/accounts/{accountID}/trades/{tradeSpecifier}/close' }, do: '503' })
    const closing = order({ side: 'SELL', reduceOnly: true, closes: trade.id })
    const [first, second, third] = [reference(), reference(), reference()]
    expect(await orders.place(first, closing)).toMatchObject({ kind: 'UNKNOWN' })
    expect(await orders.lookUp(first)).toEqual({ kind: 'NONE' })
    expect(await orders.place(second, closing)).toMatchObject({ kind: 'ACCEPTED' })
    expect(await orders.lookUp(first)).toEqual({ kind: 'NONE' })
    expect(await orders.place(third, closing)).toMatchObject({ kind: 'REFUSED' })
    expect(await orders.lookUp({ ...third, sentAt: 0 })).toEqual({ kind: 'NONE' })
  })

  it('opens nothing on the other side', async () => {
    const { orders, trade, lab } = await withTrade()
    const closing = order({ side: 'SELL', reduceOnly: true, closes: trade.id, quantity: 1_500 })
    expect(await orders.place(reference(), closing)).toMatchObject({ kind: 'REFUSED' })
    expect(lab.account().openTrades()).toHaveLength(1)
  })
})

describe('a stop and a target of one position', () => {
  it('are levels of its trade: one ends with the other', async () => {
    const { orders, trade, lab } = await withTrade()
    const [takeProfit, stopLoss] = [reference(), reference()]
    const pair = { instrumentId: EURUSD, side: 'SELL', quantity: 1_000, limitPrice: 1.1, stopPrice: 1.07 } as const
    const answer = await orders.placePair({ ...pair, closes: trade.id, takeProfit, stopLoss })
    expect(answer).toMatchObject({ kind: 'ACCEPTED' })
    lab.quote('EUR_USD', '1.10000', '1.10012')
    expect(await orders.lookUp(takeProfit)).toMatchObject({ order: { type: 'LIMIT', status: 'FILLED', filled: 1_000 } })
    expect(await orders.lookUp(stopLoss)).toMatchObject({ order: { type: 'STOP', status: 'CANCELED', filled: 0 } })
  })

  it('are two orders that only reduce where the position has several trades', async () => {
    const { orders, lab } = await withTrade({})
    await orders.place(reference(), order({ quantity: 500 }))
    const [takeProfit, stopLoss] = [reference(), reference()]
    const pair = { instrumentId: EURUSD, side: 'SELL', quantity: 1_500, limitPrice: 1.1, stopPrice: 1.07 } as const
    expect(await orders.placePair({ ...pair, takeProfit, stopLoss })).toMatchObject({ kind: 'ACCEPTED' })
    lab.quote('EUR_USD', '1.06900', '1.06912')
    lab.quote('EUR_USD', '1.10100', '1.10112')
    expect(lab.account().openTrades()).toEqual([])
    expect(await orders.lookUp(stopLoss)).toMatchObject({ order: { status: 'FILLED', filled: 1_500 } })
  })
})

it('an answer of success that cancels is a refusal, with the words of the venue', async () => {
  const { orders, lab } = await start()
  lab.setTradeable('EUR_USD', false)
  const closed = await orders.place(reference(), order())
  expect(closed).toMatchObject({ kind: 'REFUSED', isForNow: true, reason: expect.stringContaining('MARKET_HALTED') })
  lab.setTradeable('EUR_USD', true)
  lab.account().nextOrder = { how: 'cancel', reason: 'SOMETHING_NEW' }
  expect(await orders.place(reference(), order())).toEqual({ kind: 'REFUSED', reason: 'OANDA says SOMETHING_NEW' })
  lab.account().nextOrder = { how: 'reject', reason: 'INTERNAL_SERVER_ERROR' }
  expect(await orders.place({ ...reference(), sentAt: NOON }, order())).toMatchObject({ kind: 'UNKNOWN' })
})
