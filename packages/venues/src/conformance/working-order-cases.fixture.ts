import { expect } from 'vitest'
import type { VenueFill } from '../ports/order-gateway.ts'
import type { ConformanceCases } from './conformance-cases.fixture.ts'
import type { TradingLab } from './trading-lab.ts'
import { distinct, fillsIn, startTrading, type TradingRun, tidied, total } from './trading-run.fixture.ts'

const AWAY = 1_000
/** Of the history, in the order of its pages. */
async function history(run: TradingRun, instrumentId: string): Promise<readonly VenueFill[]> {
  const fills: VenueFill[] = []
  for await (const page of run.orders.fills(instrumentId, null, 0)) fills.push(...page.fills)
  return fills
}

/** A limit order of six tenths of the usual quantity, and how to fill tenths of it. */
async function inTenths(run: TradingRun, lab: TradingLab) {
  const tenth = (count: number): number => tidied((lab.quantity / 10) * count)
  const limitPrice = run.price(-AWAY)
  const name = await run.placed({ type: 'LIMIT', limitPrice, quantity: tenth(6) })
  const fill = async (count: number): Promise<void> => {
    run.fill(name.clientId, tenth(count))
    await run.settled()
  }
  return { name, tenth, fill, limitPrice }
}

/** Of orders that work: how they are filled, canceled, changed and listed. */
export const WORKING_ORDER_CASES: ConformanceCases<TradingLab> = {
  'reports each part that is filled once, with its own quantity, price and fee': async (lab) => {
    const run = await startTrading(lab)
    const { messages } = await run.listen()
    const { name, tenth, fill, limitPrice } = await inTenths(run, lab)
    for (const count of [1, 2, 3]) await fill(count)
    const meant = [1, 2, 3].map((count) => ({
      instrumentId: lab.instrumentId,
      side: 'BUY',
      price: limitPrice,
      quantity: tenth(count),
      fee: tidied(tenth(count) * lab.feeRate * (lab.model === 'spot' ? 1 : limitPrice)),
      feeCurrency: lab.feeCurrency ?? lab.base,
      isMaker: lab.hasMakers,
    }))
    const heard = fillsIn(messages)
    expect(heard).toMatchObject(meant)
    expect(heard.map(({ clientId }) => clientId)).toEqual(meant.map(() => name.clientId))
    expect(new Set(heard.map(({ tradeId }) => tradeId)).size).toBe(3)
    const states = messages.flatMap((one) =>
      one.kind === 'order' && one.order.filled > 0 ? [[one.order.status, one.order.filled]] : [],
    )
    expect(states).toEqual([
      ['PARTIALLY_FILLED', tenth(1)],
      ['PARTIALLY_FILLED', tenth(3)],
      ['FILLED', tenth(6)],
    ])
    const [first] = heard
    const ids = heard.map(({ tradeId }) => tradeId)
    for (const listed of [
      await history(run, lab.instrumentId),
      await run.orders.fillsOf({ instrumentId: lab.instrumentId, venueId: first?.venueId ?? '' }),
    ]) {
      expect(listed).toMatchObject(meant)
      expect(listed.map(({ tradeId }) => tradeId)).toEqual(ids)
    }
  },

  'counts no fill twice, and misses none, when the stream repeats, delays or loses one': async (lab) => {
    for (const fault of ['fill twice', 'fill late', 'fill lost'] as const) {
      const run = await startTrading(lab)
      const { messages } = await run.listen()
      const { tenth, fill } = await inTenths(run, lab)
      await fill(1)
      const connected = messages.filter(({ kind }) => kind === 'connected').length
      run.disturbStream(fault)
      await fill(2)
      await fill(3)
      await run.advanceTo(run.now() + 1_000)
      const heard = distinct(fillsIn(messages))
      const isReadAgain = messages.filter(({ kind }) => kind === 'connected').length > connected
      expect([fault, isReadAgain || total(heard) === tenth(6)]).toEqual([fault, true])
      expect(total(distinct([...heard, ...(await history(run, lab.instrumentId))]))).toBe(tenth(6))
    }
  },

  'cancels what is left of an order, once': async (lab) => {
    const run = await startTrading(lab)
    const { messages } = await run.listen()
    const { name, tenth, fill } = await inTenths(run, lab)
    await fill(2)
    expect(await run.orders.cancel(name)).toMatchObject({ kind: 'ACCEPTED' })
    await run.settled()
    const ended = { clientId: name.clientId, status: 'CANCELED', quantity: tenth(6), filled: tenth(2) }
    expect(await run.orders.lookUp(name)).toMatchObject({ order: ended })
    expect(messages.findLast(({ kind }) => kind === 'order')).toMatchObject({ order: ended })
    expect(await run.orders.openOrders()).toEqual([])
    expect((await run.orders.cancel(name)).kind).not.toBe('ACCEPTED')
  },

  'cancels a stop that waits for its price': async (lab) => {
    const run = await startTrading(lab)
    await run.placed()
    const name = await run.placed({ side: 'SELL', type: 'STOP', stopPrice: run.price(-AWAY), reduceOnly: true })
    expect(await run.orders.cancel(name)).toMatchObject({ kind: 'ACCEPTED' })
    expect(await run.orders.lookUp(name)).toMatchObject({ order: { status: 'CANCELED', filled: 0 } })
    expect(await run.orders.openOrders()).toEqual([])
  },

  'says of an order that was filled before its cancellation arrived that it is filled': async (lab) => {
    const run = await startTrading(lab)
    const { name, fill, tenth } = await inTenths(run, lab)
    run.disturb('CANCEL', 'late request', 500)
    const answer = run.orders.cancel(name)
    await fill(6)
    await run.advanceTo(run.now() + 500)
    expect((await answer).kind).not.toBe('ACCEPTED')
    expect(await run.orders.lookUp(name)).toMatchObject({ order: { status: 'FILLED', filled: tenth(6) } })
  },

  'leaves a cancellation without an answer unknown': async (lab) => {
    const run = await startTrading(lab)
    const { name } = await inTenths(run, lab)
    run.disturb('CANCEL', 'lost answer')
    expect(await run.orders.cancel(name)).toMatchObject({ kind: 'UNKNOWN' })
    expect(await run.orders.lookUp(name)).toMatchObject({ order: { status: 'CANCELED' } })
  },

  'does not take the cancellation of an order that was never there for done': async (lab) => {
    const run = await startTrading(lab)
    expect((await run.orders.cancel(run.reference())).kind).not.toBe('ACCEPTED')
    expect(await run.orders.lookUp(run.reference())).toEqual({ kind: 'NONE' })
  },

  'reads a history of more trades than a page has, each of them once': async (lab) => {
    const run = await startTrading(lab)
    const count = lab.pageSize + 10
    const name = await run.placed({ type: 'LIMIT', limitPrice: run.price(-AWAY), quantity: tidied(count * lab.step) })
    for (let filled = 0; filled < count; filled += 1) {
      run.fill(name.clientId, lab.step)
      if (filled % 100 === 99) await run.advanceTo(run.now() + 1)
    }
    const order = await run.orders.lookUp(name)
    const venueId = order.kind === 'FOUND' ? order.order.venueId : ''
    const since: VenueFill[] = []
    for await (const fills of run.orders.fillsSince(lab.instrumentId, run.now() - 60_000)) since.push(...fills)
    const lists = {
      pages: await history(run, lab.instrumentId),
      'of the order': await run.orders.fillsOf({ instrumentId: lab.instrumentId, venueId }),
      since: distinct(since),
    }
    for (const [list, fills] of Object.entries(lists))
      expect([list, new Set(fills.map(({ tradeId }) => tradeId)).size, fills.length]).toEqual([list, count, count])
  },

  'goes on with the history where it has stopped': async (lab) => {
    const run = await startTrading(lab)
    await run.placed()
    const pages = []
    for await (const page of run.orders.fills(lab.instrumentId, null, 0)) pages.push(page)
    const cursor = pages.at(-1)?.cursor ?? ''
    const rest = async (): Promise<number[]> => {
      const quantities: number[] = []
      for await (const { fills } of run.orders.fills(lab.instrumentId, cursor, 0))
        quantities.push(...fills.map(({ quantity }) => quantity))
      return quantities
    }
    expect(await rest()).toEqual([])
    await run.placed({ side: 'SELL', quantity: tidied(lab.quantity / 2) })
    expect(await rest()).toEqual([tidied(lab.quantity / 2)])
  },

  'lists more working orders than a cache would hold': async (lab) => {
    const run = await startTrading(lab)
    const names: string[] = []
    for (let count = 0; count < 120; count += 1) {
      const terms = { type: 'LIMIT', limitPrice: run.price(-AWAY - count) } as const
      names.push((await run.placed({ ...terms, quantity: tidied(lab.quantity / 10) })).clientId)
      if (count % 40 === 39) await run.advanceTo(run.now() + 10_000)
    }
    const open = (await run.orders.openOrders()).map(({ clientId }) => clientId)
    expect(open.toSorted()).toEqual(names.toSorted())
  },

  'lists orders of other programs without a name of ours, and none of them hides one of ours': async (lab) => {
    const run = await startTrading(lab)
    const own = await run.placed({ type: 'LIMIT', limitPrice: run.price(-AWAY) })
    await run.placeElsewhere({ isStrange: false })
    expect((await run.orders.openOrders()).map(({ clientId }) => clientId)).toEqual([own.clientId, null])
    await run.placeElsewhere({ isStrange: true })
    expect((await run.orders.openOrders()).map(({ clientId }) => clientId)).toContain(own.clientId)
  },

  'places pairs of which one cancels the other': async (lab) => {
    const run = await startTrading(lab)
    if (!run.orders.placePair) throw new Error('The gateway places no pairs, and the lab does not say why')
    await run.placed()
    const [takeProfit, stopLoss] = [run.reference(), run.reference()]
    const prices = { limitPrice: run.price(AWAY), stopPrice: run.price(-AWAY) }
    const pair = { instrumentId: lab.instrumentId, side: 'SELL', quantity: lab.quantity, ...prices } as const
    expect(await run.orders.placePair({ ...pair, takeProfit, stopLoss })).toMatchObject({ kind: 'ACCEPTED' })
    expect(await run.orders.lookUp(takeProfit)).toMatchObject({
      order: { type: 'LIMIT', side: 'SELL', quantity: lab.quantity, limitPrice: prices.limitPrice },
    })
    expect(await run.orders.lookUp(stopLoss)).toMatchObject({
      order: { type: 'STOP', side: 'SELL', quantity: lab.quantity, stopPrice: prices.stopPrice },
    })
    run.trade(prices.stopPrice)
    await run.settled()
    expect(await run.orders.lookUp(stopLoss)).toMatchObject({ order: { status: 'FILLED', filled: lab.quantity } })
    expect(await run.orders.openOrders()).toEqual([])
    // What was bought before, and sold once.
    const filled = run.atVenue().reduce((sum, one) => sum + one.filled, 0)
    expect(filled).toBe(2 * lab.quantity)
  },

  'leaves nothing of a pair of which one order is refused': async (lab) => {
    const run = await startTrading(lab)
    if (!run.orders.placePair) throw new Error('The gateway places no pairs, and the lab does not say why')
    await run.placed()
    const [takeProfit, stopLoss] = [run.reference(), run.reference()]
    const prices = { limitPrice: run.price(AWAY) + 0.4 * lab.tick, stopPrice: run.price(-AWAY) }
    const pair = { instrumentId: lab.instrumentId, side: 'SELL', quantity: lab.quantity, ...prices } as const
    expect(await run.orders.placePair({ ...pair, takeProfit, stopLoss })).toMatchObject({ kind: 'REFUSED' })
    expect(await run.orders.openOrders()).toEqual([])
  },

  'moves a trailing stop behind the best price, and never back': async (lab) => {
    const run = await startTrading(lab)
    if (!run.orders.placeTrailing) throw new Error('The gateway moves no stops, and the lab does not say why')
    await run.placed()
    const name = run.reference()
    const distance = tidied(AWAY * lab.tick)
    const stop = { instrumentId: lab.instrumentId, side: 'SELL', quantity: lab.quantity, distance } as const
    expect(await run.orders.placeTrailing(name, stop)).toMatchObject({ kind: 'ACCEPTED' })
    const trailing = { clientId: name.clientId, type: 'STOP', side: 'SELL', trailingDistance: distance }
    const at = async (ticks: number) => {
      run.trade(run.price(ticks))
      await run.settled()
      const [order, ...others] = await run.orders.openOrders()
      expect(others).toEqual([])
      expect(order).toMatchObject({ ...trailing, quantity: lab.quantity, status: 'NEW' })
      expect(await run.orders.lookUp(name)).toEqual({ kind: 'FOUND', order })
      return order?.stopPrice
    }
    expect(await at(AWAY)).toBe(lab.bid)
    expect(await at(AWAY / 2)).toBe(lab.bid)
    expect(await at(2 * AWAY)).toBe(run.price(AWAY))
    run.trade(run.price(AWAY))
    await run.settled()
    expect(await run.orders.lookUp(name)).toMatchObject({ order: { status: 'FILLED', filled: lab.quantity } })
    expect(await run.orders.openOrders()).toEqual([])
  },

  'leaves a trailing stop without an answer unknown, and finds it by its name': async (lab) => {
    const run = await startTrading(lab)
    if (!run.orders.placeTrailing) throw new Error('The gateway moves no stops, and the lab does not say why')
    await run.placed()
    const name = run.reference()
    const distance = tidied(AWAY * lab.tick)
    const stop = { instrumentId: lab.instrumentId, side: 'SELL', quantity: lab.quantity, distance } as const
    run.disturb('TRAIL', 'lost answer')
    expect(await run.orders.placeTrailing(name, stop)).toMatchObject({ kind: 'UNKNOWN' })
    const found = { type: 'STOP', trailingDistance: distance, quantity: lab.quantity, status: 'NEW' }
    expect(await run.orders.lookUp(name)).toMatchObject({ kind: 'FOUND', order: found })
    expect(await run.orders.openOrders()).toHaveLength(1)
    expect(await run.orders.cancel(name)).toMatchObject({ kind: 'ACCEPTED' })
    expect(await run.orders.openOrders()).toEqual([])
  },

  'changes an order that works, and there are never two of it': async (lab) => {
    const run = await startTrading(lab)
    if (!run.orders.change) throw new Error('The gateway changes no orders, and the lab does not say why')
    const before = run.order({ type: 'LIMIT', limitPrice: run.price(-AWAY) })
    const [replaced, replacement] = [run.reference(), run.reference()]
    expect(await run.orders.place(replaced, before)).toMatchObject({ kind: 'ACCEPTED' })
    const after = { ...before, limitPrice: run.price(-2 * AWAY), quantity: tidied(lab.quantity / 2) }
    const answer = await run.orders.change({ replaced, replacement, before, after })
    const { limitPrice, quantity } = after
    expect(answer).toMatchObject({ kind: 'ACCEPTED', order: { limitPrice, quantity, side: 'BUY', status: 'NEW' } })
    const working = run.atVenue().filter(({ isWorking }) => isWorking)
    expect(working).toMatchObject([{ limitPrice, quantity, side: 'BUY' }])
  },
}
