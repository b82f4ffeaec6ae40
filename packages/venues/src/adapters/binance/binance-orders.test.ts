import type { BinanceLab } from '@tradeloom/venue-lab'
import { describe, expect, it } from 'vitest'
import type { VenueFill } from '../../ports/order-gateway.ts'
import { BTC, KEY, NOON, order, reference, start } from './own-account.fixture.ts'

const posts = (lab: BinanceLab): number => lab.requests.filter((one) => one.startsWith('POST')).length
const sum = (fills: readonly VenueFill[]): number =>
  Number(fills.reduce((all, { quantity }) => all + quantity, 0).toFixed(8))

describe('orders', () => {
  it.each([
    ['MARKET', {}, 'FILLED'],
    ['LIMIT', { type: 'LIMIT', limitPrice: 59_000 }, 'NEW'],
    ['LIMIT, post-only', { type: 'LIMIT', limitPrice: 59_000, postOnly: true }, 'NEW'],
    ['STOP', { type: 'STOP', side: 'SELL', stopPrice: 55_000, reduceOnly: true }, 'NEW'],
    ['STOP_LIMIT', { type: 'STOP_LIMIT', stopPrice: 61_000, limitPrice: 61_000.5 }, 'NEW'],
  ] as const)('are taken by the venue, and found under their names: %s', async (_, given, status) => {
    const { orders } = await start()
    const name = reference()
    const answer = await orders.place(name, order(given))
    expect(answer).toMatchObject({ kind: 'ACCEPTED' })
    const { type, side, quantity, limitPrice, stopPrice } = order(given)
    const found = await orders.lookUp(name)
    expect(await orders.orderOf(BTC, answer.kind === 'ACCEPTED' ? `${answer.venueId}` : '')).toEqual(found)
    expect(found).toMatchObject({
      kind: 'FOUND',
      order: {
        clientId: name.clientId,
        venueId: answer.kind === 'ACCEPTED' ? answer.venueId : '',
        instrumentId: BTC,
        type,
        side,
        quantity,
        limitPrice,
        stopPrice,
        status,
      },
    })
  })

  it('that have waited for too long are not sent', async () => {
    const { orders, lab, clock } = await start()
    const late = { ...reference(), until: clock.now() - 1 }
    expect(await orders.place(late, order({}))).toMatchObject({ kind: 'REFUSED', isUnsent: true })
    expect(posts(lab)).toBe(0)
    expect(await orders.place({ ...late, until: clock.now() + 60_000 }, order({}))).toMatchObject({ kind: 'ACCEPTED' })
  })

  it('state what they have executed, which is listed by order and by time, whatever the numbers of trades', async () => {
    const { orders, lab } = await start()
    lab.engine.numberFillsFrom(900)
    await orders.place(reference(), order({}))
    lab.engine.numberFillsFrom(5)
    const answer = await orders.place(reference(), order({}))
    const venueId = answer.kind === 'ACCEPTED' ? `${answer.venueId}` : ''
    expect(answer).toMatchObject({ order: { venueId, status: 'FILLED', filled: order({}).quantity } })
    const of = await orders.fillsOf({ instrumentId: BTC, venueId })
    expect([sum(of), of.every((fill) => fill.venueId === venueId)]).toEqual([order({}).quantity, true])
    const listed = []
    for await (const fills of orders.fillsSince(BTC, NOON - 1)) listed.push(...fills)
    expect([sum(listed), listed]).toEqual([2 * order({}).quantity, expect.arrayContaining([...of])])
    const later = []
    for await (const { fills } of orders.fills(BTC, '901', 0)) later.push(...fills)
    expect(later).toEqual([])
  })

  it('come in pairs of which one cancels the other', async () => {
    const { orders, lab, listen, settled } = await start()
    const { messages } = await listen()
    const [takeProfit, stopLoss] = [reference(), reference()]
    const pair = { instrumentId: BTC, side: 'SELL', quantity: 1, limitPrice: 61_000, stopPrice: 59_000 } as const
    const [limit, stop] = [expect.stringMatching(/^BTCUSDT-/), expect.stringMatching(/^BTCUSDT-/)]
    const placed = await orders.placePair({ ...pair, takeProfit, stopLoss })
    expect(placed).toEqual({ kind: 'ACCEPTED', takeProfitId: limit, stopLossId: stop })
    expect(await orders.lookUp(stopLoss)).toMatchObject({
      order: { venueId: placed.kind === 'ACCEPTED' ? placed.stopLossId : '', type: 'STOP', stopPrice: 59_000 },
    })
    expect((await orders.openOrders()).map(({ clientId }) => clientId).toSorted()).toEqual(
      [takeProfit.clientId, stopLoss.clientId].toSorted(),
    )
    expect(lab.accounts.find(KEY.key)?.balance('BTC')).toMatchObject({ locked: '1.00000000' })
    expect(await orders.cancel(takeProfit)).toMatchObject({
      order: { clientId: takeProfit.clientId, status: 'CANCELED' },
    })
    await settled()
    expect(await orders.openOrders()).toEqual([])
    const canceled = messages.flatMap((one) =>
      one.kind === 'order' && one.order.status === 'CANCELED' ? [one.order.clientId] : [],
    )
    expect(canceled.toSorted()).toEqual([takeProfit.clientId, stopLoss.clientId].toSorted())
  })

  it('of others are listed without a name of ours', async () => {
    const { orders, lab } = await start()
    await orders.place(reference(), order({ type: 'LIMIT', limitPrice: 59_000 }))
    const own = lab.accounts.find(KEY.key)?.orders[0]
    Object.assign(own ?? {}, { clientId: 'web_1234' })
    expect(await orders.openOrders()).toMatchObject([{ clientId: null, instrumentId: BTC }])
  })

  it('of others may be of a kind that is not known here, and hide none of ours', async () => {
    const { orders, lab } = await start()
    for (const limitPrice of [58_000, 59_000]) await orders.place(reference(), order({ type: 'LIMIT', limitPrice }))
    const [foreign] = lab.accounts.find(KEY.key)?.orders ?? []
    Object.assign(foreign ?? {}, { clientId: 'web_1234', type: 'PEGGED_LIMIT' })
    expect(await orders.openOrders()).toMatchObject([{ limitPrice: 59_000 }])
    expect(await orders.orderOf(BTC, `BTCUSDT-${foreign?.id}`)).toEqual({ kind: 'NONE' })
    Object.assign(foreign ?? {}, { clientId: reference().clientId })
    await expect(orders.openOrders()).rejects.toThrow('An order of the venue is of an unknown kind')
  })

  it('are denied before a byte is sent when they cannot be said exactly', async () => {
    const { orders, lab } = await start()
    expect(await orders.place(reference(), order({ quantity: 0.0000123 }))).toMatchObject({ kind: 'REFUSED' })
    expect(await orders.place(reference(), order({ stopLoss: 50_000 }))).toMatchObject({ kind: 'REFUSED' })
    expect(await orders.place({ ...reference(), instrumentId: 'ETHUSDT:BINANCE' }, order({}))).toMatchObject({
      kind: 'REFUSED',
    })
    expect(posts(lab)).toBe(0)
  })

  it.each([
    ['lostAck', 'UNKNOWN', 'FOUND'],
    ['unknown503', 'UNKNOWN', 'FOUND'],
    ['duplicateId', 'UNKNOWN', 'FOUND'],
    ['garbage', 'UNKNOWN', 'FOUND'],
    ['cut', 'UNKNOWN', 'FOUND'],
    ['503', 'UNKNOWN', 'NONE'],
    ['403', 'UNKNOWN', 'NONE'],
    ['429', 'REFUSED', 'NONE'],
  ] as const)('are sent once, and looked up when the answer is lost: %s', async (fault, kind, found) => {
    const { orders, lab, clock } = await start({
      faults: [{ when: { request: 'POST /api/v3/order' }, do: fault, ms: 1_000 }],
    })
    const name = reference()
    const answer = await orders.place(name, order({ type: 'LIMIT', limitPrice: 59_000 }))
    expect(answer.kind).toBe(kind)
    clock.advanceTo(NOON + 2_000)
    expect(await orders.lookUp(name)).toMatchObject({ kind: found })
    expect(posts(lab)).toBe(1)
    expect(JSON.stringify(answer)).not.toContain(KEY.secret)
    expect(JSON.stringify(answer)).not.toMatch(/signature=|vmPUZE/)
  })

  it('that the venue does not know stay a question when they are canceled', async () => {
    const { orders } = await start()
    expect(await orders.cancel(reference())).toMatchObject({ kind: 'UNKNOWN', reason: 'Unknown order sent. (-2011)' })
  })

  it('are not placed while the clocks are apart, and still canceled', async () => {
    const { orders, lab } = await start({ faults: [{ when: { request: 'GET /api/v3/time' }, do: 'skew', ms: -1_500 }] })
    const name = reference()
    expect(await orders.place(name, order({}))).toMatchObject({
      kind: 'REFUSED',
      reason: 'The clock is 1500 ms off that of Binance',
    })
    expect(posts(lab)).toBe(0)
    expect(await orders.cancel(name)).toMatchObject({ reason: 'Unknown order sent. (-2011)' })
  })

  it('are refused once when the venue has set its clock, and taken at its new time', async () => {
    const faults = [{ when: { request: 'POST /api/v3/order', nth: 2 }, do: 'skew', ms: 5_000 } as const]
    const { orders } = await start({ faults })
    expect(await orders.place(reference(), order({}))).toMatchObject({ kind: 'ACCEPTED' })
    const closing = order({ side: 'SELL', reduceOnly: true })
    expect(await orders.place(reference(), closing)).toMatchObject({ kind: 'REFUSED', isForNow: true })
    expect(await orders.place(reference(), closing)).toMatchObject({ kind: 'ACCEPTED' })
  })

  it('of the guardian keep their names at each attempt', async () => {
    const { orders } = await start()
    const name = { ...reference(), clientId: `t${'b'.repeat(17)}c` }
    await orders.place(name, order({ type: 'LIMIT', limitPrice: 59_000 }))
    expect(await orders.openOrders()).toMatchObject([{ clientId: name.clientId }])
  })

  it('keep a reserve for cancellations, and for the guardian, when the budget is used up', async () => {
    const { orders, guardian, lab } = await start({ limits: { weight: 200 } })
    const name = reference()
    await orders.place(name, order({ type: 'LIMIT', limitPrice: 59_000 }))
    await orders.openOrders()
    await expect(orders.openOrders()).rejects.toThrow('No request is allowed before')
    expect(await guardian.openOrders()).toHaveLength(1)
    expect(await orders.cancel(name)).toMatchObject({ kind: 'ACCEPTED' })
    expect(lab.requests.filter((one) => one === 'GET /api/v3/openOrders')).toHaveLength(2)
  })
})

describe('fills', () => {
  it('are reported once with their last quantity and fee, on the stream and in the list of trades', async () => {
    const { orders, listen, settled, quote } = await start()
    const { fills } = await listen()
    const name = reference()
    await orders.place(name, order({ type: 'LIMIT', limitPrice: 59_500, quantity: 1 }))
    quote('59400.00', '59400.01', 2)
    await settled()
    const pages = []
    for await (const page of orders.fills(BTC, null, 0)) pages.push(page)
    const listed = pages.flatMap((page) => page.fills)
    expect(sum(listed)).toBe(1)
    expect(listed[0]).toMatchObject({ side: 'BUY', price: 59_500, feeCurrency: 'BTC', fee: 0.001, isMaker: true })
    expect(fills().map((fill) => ({ ...fill, clientId: null }))).toEqual(listed)
    expect(fills()[0]?.clientId).toBe(name.clientId)
    const again = []
    for await (const page of orders.fills(BTC, pages.at(-1)?.cursor ?? '', 0)) again.push(page)
    expect(again).toEqual([])
  })

  it('begin where the account was connected, however long its history is', async () => {
    const { orders, lab, clock } = await start()
    const account = lab.accounts.find(KEY.key)
    await orders.place(reference(), order({ quantity: 0.01 }))
    // Two years of trades, of which each page has a thousand.
    const [old] = account?.fills ?? []
    if (!account || !old) throw new Error('Nothing was traded')
    account.fills.unshift(...Array.from({ length: 2_500 }, (_, i) => ({ ...old, id: i - 2_500, time: NOON - 1_000 })))
    clock.advanceTo(NOON + 60_000)
    await orders.place(reference(), order({ quantity: 0.02 }))
    const pages = []
    for await (const page of orders.fills(BTC, null, NOON + 60_000)) pages.push(page)
    expect(pages.map(({ fills }) => fills.map(({ quantity }) => quantity))).toEqual([[0.02]])
    expect(lab.requests.filter((one) => one === 'GET /api/v3/myTrades')).toHaveLength(1)
    const { cursor } = pages[0] ?? { cursor: '' }
    await orders.place(reference(), order({ quantity: 0.03 }))
    const later = []
    for await (const { fills } of orders.fills(BTC, cursor, 0)) later.push(...fills)
    expect(later.map(({ quantity }) => quantity)).toEqual([0.03])
  })

  it.each(['drop', 'duplicate'] as const)(
    'that are missing are noticed by the cumulative quantity: %s',
    async (fault) => {
      const { orders, listen, settled, lab } = await start()
      const { fills, messages } = await listen()
      lab.faults.add({ when: { message: 'executionReport TRADE', nth: 2 }, do: fault })
      const name = reference()
      await orders.place(name, order({ type: 'LIMIT', limitPrice: 59_500, quantity: 0.006 }))
      const account = lab.accounts.find(KEY.key)
      const own = account?.orders[0]
      if (!account || !own) throw new Error('The order is not there')
      // Eight decimals are units.
      for (const quantity of [100_000n, 200_000n, 300_000n])
        lab.engine.fill(account, own, { price: 5_950_000_000_000n, quantity })
      await settled()
      const readAgain = messages.filter(({ kind }) => kind === 'connected').length - 1
      expect(readAgain).toBe(fault === 'drop' ? 1 : 0)
      const ids = new Map([...fills()].map((fill) => [fill.tradeId, fill]))
      if (fault === 'drop')
        for await (const page of orders.fills(BTC, null, 0)) for (const fill of page.fills) ids.set(fill.tradeId, fill)
      expect(sum([...ids.values()])).toBe(0.006)
    },
  )
})

describe('the private stream', () => {
  it('reports that it is connected, balances that change, and connects again after a loss', async () => {
    const { orders, listen, settled, clock, lab } = await start()
    const { messages } = await listen()
    expect(messages).toEqual([{ kind: 'connected' }])
    await orders.place(reference(), order({ type: 'LIMIT', limitPrice: 50_000, quantity: 1 }))
    await settled()
    expect(messages.find(({ kind }) => kind === 'balances')).toMatchObject({
      balances: expect.arrayContaining([{ currency: 'USDT', total: 100_000, available: 50_000 }]),
    })
    lab.faults.add({ when: { connection: 'wsApi', time: clock.now() + 1_000 }, do: 'close' })
    clock.advanceTo(clock.now() + 1_000)
    await expect.poll(() => messages.at(-1)?.kind).toBe('lost')
    clock.advanceTo(clock.now() + 1_000)
    await expect.poll(() => messages.at(-1)?.kind).toBe('connected')
  })

  it('tries a key again that the venue refuses', async () => {
    const { listen, clock, lab, settled } = await start({}, 'a wrong secret')
    const { messages } = await listen()
    const lost = { kind: 'lost', reason: 'Signature for this request is not valid. (-1022)' }
    expect(messages).toEqual([lost])
    clock.advanceTo(NOON + 60_000)
    await expect.poll(async () => (await settled(), messages)).toEqual([lost, lost])
    expect(lab.sockets.accepted.wsApi).toBe(2)
  })
})

describe('the account', () => {
  it('has balances, no positions, and the rights of its key', async () => {
    const { account, lab } = await start()
    expect(await account.balances()).toEqual(
      expect.arrayContaining([
        { currency: 'USDT', total: 100_000, available: 100_000 },
        { currency: 'BTC', total: 2, available: 2 },
      ]),
    )
    expect(await account.positions()).toEqual([])
    expect(await account.rights()).toEqual({
      accountNo: '354937868',
      canTrade: true,
      canWithdraw: false,
      isBoundToAddresses: true,
      model: 'spot',
    })
    const own = lab.accounts.find(KEY.key)
    if (own) own.rights = { ...own.rights, enableWithdrawals: true }
    expect((await account.rights()).canWithdraw).toBe(true)
  })

  it('that is deleted at the venue is refused wherever it is asked', async () => {
    const { account, orders, lab, listen, clock } = await start()
    const { messages } = await listen()
    expect(await orders.openOrders()).toEqual([])
    lab.accounts.revoke(KEY.key)
    await expect.poll(() => messages.at(-1)).toEqual({ kind: 'lost', reason: 'Binance has ended the stream' })
    clock.advanceTo(clock.now() + 1_000)
    await expect.poll(() => messages.at(-1)).toMatchObject({ kind: 'lost', reason: expect.stringContaining('-2015') })
    const fills = orders.fills(BTC, null, 0)[Symbol.asyncIterator]()
    const asked = [orders.openOrders(), orders.lookUp(reference()), fills.next(), account.balances()]
    const errors = await Promise.allSettled(asked)
    expect(errors.map((one) => one.status === 'rejected' && one.reason.name)).toEqual(asked.map(() => 'KeyRefused'))
  })

  it('says that a key is refused, without any part of it', async () => {
    const { account } = await start({}, 'a wrong secret')
    const error = await account.balances().catch((one: unknown) => one)
    expect(error).toMatchObject({ name: 'KeyRefused', message: 'Signature for this request is not valid. (-1022)' })
    expect(JSON.stringify(Object.entries(error as object)) + String((error as Error).stack)).not.toContain(
      'a wrong secret',
    )
  })
})
